package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.microbatch.BatcherConfig;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Options of several batchers, with their defaults. */
final class BatcherOptions {
  static final String FORMAT = "format";
  static final String STRIPES = "stripes";
  static final String STRIPE_BYTES = "stripe-bytes";
  static final String STRIPE_MESSAGES = "stripe-messages";
  static final String SUBMIT = "submit";
  static final String SUBMIT_EACH = "submit-each";
  static final String FLUSH_BYTES = "flush-bytes";
  static final String FLUSH_INTERVAL_MS = "flush-interval-ms";
  static final String MAX_BYTES = "max-bytes";
  static final String MAX_LATENCY_MS = "max-latency-ms";
  static final String CALIBRATION_FILE = "calibration-file";
  static final String EXPLORE = "explore";

  private static final int MAX_FLUSH_BYTES = 1 << 30;
  private static final double MAX_INTERVAL_MILLIS = 30_000;
  private static final double NANOS_PER_MILLI = 1_000_000;

  private BatcherOptions() {}

  /** True if a batch becomes one record, false if each message does. */
  static boolean packed(Options options) {
    return options.choice(FORMAT, "packed", "packed", "event").equals("packed");
  }

  /** True if load workers submit by a writer handle, false if as any thread. */
  static boolean byHandle(Options options) {
    return options.choice(SUBMIT, "thread", "thread", "handle").equals("handle");
  }

  /** True if the messages of a send are submitted one by one, though accounted together. */
  static boolean submitsEach(Options options) {
    return options.flag(SUBMIT_EACH, false);
  }

  /** N, bytes. */
  static int flushBytes(Options options) {
    return flushBytes(options, 1 << 20);
  }

  /** N, bytes. */
  static int flushBytes(Options options, int byDefault) {
    return options.integer(FLUSH_BYTES, byDefault, 1, MAX_FLUSH_BYTES);
  }

  /** All buffers together, bytes; two of them at least, so that one fills while one is away. */
  static int maxBytes(Options options, int flushBytes) {
    int least = (int) Math.min(Integer.MAX_VALUE, 2L * flushBytes);
    return options.integer(MAX_BYTES, Math.max(32 << 20, least), least, Integer.MAX_VALUE);
  }

  /** T, nanoseconds. */
  static long flushIntervalNanos(Options options) {
    return nanos(options.number(FLUSH_INTERVAL_MS, 5, 0.001, MAX_INTERVAL_MILLIS));
  }

  /** The longest budget of any pressure level, nanoseconds. */
  static long maxLatencyNanos(Options options) {
    return nanos(options.number(MAX_LATENCY_MS, 20, 0.001, MAX_INTERVAL_MILLIS));
  }

  /** Calibration file; none unless the user names one, so that every run is a first one. */
  static Optional<Path> calibrationFile(Options options) {
    try {
      return options.text(CALIBRATION_FILE).filter(file -> !file.isEmpty()).map(Path::of);
    } catch (InvalidPathException e) {
      throw options.refuse(CALIBRATION_FILE, "must be a path: " + e.getMessage());
    }
  }

  /** Sizes of the stripes, with these limits. */
  static BatcherConfig stripes(Options options, int flushBytes, long flushIntervalNanos) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new BatcherConfig(
        options.integer(STRIPES, Math.min(cores, 64), 1, 64),
        options.integer(STRIPE_BYTES, 8 << 20, 1 << 10, 1 << 28),
        options.integer(STRIPE_MESSAGES, 1 << 16, 16, 1 << 22),
        flushBytes,
        flushIntervalNanos);
  }

  private static long nanos(double millis) {
    return Math.max(1, (long) (millis * NANOS_PER_MILLI));
  }
}
