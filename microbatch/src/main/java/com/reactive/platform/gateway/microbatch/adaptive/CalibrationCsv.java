package com.reactive.platform.gateway.microbatch.adaptive;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A status as CSV (RFC 4180): a header, then one line for each level. */
public final class CalibrationCsv {
  private static final List<String> HEADER =
      List.of(
          "environment",
          "delivery_mode",
          "level",
          "flush_bytes",
          "flush_interval_nanos",
          "expected_score",
          "observations",
          "trial_flush_bytes",
          "trial_flush_interval_nanos",
          "regression");

  /** Writes all levels. */
  public static void write(CalibrationStatus status, Appendable out) throws IOException {
    out.append(line(HEADER.stream()));
    for (LevelStatus level : status.levels()) {
      out.append(line(values(status.key(), level)));
    }
  }

  private static Stream<String> values(CalibrationKey key, LevelStatus level) {
    FlushLimits trial = level.trial();
    return Stream.of(
        key.environment(),
        key.deliveryMode(),
        level.level().name(),
        String.valueOf(level.best().flushBytes()),
        String.valueOf(level.best().flushIntervalNanos()),
        String.valueOf(level.expectedScore()),
        String.valueOf(level.observations()),
        trial == null ? "" : String.valueOf(trial.flushBytes()),
        trial == null ? "" : String.valueOf(trial.flushIntervalNanos()),
        String.valueOf(level.regression()));
  }

  private static String line(Stream<String> values) {
    return values.map(CalibrationCsv::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quoted(String value) {
    boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }

  private CalibrationCsv() {}
}
