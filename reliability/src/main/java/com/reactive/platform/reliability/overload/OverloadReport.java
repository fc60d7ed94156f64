package com.reactive.platform.reliability.overload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.kafka.benchmark.report.ConsoleTable;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.rig.Machine;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What an {@link Overload} showed. */
public final class OverloadReport {
  /** Grows when a reader of an older one could not read it. */
  private static final int VERSION = 1;

  private static final List<String> COLUMNS =
      List.of("phase", "what", "measured", "target", "reached");

  private final Machine machine;
  private final OverloadPlan plan;
  private final List<OverloadFigure> figures;
  private final int unanswered;

  /**
   * @param unanswered how often the admin port did not answer
   */
  OverloadReport(Machine machine, OverloadPlan plan, List<OverloadFigure> figures, int unanswered) {
    this.machine = machine;
    this.plan = plan;
    this.figures = List.copyOf(figures);
    this.unanswered = unanswered;
  }

  /** Whether nothing was lost, nothing is there against our word, and memory kept its bound. */
  public boolean sound() {
    return figures.stream().allMatch(figure -> !figure.required() || figure.reached());
  }

  List<OverloadFigure> figures() {
    return figures;
  }

  /** The report for people. */
  public String table() {
    return title() + "\n\n" + ConsoleTable.table(new Table("", COLUMNS, rows(), ""), 2) + end();
  }

  /** The report for a page. */
  public String markdown() {
    StringBuilder text = new StringBuilder("# Overload\n\n").append(title()).append("\n\n");
    text.append("| ").append(String.join(" | ", COLUMNS)).append(" |\n");
    text.append("| --- | --- | ---: | ---: | --- |\n");
    for (List<String> row : rows()) {
      text.append("| ").append(String.join(" | ", row)).append(" |\n");
    }
    return text.append('\n').append(end()).toString();
  }

  private String title() {
    return String.format(
        Locale.ROOT,
        "%s, %d cores, %s, load average %.1f, commit %s.%n%s; offered %.1f times as much over %,d"
            + " connections, one request in flight on each; http.max-wait-ms %,d, -Xmx%dm, direct"
            + " memory as much. Latencies are from the time at which a request was due.",
        machine.cpu(),
        machine.cores(),
        machine.kernel(),
        machine.loadAverage(),
        machine.commit(),
        plan.limitRate() == 0
            ? "Capacity is what Kafka takes"
            : String.format(
                Locale.ROOT, "A quota holds Kafka at about %,d events/s", plan.limitRate()),
        plan.factor(),
        plan.connections(),
        plan.maxWaitMillis(),
        plan.heapMegabytes());
  }

  private String end() {
    String missed =
        figures.stream()
            .filter(figure -> figure.hasTarget() && !figure.reached())
            .map(figure -> figure.phase() + ": " + figure.name())
            .collect(Collectors.joining("; "));
    String answered =
        unanswered == 0 ? "" : "The admin port did not answer " + unanswered + " times.\n";
    return answered + (missed.isEmpty() ? "All targets reached.\n" : "Missed: " + missed + ".\n");
  }

  private List<List<String>> rows() {
    return figures.stream()
        .map(
            figure ->
                List.of(
                    figure.phase(),
                    figure.name(),
                    number(figure.value()),
                    !figure.hasTarget()
                        ? ""
                        : Double.isNaN(figure.atLeast())
                            ? "<= " + number(figure.atMost())
                            : ">= " + number(figure.atLeast()),
                    figure.hasTarget() ? (figure.reached() ? "yes" : "NO") : ""))
        .toList();
  }

  private static String number(double value) {
    return Double.isNaN(value)
        ? "never"
        : String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.1f", value);
  }

  /** The report for scripts. */
  public String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      out.writeStartObject();
      out.writeNumberField("version", VERSION);
      out.writeObjectFieldStart("environment");
      out.writeStringField("cpu", machine.cpu());
      out.writeNumberField("cores", machine.cores());
      out.writeStringField("kernel", machine.kernel());
      out.writeNumberField("loadAverage", machine.loadAverage());
      out.writeStringField("commit", machine.commit());
      out.writeEndObject();
      out.writeObjectFieldStart("plan");
      out.writeNumberField("seconds", plan.seconds());
      out.writeNumberField("factor", plan.factor());
      out.writeNumberField("pauseSeconds", plan.pauseSeconds());
      out.writeNumberField("limitRate", plan.limitRate());
      out.writeNumberField("connections", plan.connections());
      out.writeNumberField("maxWaitMillis", plan.maxWaitMillis());
      out.writeNumberField("heapMegabytes", plan.heapMegabytes());
      out.writeEndObject();
      out.writeArrayFieldStart("figures");
      for (OverloadFigure figure : figures) {
        write(figure, out);
      }
      out.writeEndArray();
      out.writeNumberField("adminUnanswered", unanswered);
      out.writeBooleanField("sound", sound());
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.append('\n').toString();
  }

  private static void write(OverloadFigure figure, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("phase", figure.phase());
    out.writeStringField("name", figure.name());
    writeNumber("value", figure.value(), out);
    if (figure.hasTarget()) {
      boolean least = !Double.isNaN(figure.atLeast());
      out.writeNumberField(
          least ? "atLeast" : "atMost", least ? figure.atLeast() : figure.atMost());
      out.writeBooleanField("reached", figure.reached());
      out.writeBooleanField("required", figure.required());
    }
    out.writeEndObject();
  }

  private static void writeNumber(String name, double value, JsonGenerator out) throws IOException {
    if (Double.isNaN(value)) {
      out.writeNullField(name);
    } else {
      out.writeNumberField(name, value);
    }
  }

  /** Writes {@code README.md} and {@code overload.json} into a folder, which is made if need be. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("README.md"), markdown());
    Files.writeString(folder.resolve("overload.json"), json());
  }
}
