package com.reactive.platform.gateway.telemetry;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** The heap, and how long collectors stopped this process. One thread. */
public final class JvmUsage {
  /**
   * Since the sample before.
   *
   * @param heapBytes in use, garbage included
   * @param collectionMillis of collectors, per second
   */
  public record Sample(long heapBytes, double collectionMillis) {}

  private long beforeNanos;
  private long collectionMillisBefore;

  /** To be called once a second. */
  public Sample sample(long nowNanos) {
    long collectionMillis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
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
