package com.reactive.platform.gateway;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.http.HttpConfig;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The settings by which events are batched.
 *
 * @param batcher sizes, and N and T: fixed ones, or the most that are ever in force if they adapt
 * @param adaptive whether N and T follow the load
 * @param lanes the batchers that there are; {@link #lane} makes the configuration of one
 * @param maxLatencyMillis of streams whose answers wait, unless they say otherwise
 * @param calibration how limits are learned
 */
public record BatchingConfig(
    BatcherConfig batcher,
    boolean adaptive,
    List<DeliveryProfile> lanes,
    int maxLatencyMillis,
    CalibrationSettings calibration) {

  /** What a produce request has besides the records; generous. */
  private static final int REQUEST_OVERHEAD_BYTES = 4_096;

  private static final int ANSWERS_WAIT_MILLIS = 20;
  private static final int MAX_LANES = 8;
  private static final int LONGEST_BUDGET_MILLIS = 30_000;

  /** What the streams need to know before there can be lanes. */
  static StreamsConfig.Defaults streamDefaults(
      Settings settings, HttpConfig http, KafkaConfig kafka) {
    boolean adaptive =
        settings.flag(
            "batch.adaptive",
            true,
            "learn N and T and adapt them to the load; false: fixed N and T");
    int flushIntervalMillis =
        settings.integer(
            "batch.flush-interval-ms",
            5,
            1,
            LONGEST_BUDGET_MILLIS,
            "T: flush interval (as linger.ms); only with batch.adaptive: false");
    rejectWhatHasNoEffect(settings, adaptive);
    int half = Math.max(1, kafka.queueTimeoutMillis() / 2);
    int answered = maxLatencyMillis(settings, half);
    return new StreamsConfig.Defaults(
        http.maxBodyBytes(),
        adaptive ? answered : flushIntervalMillis,
        Math.min(LONGEST_BUDGET_MILLIS, half),
        half,
        adaptive);
  }

  static BatchingConfig from(
      Settings settings,
      HttpConfig http,
      KafkaConfig kafka,
      StreamsConfig.Defaults defaults,
      List<DeliveryProfile> lanes) {
    int maxMessage = http.maxBodyBytes() + EventFrame.MAX_OVERHEAD_BYTES;
    int stripeBytes =
        settings.integer(
            "batch.stripe-bytes",
            Math.max(
                usualStripeBytes(http.eventLoops() * Math.max(1, lanes.size())), 2 * maxMessage),
            2 * maxMessage,
            1 << 30,
            "buffer per event loop and delivery pipeline, rounded up to a power of two");
    settings.describeDefault(
        "batch.stripe-bytes",
        "8388608, or less if all buffers together would exceed an eighth of the heap");
    int stripeEvents =
        settings.integer(
            "batch.stripe-events",
            65_536,
            16,
            1 << 24,
            "events in flight per event loop and delivery pipeline, rounded up to a power of two");
    int flushBytes =
        settings.integer(
            "batch.flush-bytes",
            1 << 20,
            1,
            1 << 30,
            "N: flush size (as batch.size); the upper limit of N if adaptive; never more than fits"
                + " in a produce request");
    int idlePauseMicros =
        settings.integer(
            "batch.idle-pause-us",
            0,
            0,
            1_000 * LONGEST_BUDGET_MILLIS,
            "H: shortest time between two flushes to an idle Kafka; 0: flush as soon as it is idle;"
                + " only with batch.adaptive: false");
    CalibrationSettings calibration = CalibrationSettings.from(settings, kafka);
    if (lanes.size() > MAX_LANES) {
      settings.reject(
          "streams",
          "they have "
              + lanes.size()
              + " different combinations of acks, format, max-latency-ms and topic with a spool;"
              + " each needs a batcher of its own, and "
              + MAX_LANES
              + " is the maximum");
    }
    return new BatchingConfig(
        new BatcherConfig(
            http.eventLoops(),
            stripeBytes,
            stripeEvents,
            Math.min(flushBytes, Math.max(1, kafka.maxRequestBytes() - REQUEST_OVERHEAD_BYTES)),
            TimeUnit.MILLISECONDS.toNanos(lanes.isEmpty() ? 1 : lanes.get(0).maxLatencyMillis()),
            TimeUnit.MICROSECONDS.toNanos(idlePauseMicros)),
        defaults.adaptive(),
        lanes,
        defaults.answeredLatencyMillis(),
        calibration);
  }

  /** Whether it is the same but for the lanes, and for what follows from their number. */
  boolean sameButForLanes(BatchingConfig other) {
    boolean sizes =
        lanes.size() != other.lanes.size() || batcher.stripeBytes() == other.batcher.stripeBytes();
    return sizes
        && adaptive == other.adaptive
        && calibration.equals(other.calibration)
        && maxLatencyMillis == other.maxLatencyMillis
        && batcher.stripes() == other.batcher.stripes()
        && batcher.stripeMessages() == other.batcher.stripeMessages()
        && batcher.flushBytes() == other.batcher.flushBytes()
        && batcher.idlePauseNanos() == other.batcher.idlePauseNanos();
  }

  /** The configuration of one lane. */
  public BatchingConfig lane(DeliveryProfile lane) {
    BatcherConfig itsOwn =
        new BatcherConfig(
            batcher.stripes(),
            batcher.stripeBytes(),
            batcher.stripeMessages(),
            batcher.flushBytes(),
            TimeUnit.MILLISECONDS.toNanos(lane.maxLatencyMillis()),
            batcher.idlePauseNanos());
    return new BatchingConfig(itsOwn, adaptive, List.of(lane), maxLatencyMillis, calibration);
  }

  private static void rejectWhatHasNoEffect(Settings settings, boolean adaptive) {
    List<String> idle =
        adaptive
            ? List.of("batch.flush-interval-ms", "batch.idle-pause-us")
            : Stream.concat(
                    Stream.of("batch.max-latency-ms"),
                    CalibrationSettings.keysOfLearning().stream())
                .toList();
    for (String key : idle) {
      if (settings.isSet(key)) {
        settings.reject(key, "has no effect while batch.adaptive is " + adaptive);
      }
    }
  }

  /** The default of streams whose answers wait for Kafka. */
  private static int maxLatencyMillis(Settings settings, int half) {
    int millis =
        settings.integer(
            "batch.max-latency-ms",
            Math.min(ANSWERS_WAIT_MILLIS, half),
            1,
            LONGEST_BUDGET_MILLIS,
            "longest time to wait for a batch to fill, for streams with respond: durable");
    settings.describeDefault("batch.max-latency-ms", Integer.toString(ANSWERS_WAIT_MILLIS));
    if (millis > half) {
      settings.reject(
          "batch.max-latency-ms",
          "must be at most half of kafka.queue-timeout-ms, "
              + half
              + ": events would time out while batching");
    }
    return millis;
  }

  /**
   * 8 MiB, all of it resident from the start; less where all take more than an eighth of the heap.
   */
  private static int usualStripeBytes(int stripes) {
    long share = Runtime.getRuntime().maxMemory() / 8 / stripes;
    return (int) Math.min(8 << 20, Long.highestOneBit(share));
  }

  /** What calibration goes by. */
  CalibrationConfig calibration(KafkaConfig kafka) {
    return calibration.of(kafka, lanes.get(0), batcher.flushBytes());
  }

  /** What is in force, by key. */
  Map<String, String> inForce() {
    Map<String, String> inForce = new TreeMap<>();
    inForce.put("batch.adaptive", Boolean.toString(adaptive));
    inForce.put(
        "batch.flush-bytes",
        Integer.toString(Math.min(batcher.flushBytes(), batcher.stripeBytes() / 4)));
    inForce.put("batch.stripe-bytes", Integer.toString(batcher.stripeBytes()));
    inForce.put("batch.stripe-events", Integer.toString(batcher.stripeMessages()));
    inForce.put("batch.calibration-file", calibration.file().map(Path::toString).orElse(""));
    if (adaptive) {
      inForce.put("batch.max-latency-ms", Integer.toString(maxLatencyMillis));
      inForce.putAll(calibration.inForce());
    } else {
      long millis = TimeUnit.NANOSECONDS.toMillis(batcher.flushIntervalNanos());
      inForce.put("batch.flush-interval-ms", Long.toString(millis));
      long pauseMicros = TimeUnit.NANOSECONDS.toMicros(batcher.idlePauseNanos());
      inForce.put("batch.idle-pause-us", Long.toString(pauseMicros));
    }
    return inForce;
  }

  /** The most bytes of events that the batcher can hold. */
  long budgetBytes() {
    return (long) lanes.size() * batcher.stripes() * batcher.stripeBytes();
  }
}
