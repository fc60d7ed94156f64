package com.reactive.platform.kafka.benchmark.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.testbed.Machine;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The report as JSON. Rates are millions of messages per second, parts are fractions of one; what
 * was not measured is null.
 */
final class ReportJson {
  /** Grows when a reader of an older one could not read it. */
  private static final int VERSION = 1;

  private final JsonGenerator out;

  private ReportJson(JsonGenerator out) {
    this.out = out;
  }

  static String write(Machine machine, JmhOptions effort, List<JdkRun> runs) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      new ReportJson(out).report(machine, effort, runs);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.append('\n').toString();
  }

  private void report(Machine machine, JmhOptions effort, List<JdkRun> runs) throws IOException {
    out.writeStartObject();
    out.writeNumberField("version", VERSION);
    out.writeObjectFieldStart("environment");
    out.writeStringField("cpu", machine.cpu());
    out.writeNumberField("cores", machine.cores());
    out.writeStringField("kernel", machine.kernel());
    number("loadAverage", machine.loadAverage());
    out.writeStringField("commit", machine.commit());
    out.writeEndObject();
    out.writeNumberField("rounds", effort.rounds());
    out.writeNumberField("iterations", effort.iterations());
    out.writeNumberField("iterationMillis", effort.iterationTime().toMillis());
    out.writeArrayFieldStart("jdks");
    for (JdkRun run : runs) {
      jdk(run);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void jdk(JdkRun run) throws IOException {
    out.writeStartObject();
    out.writeStringField("jdk", run.jdk());
    out.writeStringField("home", run.home());
    out.writeArrayFieldStart("rows");
    for (Row row : run.rows()) {
      row(run, row);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("failures");
    for (String failure : run.failures()) {
      out.writeString(failure);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void row(JdkRun run, Row row) throws IOException {
    Series series = run.series(row);
    out.writeStartObject();
    out.writeStringField("id", row.id());
    out.writeStringField("label", row.label().strip());
    out.writeStringField("unit", row.metric().isRate() ? "M msg/s" : "fraction");
    number("median", series.median());
    number("deviation", series.deviation());
    out.writeArrayFieldStart("rounds");
    for (double round : series.rounds()) {
      number(round);
    }
    out.writeEndArray();
    if (row.metric().isRate()) {
      number("timesFloor", series.by(run.series(Row.FLOOR)).median());
      number("bytesPerMessage", run.bytes(row).median());
    }
    if (row.ancestor() != null) {
      number("timesAncestor", series.by(run.series(row.ancestor())).median());
    }
    out.writeArrayFieldStart("targets");
    for (JmhVerdict verdict : run.verdicts(row)) {
      target(verdict);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void target(JmhVerdict verdict) throws IOException {
    out.writeStartObject();
    out.writeStringField("target", verdict.target().wording());
    number("limit", verdict.target().limit());
    out.writeBooleanField("atLeast", verdict.target().atLeast());
    number("measured", verdict.measured());
    out.writeBooleanField("reached", verdict.reached());
    out.writeEndObject();
  }

  private void number(String name, double value) throws IOException {
    out.writeFieldName(name);
    number(value);
  }

  private void number(double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumber(value);
    } else {
      out.writeNull();
    }
  }
}
