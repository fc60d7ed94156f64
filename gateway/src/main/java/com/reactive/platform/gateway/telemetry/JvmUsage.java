package com.reactive.platform.gateway.telemetry;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** The heap, and how long its collectors ran. One thread. */
public final class JvmUsage {
  /**
   * Since the sample before.
   *
   * @param heapBytes in use, garbage included
   * @param collectionMillis of collectors, per second
   */
  public record Sample(long heapBytes, double collectionMillis) {}

  /** Null before the first sample, as in {@link CpuUsage}. */
  private List<GarbageCollectorMXBean> collectors;

  private long beforeNanos;
  private long collectionMillisBefore;

  /** To be called once a second. */
  public Sample sample(long nowNanos) {
    if (collectors == null) {
      collectors = ManagementFactory.getGarbageCollectorMXBeans();
    }
    long collectionMillis = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      collectionMillis += Math.max(0, collector.getCollectionTime());
    }
    double seconds = beforeNanos == 0 ? 0 : (nowNanos - beforeNanos) / 1e9;
    double perSecond = seconds <= 0 ? 0 : (collectionMillis - collectionMillisBefore) / seconds;
    beforeNanos = nowNanos;
    collectionMillisBefore = collectionMillis;
    Runtime runtime = Runtime.getRuntime();
    return new Sample(runtime.totalMemory() - runtime.freeMemory(), perSecond);
  }
}
