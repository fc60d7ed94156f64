package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.SplittableRandom;

/**
 * What a window would show of a sink with these costs: so much CPU for each batch, event and byte,
 * and a byte is dearer the further the batch outgrows the cache; a batch is away for so long and so
 * much longer per byte. Loads beyond what one batch after another can carry saturate it.
 */
public record SinkModel(
    PressureLevel level,
    double eventsPerSecond,
    int eventBytes,
    double idleCpuShare,
    double cpuMicrosPerBatch,
    double cpuMicrosPerEvent,
    double cpuNanosPerByte,
    double cacheBytes,
    double latencyMicrosPerBatch,
    double latencyNanosPerByte) {
  static final int CORES = 4;
  private static final long WALL_NANOS = 10_000_000_000L;

  /** The same at another load. */
  SinkModel at(double otherEventsPerSecond) {
    return new SinkModel(
        level,
        otherEventsPerSecond,
        eventBytes,
        idleCpuShare,
        cpuMicrosPerBatch,
        cpuMicrosPerEvent,
        cpuNanosPerByte,
        cacheBytes,
        latencyMicrosPerBatch,
        latencyNanosPerByte);
  }

  /** A window; noise is the half-width of what each figure is off by, as a share. */
  public Observation observe(FlushLimits limits, double noise, SplittableRandom random) {
    double batchBytes = batchBytes(limits);
    double awayNanos = awayNanos(batchBytes);
    double capacity = batchBytes / eventBytes / awayNanos * 1e9;
    boolean saturated = eventsPerSecond > capacity;
    double rate = Math.min(eventsPerSecond, capacity) * noisy(noise, random);
    double batches = rate * eventBytes / batchBytes;
    double bytesCpuNanos = cpuNanosPerByte * (1 + batchBytes / cacheBytes);
    double cpuPerSecond =
        idleCpuShare * 1e9
            + batches * cpuMicrosPerBatch * 1e3
            + rate * (cpuMicrosPerEvent * 1e3 + eventBytes * bytesCpuNanos);
    double waitNanos = Math.min((double) limits.flushIntervalNanos(), fillNanos(limits));
    double p99Nanos = (waitNanos + awayNanos) * noisy(noise, random);
    long events = Math.round(rate * 10);
    return new Observation(
        level,
        limits,
        events,
        events * eventBytes,
        WALL_NANOS,
        Math.round(cpuPerSecond * 10 * noisy(noise, random)),
        Math.round(p99Nanos),
        saturated,
        true);
  }

  /** The score without noise, as calibration counts it. */
  double score(FlushLimits limits, long budgetNanos) {
    Observation seen = observe(limits, 0, new SplittableRandom(1));
    return Window.of(seen, budgetNanos, CORES, 1).score();
  }

  /** The best score of a grid over the whole box, eight points to the octave. */
  FlushLimits sweep(LimitsBox box) {
    FlushLimits best = box.bootstrap();
    FlushLimits corner = new FlushLimits(box.minFlushBytes(), box.minIntervalNanos());
    for (double bytes = 0;
        bytes <= octaves(box.maxFlushBytes(), box.minFlushBytes());
        bytes += 0.125) {
      for (double nanos = 0;
          nanos <= octaves((double) box.budgetNanos(), (double) box.minIntervalNanos());
          nanos += 0.125) {
        FlushLimits limits = box.step(corner, bytes, nanos);
        if (score(limits, box.budgetNanos()) > score(best, box.budgetNanos())) {
          best = limits;
        }
      }
    }
    return best;
  }

  private static double octaves(double to, double from) {
    return Math.log(to / from) / Math.log(2) + 0.125;
  }

  private double batchBytes(FlushLimits limits) {
    double gathered = eventsPerSecond * eventBytes * limits.flushIntervalNanos() / 1e9;
    return Math.max(eventBytes, Math.min(limits.flushBytes(), gathered));
  }

  private double fillNanos(FlushLimits limits) {
    return limits.flushBytes() / (eventsPerSecond * eventBytes) * 1e9;
  }

  private double awayNanos(double batchBytes) {
    double perByte = latencyNanosPerByte * (1 + batchBytes / (8 * cacheBytes));
    return latencyMicrosPerBatch * 1e3 + batchBytes * perByte;
  }

  private static double noisy(double noise, SplittableRandom random) {
    return 1 + noise * (2 * random.nextDouble() - 1);
  }
}
