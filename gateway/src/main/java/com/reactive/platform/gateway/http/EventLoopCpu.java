package com.reactive.platform.gateway.http;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** How much of a processor an event loop needs. The loop's own. */
final class EventLoopCpu {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** No noise: it has been busy all the time. */
  private static final double ALL = 0.95;

  private boolean begun;
  private long nanos;
  private long cpuNanos;
  private double smoothed = 1;

  /**
   * The share of a processor that this thread needed since the last call, smoothed unless it is all
   * of it: half is the one before. 1 as long as that is not known.
   */
  double share(long nowNanos) {
    long cpuNow = cpuNanos();
    if (cpuNow < 0) {
      return 1;
    }
    if (begun && nowNanos > nanos) {
      double share = (double) (cpuNow - cpuNanos) / (nowNanos - nanos);
      smoothed = share >= ALL ? share : (smoothed + share) / 2;
    }
    begun = true;
    nanos = nowNanos;
    cpuNanos = cpuNow;
    return smoothed;
  }

  /** Of this thread; negative if the JVM does not tell. */
  private static long cpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
  }
}
