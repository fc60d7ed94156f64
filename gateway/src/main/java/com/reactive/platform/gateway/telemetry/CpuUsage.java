package com.reactive.platform.gateway.telemetry;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.ArrayDeque;
import java.util.Deque;

/** How many processors this process keeps busy, over the last five samples. One thread. */
public final class CpuUsage {
  private static final int SAMPLES = 5;

  private record Reading(long nanos, long cpuNanos) {}

  private final Deque<Reading> readings = new ArrayDeque<>(SAMPLES + 1);

  /** Null before the first sample: what there is for management takes a while to load. */
  private OperatingSystemMXBean system;

  /**
   * To be called once a second.
   *
   * @return 1.5: one and a half processors; 0 where the platform does not tell
   */
  public double sample(long nowNanos) {
    return sample(nowNanos, processCpuNanos());
  }

  double sample(long nowNanos, long cpuNanos) {
    Reading now = new Reading(nowNanos, cpuNanos);
    readings.add(now);
    if (readings.size() > SAMPLES + 1) {
      readings.remove();
    }
    Reading oldest = readings.getFirst();
    long elapsedNanos = now.nanos - oldest.nanos;
    return elapsedNanos <= 0
        ? 0
        : Math.max(0, (double) (cpuNanos - oldest.cpuNanos) / elapsedNanos);
  }

  private long processCpuNanos() {
    if (system == null) {
      system = ManagementFactory.getOperatingSystemMXBean();
    }
    return system instanceof com.sun.management.OperatingSystemMXBean process
        ? process.getProcessCpuTime()
        : 0;
  }
}
