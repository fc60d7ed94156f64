package com.reactive.platform.gateway.microbatch.adaptive;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Settings of a {@link BatchCalibration}.
 *
 * @param key what the learning holds for
 * @param targetLatencyMicros no budget is longer than this, microseconds, more than 0
 * @param maxFlushBytes N is never more than this, at least 1; what the sink takes in one piece
 * @param pausing whether H is learned; it stays 0 otherwise
 * @param outside what counts beside this process's CPU time
 * @param exploring whether other limits than the best are tried
 * @param observing whether limits are computed only: those of the start stay in force
 * @param seeds what was learned elsewhere, for levels of which nothing is learned yet
 * @param seed of all that is random
 * @param wallClock for timestamps only
 */
public record CalibrationConfig(
    CalibrationKey key,
    double targetLatencyMicros,
    int maxFlushBytes,
    boolean pausing,
    OutsideCost outside,
    boolean exploring,
    boolean observing,
    Map<PressureLevel, Learned> seeds,
    long seed,
    InstantSource wallClock) {

  /** Refuses a latency or a size that leaves no room. */
  public CalibrationConfig {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(wallClock, "wallClock");
    Objects.requireNonNull(outside, "outside");
    seeds = Map.copyOf(seeds);
    if (!(targetLatencyMicros > 0)) {
      throw new IllegalArgumentException(
          "targetLatencyMicros must be more than 0, but is " + targetLatencyMicros);
    }
    if (maxFlushBytes < 1) {
      throw new IllegalArgumentException(
          "maxFlushBytes must be at least 1, but is " + maxFlushBytes);
    }
  }

  /** Explores N and T, with N up to 64 MiB and a seed of its own. */
  public static CalibrationConfig of(CalibrationKey key, double targetLatencyMicros) {
    long ownSeed = new SplittableRandom().nextLong();
    return new CalibrationConfig(
        key,
        targetLatencyMicros,
        PressureLevel.MAX_FLUSH_BYTES,
        false,
        OutsideCost.NONE,
        true,
        false,
        Map.of(),
        ownSeed,
        InstantSource.system());
  }

  /** The same with another bound on N. */
  public CalibrationConfig withMaxFlushBytes(int bytes) {
    return new CalibrationConfig(
        key,
        targetLatencyMicros,
        bytes,
        pausing,
        outside,
        exploring,
        observing,
        seeds,
        seed,
        wallClock);
  }

  /** The same with or without learning H. */
  public CalibrationConfig withPausing(boolean on) {
    return new CalibrationConfig(
        key,
        targetLatencyMicros,
        maxFlushBytes,
        on,
        outside,
        exploring,
        observing,
        seeds,
        seed,
        wallClock);
  }

  /** The same with another cost outside. */
  public CalibrationConfig withOutsideCost(OutsideCost cost) {
    return new CalibrationConfig(
        key,
        targetLatencyMicros,
        maxFlushBytes,
        pausing,
        cost,
        exploring,
        observing,
        seeds,
        seed,
        wallClock);
  }

  /** The same with exploration on or off. */
  public CalibrationConfig withExploring(boolean on) {
    return new CalibrationConfig(
        key,
        targetLatencyMicros,
        maxFlushBytes,
        pausing,
        outside,
        on,
        observing,
        seeds,
        seed,
        wallClock);
  }

  /** The same, computing limits only, or not. */
  public CalibrationConfig withObserving(boolean on) {
    return new CalibrationConfig(
        key,
        targetLatencyMicros,
        maxFlushBytes,
        pausing,
        outside,
        exploring,
        on,
        seeds,
        seed,
        wallClock);
  }

  /** The same with what was learned elsewhere. */
  public CalibrationConfig withSeeds(Map<PressureLevel, Learned> learned) {
    return new CalibrationConfig(
        key,
        targetLatencyMicros,
        maxFlushBytes,
        pausing,
        outside,
        exploring,
        observing,
        learned,
        seed,
        wallClock);
  }

  /** The same with another seed. */
  public CalibrationConfig withSeed(long newSeed) {
    return new CalibrationConfig(
        key,
        targetLatencyMicros,
        maxFlushBytes,
        pausing,
        outside,
        exploring,
        observing,
        seeds,
        newSeed,
        wallClock);
  }

  /** The same with another clock. */
  public CalibrationConfig withWallClock(InstantSource clock) {
    return new CalibrationConfig(
        key,
        targetLatencyMicros,
        maxFlushBytes,
        pausing,
        outside,
        exploring,
        observing,
        seeds,
        seed,
        clock);
  }

  long targetLatencyNanos() {
    return Math.max(1, (long) (targetLatencyMicros * 1_000));
  }
}
