package com.reactive.platform.kafka.benchmark.footprint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.kafka.benchmark.report.ConsoleTable;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.rig.Machine;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** What a {@link Footprint} measured. */
public final class FootprintReport {
  /** Grows when a reader of an older one could not read it. */
  private static final int VERSION = 1;

  private final Machine machine;
  private final String jdk;
  private final List<FootprintFigure> figures;

  FootprintReport(Machine machine, String jdk, List<FootprintFigure> figures) {
    this.machine = machine;
    this.jdk = jdk;
    this.figures = List.copyOf(figures);
  }

  /** The report for people. */
  public String table() {
    String title =
        String.format(
            Locale.ROOT,
            "JDK %s, %s, %d cores, %s, load average %.1f, commit %s",
            jdk,
            machine.cpu(),
            machine.cores(),
            machine.kernel(),
            machine.loadAverage(),
            machine.commit());
    List<List<String>> rows =
        figures.stream()
            .map(
                figure ->
                    List.of(
                        figure.name(),
                        number(figure.median()),
                        number(figure.lowest()) + " to " + number(figure.highest()),
                        figure.hasTarget() ? "<= " + number(figure.atMost()) : "",
                        figure.hasTarget() ? (figure.reached() ? "yes" : "NO") : ""))
            .toList();
    List<String> columns = List.of("what", "median", "rounds", "target", "reached");
    return title + "\n\n" + ConsoleTable.table(new Table(title, columns, rows, ""), 1);
  }

  /** The report for scripts. */
  public String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      out.writeStartObject();
      out.writeNumberField("version", VERSION);
      out.writeObjectFieldStart("environment");
      out.writeStringField("jdk", jdk);
      out.writeStringField("cpu", machine.cpu());
      out.writeNumberField("cores", machine.cores());
      out.writeStringField("kernel", machine.kernel());
      out.writeNumberField("loadAverage", machine.loadAverage());
      out.writeStringField("commit", machine.commit());
      out.writeEndObject();
      out.writeArrayFieldStart("figures");
      for (FootprintFigure figure : figures) {
        write(figure, out);
      }
      out.writeEndArray();
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.append('\n').toString();
  }

  private static void write(FootprintFigure figure, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("name", figure.name());
    out.writeNumberField("median", figure.median());
    out.writeArrayFieldStart("rounds");
    for (double round : figure.rounds()) {
      out.writeNumber(round);
    }
    out.writeEndArray();
    if (figure.hasTarget()) {
      out.writeNumberField("atMost", figure.atMost());
      out.writeBooleanField("reached", figure.reached());
    }
    out.writeEndObject();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
