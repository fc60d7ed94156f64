package com.reactive.platform.gateway;

import com.reactive.platform.gateway.calibration.LearnedLines;
import com.reactive.platform.gateway.config.FileErrors;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.OutsideCost;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The settings of learning: what is learned, what counts for it, and where it is kept.
 *
 * @param file where what is learned is kept; none: nowhere
 * @param key under which it is kept
 * @param seeds what was learned elsewhere
 * @param mode whether it is applied
 * @param explore whether other limits than the best are tried
 * @param learnPause whether H is learned
 * @param learnCodec whether the native client learns its codec
 * @param outside what requests and bytes cost Kafka, which counts where H is learned
 */
public record CalibrationSettings(
    Optional<Path> file,
    String key,
    List<LearnedEntry> seeds,
    Mode mode,
    boolean explore,
    boolean learnPause,
    boolean learnCodec,
    OutsideCost outside) {

  /** Whether what is learned is applied. */
  public enum Mode {
    /** The limits in force follow it. */
    APPLY,
    /** The limits of the start stay in force; what would be chosen is shown. */
    OBSERVE
  }

  private static final boolean LEARN_CODEC = false;
  private static final String COMPRESSION = "compression.type"; // Kafka's name

  /** Copies the list. */
  public CalibrationSettings {
    seeds = List.copyOf(seeds);
  }

  /** Those of these settings that have no effect without learning. */
  static List<String> keysOfLearning() {
    return List.of(
        "batch.explore",
        "batch.learn-idle-pause",
        "batch.learn-codec",
        "batch.request-cost-us",
        "batch.megabyte-cost-us",
        "calibration.key",
        "calibration.seed-file",
        "calibration.mode");
  }

  static CalibrationSettings from(Settings settings, KafkaConfig kafka) {
    return new CalibrationSettings(
        file(settings),
        key(settings, kafka),
        seeds(settings),
        settings.choice(
            "calibration.mode",
            Mode.APPLY,
            "observe: learn and show what would be chosen, but keep the limits of the start"),
        settings.flag(
            "batch.explore",
            true,
            "occasionally try other N and T, always within the latency budget"),
        settings.flag(
            "batch.learn-idle-pause",
            true,
            "learn H, the shortest time between two flushes to an idle Kafka, with the other limits;"
                + " never where max-latency-ms is 1"),
        learnCodec(settings, kafka),
        outsideCost(settings));
  }

  /** Not learned over a codec that somebody chose. */
  private static boolean learnCodec(Settings settings, KafkaConfig kafka) {
    boolean wanted =
        settings.flag(
            "batch.learn-codec",
            LEARN_CODEC,
            "learn the codec (none, lz4, zstd) that pays, by topic and size of batches, where a"
                + " megabyte costs batch.megabyte-cost-us; native client only, and not where"
                + " kafka.producer.compression.type is set");
    return wanted && !kafka.passThrough().containsKey(COMPRESSION);
  }

  /** What a million bytes cost Kafka, nanoseconds; none if the codec is fixed. */
  OptionalLong learnedCodec() {
    return learnCodec && mode == Mode.APPLY
        ? OptionalLong.of(outside.megabyteNanos())
        : OptionalLong.empty();
  }

  private static Optional<Path> file(Settings settings) {
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

  private static String key(Settings settings, KafkaConfig kafka) {
    String name = "calibration.key";
    String usual = CalibrationKey.nameOf(kafka.bootstrapServers());
    String key =
        settings.text(
            name,
            usual,
            "instances with the same key use what any of them learned; independent of the host");
    settings.describeDefault(name, "kafka.bootstrap-servers, sorted");
    if (key.equals(usual)) {
      return key; // If it is empty, the servers are to blame.
    }
    if (key.isEmpty() || key.length() > CalibrationKey.MAX_LENGTH || key.startsWith("host=")) {
      settings.reject(
          name,
          "must have 1 to " + CalibrationKey.MAX_LENGTH + " characters, and not begin with host=");
      return usual;
    }
    return key;
  }

  private static List<LearnedEntry> seeds(Settings settings) {
    String key = "calibration.seed-file";
    Optional<Path> file =
        settings.path(
            key,
            "what `./reactive calibration export` printed elsewhere; for levels of which nothing"
                + " is learned yet");
    try {
      return file.isEmpty() ? List.of() : LearnedLines.read(file.get());
    } catch (IOException e) {
      settings.reject(key, file.get() + ": " + FileErrors.reason(e));
      return List.of();
    }
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

  /** What calibration goes by; it holds for this key and this way of delivery. */
  CalibrationConfig of(KafkaConfig kafka, DeliveryProfile lane, int maxFlushBytes) {
    CalibrationKey itsKey = CalibrationKey.named(key, kafka.bootstrapServers(), lane.text());
    return CalibrationConfig.of(itsKey, 1_000.0 * lane.maxLatencyMillis())
        .withMaxFlushBytes(maxFlushBytes)
        .withPausing(learnPause)
        .withOutsideCost(learnPause ? outside : OutsideCost.NONE)
        .withSeeds(LearnedLines.matching(seeds, key, lane.text()))
        .withObserving(mode == Mode.OBSERVE)
        .withExploring(explore);
  }

  /** What is in force where limits are learned, by key of the setting. */
  Map<String, String> inForce() {
    Map<String, String> inForce = new TreeMap<>();
    inForce.put("batch.explore", Boolean.toString(explore));
    inForce.put("batch.learn-idle-pause", Boolean.toString(learnPause));
    inForce.put("batch.learn-codec", Boolean.toString(learnCodec));
    inForce.put(
        "batch.request-cost-us",
        Long.toString(TimeUnit.NANOSECONDS.toMicros(outside.requestNanos())));
    inForce.put(
        "batch.megabyte-cost-us",
        Long.toString(TimeUnit.NANOSECONDS.toMicros(outside.megabyteNanos())));
    inForce.put("calibration.mode", mode.name().toLowerCase(Locale.ROOT));
    return inForce;
  }
}
