package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Environment;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two results side by side. Runs of the same target and load are pairs; of the rest, runs of the
 * same load and role, and the last one of each side. What is left stands alone, without ratios.
 *
 * @param first name of the first, as it stands in the table
 * @param second name of the second
 * @param rows pairs, in the order of the first
 * @param warnings why the figures may not be comparable; empty if they are
 */
public record Comparison(String first, String second, List<Row> rows, List<String> warnings) {

  /**
   * A pair of runs, or a run without a partner. Ratios are the second's figure by the first's; null
   * where one of them is missing.
   *
   * @param first name of the target and load; empty if there is none
   * @param second likewise
   * @param a figures of the first; null if there is none
   * @param b figures of the second; null if there is none
   * @param rateRatio more is better
   * @param p99Ratio less is better
   * @param cpuRatio less is better
   */
  public record Row(
      String first,
      String second,
      KeyFigures a,
      KeyFigures b,
      Double rateRatio,
      Double p99Ratio,
      Double cpuRatio) {

    /** Figures in which the second is worse by more than a tenth. */
    public List<String> worse() {
      return named(true);
    }

    /** Figures in which the second is better by more than a tenth. */
    public List<String> better() {
      return named(false);
    }

    private List<String> named(boolean worse) {
      List<String> names = new ArrayList<>();
      add(names, "rate", rateRatio, worse);
      add(names, "p99", p99Ratio, !worse);
      add(names, "CPU", cpuRatio, !worse);
      return names;
    }

    private static void add(List<String> names, String name, Double ratio, boolean less) {
      if (ratio != null && Changes.isWorse(ratio, less)) {
        names.add(name);
      }
    }
  }

  /** Copies the lists. */
  public Comparison {
    rows = List.copyOf(rows);
    warnings = List.copyOf(warnings);
  }

  /** Compares {@code b} with {@code a}. */
  public static Comparison of(BrochureResult a, BrochureResult b) {
    boolean sameBrochure = a.brochure().equals(b.brochure());
    return new Comparison(
        sameBrochure ? Format.when(a.startedAt()) : a.brochure(),
        sameBrochure ? Format.when(b.startedAt()) : b.brochure(),
        pairs(a.runs(), b.runs()),
        warnings(a, b));
  }

  /** For the terminal; ends in a line break. */
  public String text() {
    StringBuilder text = new StringBuilder("A  " + first + "\nB  " + second + "\n\n");
    List<List<String>> cells = rows.stream().map(Comparison::cells).toList();
    List<String> columns =
        List.of(
            "A",
            "B",
            "rate",
            "msg/s A",
            "msg/s B",
            "B/A",
            "p99 A",
            "p99 B",
            "B/A",
            "CPU µs A",
            "CPU µs B",
            "B/A",
            "by more than 10 %");
    text.append(ConsoleTable.table(new Table("Comparison", columns, cells, ""), 3));
    text.append(warnings.isEmpty() ? "" : "\n");
    warnings.forEach(warning -> text.append("Beware: ").append(warning).append('\n'));
    return text.toString();
  }

  private static List<String> cells(Row row) {
    return List.of(
        row.first().isEmpty() ? Format.NONE : row.first(),
        row.second().isEmpty() || row.second().equals(row.first()) ? "" : row.second(),
        kinds(row),
        row.a() == null ? Format.NONE : Format.perSecond(row.a().perSecond()),
        row.b() == null ? Format.NONE : Format.perSecond(row.b().perSecond()),
        ratio(row.rateRatio()),
        row.a() == null ? Format.NONE : micros(row.a().p99Micros()),
        row.b() == null ? Format.NONE : micros(row.b().p99Micros()),
        ratio(row.p99Ratio()),
        row.a() == null ? Format.NONE : ResultsTable.cpu(row.a().cpuMicrosPerMessage()),
        row.b() == null ? Format.NONE : ResultsTable.cpu(row.b().cpuMicrosPerMessage()),
        ratio(row.cpuRatio()),
        Format.joined(mark("WORSE ", row.worse()), mark("better ", row.better())));
  }

  /** Of the rates: one word where they are alike. */
  private static String kinds(Row row) {
    return Stream.of(row.a(), row.b())
        .filter(Objects::nonNull)
        .map(KeyFigures::kind)
        .distinct()
        .collect(Collectors.joining(" / "));
  }

  private static String mark(String word, List<String> names) {
    return names.isEmpty() ? "" : word + String.join(", ", names);
  }

  private static String micros(Double micros) {
    return micros == null ? Format.NONE : Format.micros(micros);
  }

  private static String ratio(Double ratio) {
    return ratio == null ? Format.NONE : Format.ratio(ratio);
  }

  private static List<Row> pairs(List<RunResult> first, List<RunResult> second) {
    RunPairs pairs = RunPairs.of(first, second);
    List<Row> rows = new ArrayList<>();
    first.forEach(run -> rows.add(row(run, pairs.partner(run))));
    pairs.left().forEach(run -> rows.add(row(null, run)));
    return rows;
  }

  private static Row row(RunResult a, RunResult b) {
    KeyFigures first = a == null ? null : KeyFigures.of(a);
    KeyFigures second = b == null ? null : KeyFigures.of(b);
    boolean both = first != null && second != null;
    return new Row(
        name(a),
        name(b),
        first,
        second,
        both ? ratio(first.perSecond(), second.perSecond()) : null,
        both ? ratio(first.p99Micros(), second.p99Micros()) : null,
        both ? ratio(first.cpuMicrosPerMessage(), second.cpuMicrosPerMessage()) : null);
  }

  private static String name(RunResult run) {
    return run == null ? "" : run.target() + ", " + run.load();
  }

  private static Double ratio(Double first, Double second) {
    return first == null || second == null || first == 0 ? null : second / first;
  }

  private static List<String> warnings(BrochureResult a, BrochureResult b) {
    List<String> warnings = new ArrayList<>();
    for (BrochureResult result : List.of(a, b)) {
      if (result.verdict() == Verdict.FAIL) {
        warnings.add(result.brochure() + " of " + Format.when(result.startedAt()) + " failed");
      }
    }
    Environment left = a.environment();
    Environment right = b.environment();
    differ(
        warnings,
        "machine",
        left.cpu() + ", " + left.cores() + " cores",
        right.cpu() + ", " + right.cores() + " cores");
    differ(warnings, "Kafka", left.kafka(), right.kafka());
    differ(warnings, "form", a.quick() ? "quick" : "full", b.quick() ? "quick" : "full");
    differ(warnings, "message", values(a, Format::message), values(b, Format::message));
    differ(warnings, "acks", values(a, Format::acks), values(b, Format::acks));
    return warnings;
  }

  private static String values(BrochureResult result, Function<RunResult, String> value) {
    return result.runs().stream().map(value).distinct().sorted().collect(Collectors.joining("/"));
  }

  private static void differ(List<String> warnings, String what, String a, String b) {
    if (!a.equals(b)) {
      warnings.add("the " + what + " differs: " + a + " (A), " + b + " (B)");
    }
  }
}
