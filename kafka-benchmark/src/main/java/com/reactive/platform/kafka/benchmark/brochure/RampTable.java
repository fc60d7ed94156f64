package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.List;

/** How batching followed a rising load: a row for each load. */
final class RampTable {
  private static final List<String> COLUMNS =
      List.of(
          "Level",
          "Target",
          "Achieved",
          "Latency",
          "BatchSize",
          "Interval",
          "N in force",
          "Level in force");
  private static final String NOTE =
      "Latency: median from the moment a message was due until Kafka acknowledged it. BatchSize:"
          + " messages per batch, mean, and its change from the row above. Interval and N: the"
          + " limits in force at the end of the row's load; a batch goes earlier when nothing is in"
          + " flight.";

  private RampTable() {}

  static Table of(List<RunResult> runs) {
    List<List<String>> rows = new ArrayList<>();
    double before = 0;
    for (RunResult run : runs) {
      double batch = run.batches() == null ? 0 : run.batches().meanMessages();
      Point last = run.series().isEmpty() ? null : run.series().get(run.series().size() - 1);
      boolean known = last != null && last.flushIntervalMicros() != null;
      rows.add(
          List.of(
              run.load(),
              run.offeredPerSecond() == null ? "MAX" : rate(run.offeredPerSecond()),
              rate(run.rates().sustained()),
              Words.micros(run.latency().p50()),
              batch == 0 ? "-" : Words.number(batch) + change(batch, before),
              known ? Words.micros(last.flushIntervalMicros()) : "-",
              known && last.flushBytes() != null ? Words.bytes(last.flushBytes()) : "-",
              last == null || last.level() == null ? "-" : last.level()));
      before = batch;
    }
    return new Table("Level after level", COLUMNS, rows, NOTE);
  }

  private static String rate(double perSecond) {
    return Words.number(perSecond) + "/s";
  }

  /** Empty where it is less than a per cent, or there is nothing to compare with. */
  private static String change(double batch, double before) {
    boolean isChange = before > 0 && Math.abs(batch / before - 1) >= 0.01;
    return isChange ? " (" + Words.percentChange(batch / before) + ")" : "";
  }
}
