package com.reactive.platform.gateway.microbatch.adaptive;

/** Observations for tests: 10 s, so many events, so much CPU, well within any budget. */
public final class Windows {
  public static final PressureLevel LEVEL = PressureLevel.L5_BALANCED;
  public static final long WALL_NANOS = 10_000_000_000L;
  public static final long EVENTS = 50_000;

  /** A window of 50,000 events with this score, in events per CPU-second. */
  public static Observation scored(FlushLimits limits, double score) {
    return scored(limits, EVENTS, score);
  }

  public static Observation scored(FlushLimits limits, long events, double score) {
    return of(limits, events, Math.round(events / score * 1e9), 1_000_000, false);
  }

  /** A saturated window: it has no score but its throughput. */
  public static Observation saturated(FlushLimits limits, long events) {
    return of(limits, events, 1, 1_000_000, true);
  }

  public static Observation of(
      FlushLimits limits, long events, long cpuNanos, long p99Nanos, boolean saturated) {
    return new Observation(
        LEVEL, limits, events, events * 100, WALL_NANOS, cpuNanos, p99Nanos, saturated, true);
  }

  public static Observation unsteady(Observation seen) {
    return new Observation(
        seen.level(),
        seen.limits(),
        seen.events(),
        seen.bytes(),
        seen.wallNanos(),
        seen.cpuNanos(),
        seen.p99Nanos(),
        seen.saturated(),
        false);
  }

  /** The score as calibration counts it. */
  public static double score(Observation seen, long budgetNanos, int cores) {
    return Window.of(seen, budgetNanos, cores, 0).score();
  }

  /** The same with what it costs outside. */
  public static double score(Observation seen, long budgetNanos, OutsideCost outside) {
    return Window.of(seen, budgetNanos, 2, outside, 0).score();
  }

  /** Explores N and T on a machine with so many cores. */
  static CalibrationConfig config(int cores) {
    return CalibrationConfig.of(new CalibrationKey("windows", cores, "", "", ""), 1);
  }

  private Windows() {}
}
