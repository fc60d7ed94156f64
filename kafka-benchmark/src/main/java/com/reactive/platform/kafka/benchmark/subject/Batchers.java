package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.microbatch.AdaptiveBatcher;
import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.ExponentialBatcher;
import com.reactive.platform.gateway.microbatch.NaiveBatcher;
import com.reactive.platform.gateway.microbatch.SimpleBatcher;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** The kinds of {@link BatcherTarget}: reads the options of each, and builds it. */
final class Batchers {
  private static final String THREAD_NAME = "bench-dispatcher";
  private static final String MESSAGES_PER_SEND = "messages-per-send";
  private static final int MAX_MESSAGES_PER_SEND = 1 << 16;
  private static final double NANOS_PER_MICRO = 1_000;

  private Batchers() {}

  /** Builds a batcher before a sender. */
  private interface Builder {
    MeasuredBatcher build(BatchSender sender, TopicProducer producer, BenchKafka kafka);
  }

  static TargetFactory striped(Options options, int messagesPerSendByDefault) {
    int messagesPerSend = messagesPerSend(options, messagesPerSendByDefault);
    boolean byHandle = BatcherOptions.byHandle(options);
    BatcherConfig config =
        BatcherOptions.stripes(
            options,
            BatcherOptions.flushBytes(options),
            BatcherOptions.flushIntervalNanos(options));
    return opening(
        options,
        messagesPerSend,
        (sender, producer, kafka) -> {
          StripedBatcher batcher = new StripedBatcher(config, sender, THREAD_NAME);
          IntFunction<StripedBatcher.Writer> writers = writers(options, config, batcher::writer);
          return new MeasuredBatcher(
              batcher,
              byHandle ? worker -> writers.apply(worker)::submit : worker -> batcher::submit,
              byHandle
                  ? worker -> writers.apply(worker)::submitBulk
                  : worker -> batcher::submitBulk,
              null,
              Map.of(BatcherOptions.FLUSH_BYTES, Integer.toString(batcher.stats().flushBytes())),
              () -> {});
        });
  }

  static TargetFactory adaptive(Options options) {
    int messagesPerSend = messagesPerSend(options, 1);
    boolean each = BatcherOptions.submitsEach(options);
    boolean byHandle = BatcherOptions.byHandle(options);
    long maxLatencyNanos = BatcherOptions.maxLatencyNanos(options);
    Optional<Path> file = BatcherOptions.calibrationFile(options);
    boolean explore = options.flag(BatcherOptions.EXPLORE, true);
    BatcherConfig wanted =
        BatcherOptions.stripes(
            options, BatcherOptions.flushBytes(options, 1 << 30), maxLatencyNanos);
    return opening(
        options,
        messagesPerSend,
        (sender, producer, kafka) -> {
          BatcherConfig config = withFlushBytesUpTo(producer.maxValueBytes(), wanted);
          CalibrationConfig learning = learning(options, kafka, producer, config, explore);
          BatchCalibration calibration =
              file.map(path -> BatchCalibration.create(path, learning))
                  .orElseGet(() -> BatchCalibration.inMemory(learning));
          AdaptiveBatcher batcher = new AdaptiveBatcher(config, sender, calibration, THREAD_NAME);
          IntFunction<StripedBatcher.Writer> writers = writers(options, config, batcher::writer);
          return new MeasuredBatcher(
              batcher,
              byHandle ? worker -> writers.apply(worker)::submit : worker -> batcher::submit,
              each
                  ? null
                  : byHandle
                      ? worker -> writers.apply(worker)::submitBulk
                      : worker -> batcher::submitBulk,
              batcher::level,
              Map.of(
                  BatcherOptions.FLUSH_BYTES,
                  "adaptive, at most " + config.flushBytes(),
                  BatcherOptions.CALIBRATION_FILE,
                  file.map(Path::toString).orElse("none")),
              calibration::close);
        });
  }

  static TargetFactory simple(Options options) {
    int flushBytes = BatcherOptions.flushBytes(options);
    long intervalNanos = BatcherOptions.flushIntervalNanos(options);
    int maxBytes = BatcherOptions.maxBytes(options, flushBytes);
    return opening(
        options,
        1,
        (sender, producer, kafka) ->
            MeasuredBatcher.plain(
                new SimpleBatcher(flushBytes, intervalNanos, maxBytes, sender, THREAD_NAME)));
  }

