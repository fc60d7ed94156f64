package com.reactive.platform.gateway;

import com.reactive.platform.gateway.microbatch.AdaptiveBatcher;
import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationStatus;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.sink.EventSink;
import com.reactive.platform.gateway.sink.LoopSinks;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * The gateway's batcher, with limits that it learns or with fixed ones. Safe for any number of
 * threads.
 */
final class PipelineBatcher {
  private static final String THREAD_NAME = "dispatcher";

  private final StripedBatcher fixed;
  private final AdaptiveBatcher adaptive;

  /** Null if there is a dispatcher thread. */
  private final LoopSinks loopSinks;

  /**
   * Starts the batcher of the first lane; may block on disk for as long as opening the calibration
   * takes.
   */
  PipelineBatcher(BatchingConfig config, KafkaConfig kafka, BatchSender sender) {
    loopSinks = null;
    if (config.adaptive()) {
      adaptive =
          new AdaptiveBatcher(config.batcher(), sender, calibration(config, kafka), THREAD_NAME);
      fixed = null;
    } else {
      adaptive = null;
      fixed = new StripedBatcher(config.batcher(), sender, THREAD_NAME);
    }
  }

  /**
   * The same without a dispatcher thread: event loops flush their stripes themselves.
   *
   * @param wireBytes bytes that were sent to Kafka so far
   */
  PipelineBatcher(
      BatchingConfig config, KafkaConfig kafka, LoopSinks sinks, LongSupplier wireBytes) {
    loopSinks = sinks;
    if (config.adaptive()) {
      adaptive =
          AdaptiveBatcher.onLoops(
              config.batcher(), calibration(config, kafka), THREAD_NAME, wireBytes);
      fixed = null;
    } else {
      adaptive = null;
      fixed = StripedBatcher.onLoops(config.batcher());
    }
  }

  private static BatchCalibration calibration(BatchingConfig config, KafkaConfig kafka) {
    CalibrationConfig learning = config.calibration(kafka);
    return config
        .calibration()
        .file()
        .map(file -> BatchCalibration.create(file, learning))
        .orElseGet(() -> BatchCalibration.inMemory(learning));
  }

  /** The handle of this stripe, of a batcher with a dispatcher thread. */
  StripedBatcher.Writer writer(int stripe) {
    return adaptive != null ? adaptive.writer(stripe) : fixed.writer(stripe);
  }

  /** The handle of this stripe, for one event loop. */
  StripedBatcher.Writer writer(int stripe, ScheduledExecutorService loop) {
    if (loopSinks == null) {
      return writer(stripe);
    }
    EventSink sink = loopSinks.create(loop);
    return adaptive != null
        ? adaptive.writer(stripe, loop, sink)
        : fixed.writer(stripe, loop, sink);
  }

  BatcherStats stats() {
    return adaptive != null ? adaptive.stats() : fixed.stats();
  }

  /** The pressure level in force; none if the limits are fixed. */
  Optional<PressureLevel> level() {
    return Optional.ofNullable(adaptive).map(AdaptiveBatcher::level);
  }

  /** What was learned; none if the limits are fixed. */
  Optional<CalibrationStatus> calibration() {
    return Optional.ofNullable(adaptive).map(batcher -> batcher.calibration().status());
  }

  /** What learns; none if the limits are fixed. */
  Optional<BatchCalibration> learning() {
    return Optional.ofNullable(adaptive).map(AdaptiveBatcher::calibration);
  }

  /**
   * Sends what was accepted and waits until all of it has its outcome.
   *
   * @return whether that was in time
   */
  boolean close(Duration timeout) throws InterruptedException {
    if (adaptive == null) {
      return fixed.close(timeout);
    }
    try {
      return adaptive.close(timeout);
    } finally {
      adaptive.calibration().close();
    }
  }
}
