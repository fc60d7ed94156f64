package com.reactive.platform.gateway.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads Prometheus' text format (0.0.4), and takes nothing that is not exactly that. */
public final class Exposition {
  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  private static final String LABELS =
      "\\{[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\]|\\\\[\\\\n\"])*\""
          + "(?:,[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\]|\\\\[\\\\n\"])*\")*}";
  private static final Pattern SAMPLE =
      Pattern.compile("(" + NAME + ")(" + LABELS + ")? ([-+0-9.eE]+|[+-]Inf|NaN)");
  private static final Pattern TYPE =
      Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram|summary|untyped)");
  private static final Pattern LABEL = Pattern.compile("[{,]([a-zA-Z0-9_]+)=\"");
  private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") .*");

  private final Map<String, String> types = new LinkedHashMap<>();
  private final Map<String, Double> samples = new LinkedHashMap<>();

  private Exposition() {}

  public static Exposition parse(String text) {
    if (!text.endsWith("\n")) {
      throw new AssertionError("the last line has no end");
    }
    Exposition exposition = new Exposition();
    text.lines().forEach(exposition::line);
    exposition.checkHistograms();
    return exposition;
  }

  private void line(String line) {
    Matcher type = TYPE.matcher(line);
    Matcher sample = SAMPLE.matcher(line);
    if (type.matches()) {
      if (types.put(type.group(1), type.group(2)) != null) {
        throw new AssertionError("typed twice: " + line);
      }
    } else if (sample.matches()) {
      String name = sample.group(1);
      String family = name.replaceAll("_(bucket|sum|count)$", "");
      if (!types.containsKey(name) && !"histogram".equals(types.get(family))) {
        throw new AssertionError("without a type before it: " + line);
      }
      String series = name + (sample.group(2) == null ? "" : sample.group(2));
      String value = sample.group(3).replace("Inf", "Infinity");
      if (samples.put(series, Double.valueOf(value)) != null) {
        throw new AssertionError("a series twice: " + line);
      }
    } else if (!HELP.matcher(line).matches()) {
      throw new AssertionError("not Prometheus text: " + line);
    }
  }

  /** Buckets only ever grow, and the last is the count. */
  private void checkHistograms() {
    Map<String, Double> last = new LinkedHashMap<>();
    samples.forEach(
        (series, value) -> {
          if (series.contains("_bucket{")) {
            String key = series.replaceAll(",?le=\"[^\"]*\"", "").replace("_bucket{", "_count{");
            key = key.replace("{}", "");
            Double before = last.put(key, value);
            if (before != null && before > value) {
              throw new AssertionError("buckets shrink at " + series);
            }
          }
        });
    last.forEach(
        (series, value) -> {
          if (!value.equals(samples.get(series))) {
            throw new AssertionError(series + " is not " + value + ": " + samples.get(series));
          }
        });
  }

  public Map<String, String> types() {
    return types;
  }

  /**
   * Name, type and labels of every metric, a line each; without those of collections, of which
   * there may have been none.
   */
  public String families() {
    Map<String, Set<String>> labels = new TreeMap<>();
    types.keySet().forEach(name -> labels.put(name, new TreeSet<>()));
    for (String series : samples.keySet()) {
      String name = series.replaceAll("\\{.*", "");
      String family = types.containsKey(name) ? name : name.replaceAll("_(bucket|sum|count)$", "");
      Matcher label = LABEL.matcher(series);
      while (label.find()) {
        labels.get(family).add(label.group(1));
      }
    }
    labels.keySet().removeIf(name -> name.startsWith("jvm_gc_"));
    StringBuilder lines = new StringBuilder();
    labels.forEach(
        (name, names) ->
            lines.append("%s %s %s".formatted(name, types.get(name), names)).append('\n'));
    return lines.toString();
  }

  /** The value of a series, written exactly as the page has it. */
  public double value(String series) {
    Double value = samples.get(series);
    if (value == null) {
      throw new AssertionError("no " + series + " in " + samples.keySet());
    }
    return value;
  }

  public Set<String> series() {
    return new TreeSet<>(samples.keySet());
  }
}
