package com.reactive.platform.gateway;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.http.HttpConfig;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.OutsideCost;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The settings by which events are batched.
 *
 * @param batcher sizes, and N and T: fixed ones, or the most that are ever in force if they adapt
 * @param adaptive whether N and T follow the load
 * @param lanes the batchers that there are; {@link #lane} makes the configuration of one
 * @param maxLatencyMillis of streams whose answers wait, unless they say otherwise
 * @param calibrationFile where what is learned is kept; none: nowhere
 * @param explore whether other limits than the best are tried
 * @param learnPause whether H is learned
 * @param outside what requests and bytes cost Kafka, which counts where H is learned
 */
public record BatchingConfig(
    BatcherConfig batcher,
    boolean adaptive,
    List<DeliveryProfile> lanes,
    int maxLatencyMillis,
    Optional<Path> calibrationFile,
    boolean explore,
    boolean learnPause,
    OutsideCost outside) {

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
    Optional<Path> calibrationFile = calibrationFile(settings);
    boolean explore =
        settings.flag(
            "batch.explore",
            true,
            "occasionally try other N and T, always within the latency budget");
    boolean learnPause =
        settings.flag(
            "batch.learn-idle-pause",
            true,
            "learn H, the shortest time between two flushes to an idle Kafka, with the other limits;"
                + " never where max-latency-ms is 1");
    OutsideCost outside = outsideCost(settings);
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
        calibrationFile,
        explore,
        learnPause,
        outside);
  }

  /** What counts for learning beside the gateway's own CPU time. */
  private static OutsideCost outsideCost(Settings settings) {
    int requestMicros =
        settings.integer(
            "batch.request-cost-us",
            75,
            0,
            1_000_000,
            "CPU time that a produce request costs Kafka; with batch.learn-idle-pause it counts like"
                + " the gateway's own");
    int megabyteMicros =
        settings.integer(
            "batch.megabyte-cost-us",
            3_500,
            0,
            10_000_000,
            "CPU time that a megabyte of events costs Kafka, all replicas together; counts likewise");
    return new OutsideCost(
        TimeUnit.MICROSECONDS.toNanos(requestMicros),
        TimeUnit.MICROSECONDS.toNanos(megabyteMicros));
  }

  /** Whether it is the same but for the lanes, and for what follows from their number. */
  boolean sameButForLanes(BatchingConfig other) {
    boolean sizes =
        lanes.size() != other.lanes.size() || batcher.stripeBytes() == other.batcher.stripeBytes();
    return sizes
        && adaptive == other.adaptive
        && explore == other.explore
        && learnPause == other.learnPause
        && outside.equals(other.outside)
        && maxLatencyMillis == other.maxLatencyMillis
        && calibrationFile.equals(other.calibrationFile)
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
    return new BatchingConfig(
        itsOwn,
        adaptive,
        List.of(lane),
        maxLatencyMillis,
        calibrationFile,
        explore,
        learnPause,
        outside);
  }

  private static void rejectWhatHasNoEffect(Settings settings, boolean adaptive) {
    List<String> idle =
        adaptive
            ? List.of("batch.flush-interval-ms", "batch.idle-pause-us")
            : List.of(
                "batch.max-latency-ms",
                "batch.explore",
                "batch.learn-idle-pause",
                "batch.request-cost-us",
                "batch.megabyte-cost-us");
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

  private static Optional<Path> calibrationFile(Settings settings) {
    String key = "batch.calibration-file";
    String file =
        settings.text(
            key,
            "~/.reactive/calibration.db",
            "SQLite file of learned limits; empty: none; 'up' keeps it in its data directory");
    try {
      return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
    } catch (InvalidPathException e) {
      settings.reject(key, "is not a path: " + e.getReason());
      return Optional.empty();
    }
  }

  /**
   * 8 MiB, all of it resident from the start; less where all take more than an eighth of the heap.
   */
  private static int usualStripeBytes(int stripes) {
    long share = Runtime.getRuntime().maxMemory() / 8 / stripes;
    return (int) Math.min(8 << 20, Long.highestOneBit(share));
  }

  /** What calibration goes by; it holds for this machine, this Kafka and this bound on latency. */
  CalibrationConfig calibration(KafkaConfig kafka) {
    DeliveryProfile lane = lanes.get(0);
    String broker = kafka.bootstrapServers();
    CalibrationKey here =
        CalibrationKey.ofThisMachine(
            broker.substring(0, Math.min(broker.length(), 256)), lane.text());
    return CalibrationConfig.of(here, 1_000.0 * lane.maxLatencyMillis())
        .withMaxFlushBytes(batcher.flushBytes())
        .withPausing(learnPause)
        .withOutsideCost(learnPause ? outside : OutsideCost.NONE)
        .withExploring(explore);
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
    inForce.put("batch.calibration-file", calibrationFile.map(Path::toString).orElse(""));
    if (adaptive) {
      inForce.put("batch.max-latency-ms", Integer.toString(maxLatencyMillis));
      inForce.put("batch.explore", Boolean.toString(explore));
      inForce.put("batch.learn-idle-pause", Boolean.toString(learnPause));
      long requestMicros = TimeUnit.NANOSECONDS.toMicros(outside.requestNanos());
      inForce.put("batch.request-cost-us", Long.toString(requestMicros));
      long megabyteMicros = TimeUnit.NANOSECONDS.toMicros(outside.megabyteNanos());
      inForce.put("batch.megabyte-cost-us", Long.toString(megabyteMicros));
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
