package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.AdaptiveBatcher;
import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.microbatch.Batcher;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.ExponentialBatcher;
import com.reactive.platform.gateway.microbatch.NaiveBatcher;
import com.reactive.platform.gateway.microbatch.SimpleBatcher;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.collector.CollectorConfig;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** How the subjects are set up. */
final class Subjects {
  /** Bytes of a stripe or buffer: several times the second-level cache of a core, not more. */
  static final int STRIPE_BYTES = 4 << 20;

  /** Messages of a stripe or ring: as many as its bytes hold. */
  static final int STRIPE_MESSAGES = STRIPE_BYTES / Messages.BYTES;

  /** N of the flush rule. */
  static final int FLUSH_BYTES = 256 << 10;

  /** T of the flush rule. */
  static final long FLUSH_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Where the buckets of ExponentialBatcher begin; they end at N. */
  private static final int MIN_BUCKET_BYTES = 1 << 10;

  /** The most items that a collector hands over at once: as many as N bytes are. */
  private static final int BATCH_ITEMS = FLUSH_BYTES / Messages.BYTES;

  private Subjects() {}

  static BatcherConfig config(int stripes) {
    return new BatcherConfig(
        stripes, STRIPE_BYTES, STRIPE_MESSAGES, FLUSH_BYTES, FLUSH_INTERVAL_NANOS);
  }

  /**
   * A writer's way into a batcher: {@code handle}, the handle of the stripe that has the writer's
   * number, or {@code any}, the submit that any thread may call.
   */
  static Predicate<byte[]> entry(StripedBatcher batcher, String entry, int writer) {
    if (entry.equals("any")) {
      return message -> batcher.submit(message) == SubmitResult.ACCEPTED;
    }
    StripedBatcher.Writer handle = batcher.writer(writer);
    return message -> handle.submit(message) == SubmitResult.ACCEPTED;
  }

  static CollectorConfig collector() {
    return new CollectorConfig(1, STRIPE_MESSAGES, BATCH_ITEMS, FLUSH_INTERVAL_NANOS);
  }

  /** The batcher of this class, for one writer. */
  static Batcher batcher(String className, BatchSender sender) {
    return switch (className) {
      case "StripedBatcher" -> new StripedBatcher(config(1), sender, "dispatcher");
      case "AdaptiveBatcher" -> new AdaptiveBatcher(config(1), sender, calibration(), "dispatcher");
      case "SimpleBatcher" ->
          new SimpleBatcher(FLUSH_BYTES, FLUSH_INTERVAL_NANOS, STRIPE_BYTES, sender, "flush");
      case "ExponentialBatcher" ->
          new ExponentialBatcher(
              MIN_BUCKET_BYTES, FLUSH_BYTES, FLUSH_INTERVAL_NANOS, STRIPE_BYTES, sender, "flush");
      case "NaiveBatcher" -> new NaiveBatcher(sender, FLUSH_BYTES, STRIPE_MESSAGES);
      default -> throw new IllegalArgumentException("no batcher is called " + className);
    };
  }

  /** One that starts knowing nothing and tries nothing, so that every round is alike. */
  private static BatchCalibration calibration() {
    CalibrationKey key = CalibrationKey.ofThisMachine("none", "benchmark");
    double targetLatencyMicros = TimeUnit.NANOSECONDS.toMicros(FLUSH_INTERVAL_NANOS);
    return BatchCalibration.inMemory(
        CalibrationConfig.of(key, targetLatencyMicros)
            .withMaxFlushBytes(FLUSH_BYTES)
            .withExploring(false));
  }
}