  static TargetFactory exponential(Options options) {
    int flushBytes = BatcherOptions.flushBytes(options);
    int minBytes = options.integer("min-bucket-bytes", Math.min(4_096, flushBytes), 1, flushBytes);
    long intervalNanos = BatcherOptions.flushIntervalNanos(options);
    int maxBytes = BatcherOptions.maxBytes(options, flushBytes);
    return opening(
        options,
        1,
        (sender, producer, kafka) ->
            MeasuredBatcher.plain(
                new ExponentialBatcher(
                    minBytes, flushBytes, intervalNanos, maxBytes, sender, THREAD_NAME)));
  }

  static TargetFactory naive(Options options) {
    // Submitting blocks while the client has no memory; this many small messages always fit.
    int maxInFlight = options.integer("max-in-flight", 1 << 14, 1, 1 << 24);
    return opening(
        options,
        1,
        (sender, producer, kafka) ->
            MeasuredBatcher.plain(new NaiveBatcher(sender, producer.maxValueBytes(), maxInFlight)));
  }

  /** Reads the options that all have, refuses the rest, and puts the target together. */
  private static TargetFactory opening(Options options, int messagesPerSend, Builder builder) {
    boolean packed = BatcherOptions.packed(options);
    int partitions = TopicOptions.partitions(options);
    // The batcher has batched already; waiting a second time would only add latency.
    ProducerSettings settings = ProducerSettings.from(options, 0);
    options.refuseOthers(ProducerSettings.WORDS);
    return kafka -> {
      TopicProducer producer = new TopicProducer(kafka, options.kind(), partitions, settings);
      try {
        BatchRecordSender records = new BatchRecordSender(producer, packed);
        return new BatcherTarget(
            options,
            messagesPerSend,
            producer,
            packed,
            builder.build(batch -> records.send(new BatchMessages(batch)), producer, kafka));
      } catch (RuntimeException e) {
        producer.close();
        throw e;
      }
    };
  }

  private static int messagesPerSend(Options options, int byDefault) {
    return options.integer(MESSAGES_PER_SEND, byDefault, 1, MAX_MESSAGES_PER_SEND);
  }

  /** Handles of the load workers; more workers than stripes are refused in one sentence. */
  private static IntFunction<StripedBatcher.Writer> writers(
      Options options, BatcherConfig config, IntFunction<StripedBatcher.Writer> writers) {
    return worker -> {
      if (worker >= config.stripes()) {
        throw options.refuse(
            BatcherOptions.STRIPES,
            "must be at least " + (worker + 1) + ": each load worker has a handle of its own");
      }
      return writers.apply(worker);
    };
  }

  /** N is never more than one record takes, nor more than the quarter of a stripe that caps it. */
  private static BatcherConfig withFlushBytesUpTo(int most, BatcherConfig config) {
    return new BatcherConfig(
        config.stripes(),
        config.stripeBytes(),
        config.stripeMessages(),
        Math.min(config.flushBytes(), Math.min(most, config.stripeBytes() / 4)),
        config.flushIntervalNanos());
  }

  /** The calibration is for this Kafka, whatever port an embedded one happens to have. */
  private static CalibrationConfig learning(
      Options options,
      BenchKafka kafka,
      TopicProducer producer,
      BatcherConfig config,
      boolean explore) {
    String mode =
        "benchmark acks=%s format=%s max-latency-ms=%s"
            .formatted(
                producer.acks(),
                options.inForce().get(BatcherOptions.FORMAT),
                options.inForce().get(BatcherOptions.MAX_LATENCY_MS));
    String broker = kafka.kind();
    CalibrationKey here =
        CalibrationKey.ofThisMachine(broker.substring(0, Math.min(256, broker.length())), mode);
    return CalibrationConfig.of(here, config.flushIntervalNanos() / NANOS_PER_MICRO)
        .withMaxFlushBytes(config.flushBytes())
        .withExploring(explore);
  }
}
