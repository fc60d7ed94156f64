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
import java.util.TreeMap;
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
          Map<String, String> settings = stripeSettings(config, byHandle);
          settings.putAll(limits(batcher.stats().flushBytes(), config.flushIntervalNanos()));
          return new MeasuredBatcher(
              batcher,
              byHandle ? lane -> writers.apply(lane)::submit : lane -> batcher::submit,
              byHandle ? lane -> writers.apply(lane)::submitBulk : lane -> batcher::submitBulk,
              null,
              settings,
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
          CalibrationConfig learning =
              learning(options, kafka, producer, config, maxLatencyNanos, explore);
          BatchCalibration calibration =
              file.map(path -> BatchCalibration.create(path, learning))
                  .orElseGet(() -> BatchCalibration.inMemory(learning));
          AdaptiveBatcher batcher = new AdaptiveBatcher(config, sender, calibration, THREAD_NAME);
          IntFunction<StripedBatcher.Writer> writers = writers(options, config, batcher::writer);
          Map<String, String> settings = stripeSettings(config, byHandle);
          settings.put(BatcherOptions.FLUSH_BYTES, "adaptive, at most " + config.flushBytes());
          settings.put(BatcherOptions.MAX_LATENCY_MS, BatcherOptions.millis(maxLatencyNanos));
          settings.put(BatcherOptions.CALIBRATION_FILE, file.map(Path::toString).orElse("none"));
          settings.put(BatcherOptions.EXPLORE, Boolean.toString(explore));
          settings.put(BatcherOptions.SUBMIT_EACH, Boolean.toString(each));
          return new MeasuredBatcher(
              batcher,
              byHandle ? lane -> writers.apply(lane)::submit : lane -> batcher::submit,
              each
                  ? null
                  : byHandle
                      ? lane -> writers.apply(lane)::submitBulk
                      : lane -> batcher::submitBulk,
              batcher::level,
              settings,
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
                new SimpleBatcher(flushBytes, intervalNanos, maxBytes, sender, THREAD_NAME),
                bucketSettings(flushBytes, intervalNanos, maxBytes)));
  }

  static TargetFactory exponential(Options options) {
    int flushBytes = BatcherOptions.flushBytes(options);
    int minBytes = options.integer("min-bucket-bytes", Math.min(4_096, flushBytes), 1, flushBytes);
    long intervalNanos = BatcherOptions.flushIntervalNanos(options);
    int maxBytes = BatcherOptions.maxBytes(options, flushBytes);
    return opening(
        options,
        1,
        (sender, producer, kafka) -> {
          Map<String, String> settings = bucketSettings(flushBytes, intervalNanos, maxBytes);
          settings.put("min-bucket-bytes", Integer.toString(minBytes));
          return MeasuredBatcher.plain(
              new ExponentialBatcher(
                  minBytes, flushBytes, intervalNanos, maxBytes, sender, THREAD_NAME),
              settings);
        });
  }

  static TargetFactory naive(Options options) {
    // Submitting blocks while the client has no memory; this many small messages always fit.
    int maxInFlight = options.integer("max-in-flight", 1 << 14, 1, 1 << 24);
    return opening(
        options,
        1,
        (sender, producer, kafka) ->
            MeasuredBatcher.plain(
                new NaiveBatcher(sender, producer.maxValueBytes(), maxInFlight),
                Map.of("max-in-flight", Integer.toString(maxInFlight))));
  }

  /** Reads what all have, refuses the rest, and puts it together. */
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
            options.targetName(),
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

  /** Handles of the lanes; in one sentence if there are more lanes than stripes. */
  private static IntFunction<StripedBatcher.Writer> writers(
      Options options, BatcherConfig config, IntFunction<StripedBatcher.Writer> writers) {
    return lane -> {
      if (lane >= config.stripes()) {
        throw options.refuse(
            BatcherOptions.STRIPES,
            "must be at least " + (lane + 1) + ": each lane has a handle of its own");
      }
      return writers.apply(lane);
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

  /** What is learned holds for this Kafka, but not for the port that ours happens to have. */
  private static CalibrationConfig learning(
      Options options,
      BenchKafka kafka,
      TopicProducer producer,
      BatcherConfig config,
      long maxLatencyNanos,
      boolean explore) {
    String mode =
        "benchmark acks=%s format=%s max-latency-ms=%s"
            .formatted(
                producer.acks(),
                BatcherOptions.packed(options) ? "packed" : "event",
                BatcherOptions.millis(maxLatencyNanos));
    String broker = kafka.kind();
    CalibrationKey here =
        CalibrationKey.ofThisMachine(broker.substring(0, Math.min(256, broker.length())), mode);
    return CalibrationConfig.of(here, maxLatencyNanos / NANOS_PER_MICRO)
        .withMaxFlushBytes(config.flushBytes())
        .withExploring(explore);
  }

  private static Map<String, String> stripeSettings(BatcherConfig config, boolean byHandle) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(BatcherOptions.STRIPES, Integer.toString(config.stripes()));
    settings.put(BatcherOptions.STRIPE_BYTES, Integer.toString(config.stripeBytes()));
    settings.put(BatcherOptions.STRIPE_MESSAGES, Integer.toString(config.stripeMessages()));
    settings.put(BatcherOptions.SUBMIT, byHandle ? "handle" : "thread");
    return settings;
  }

  private static Map<String, String> bucketSettings(
      int flushBytes, long intervalNanos, int maxBytes) {
    Map<String, String> settings = limits(flushBytes, intervalNanos);
    settings.put(BatcherOptions.MAX_BYTES, Integer.toString(maxBytes));
    return settings;
  }

  private static Map<String, String> limits(int flushBytes, long intervalNanos) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(BatcherOptions.FLUSH_BYTES, Integer.toString(flushBytes));
    settings.put(BatcherOptions.FLUSH_INTERVAL_MS, BatcherOptions.millis(intervalNanos));
    return settings;
  }
}
