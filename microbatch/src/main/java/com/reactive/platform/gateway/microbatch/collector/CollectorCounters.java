package com.reactive.platform.gateway.microbatch.collector;

import com.reactive.platform.gateway.microbatch.FlushReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the outcomes of a collector's items. Counted per batch, by any thread, read by any thread.
 */
final class CollectorCounters {
  private final Map<FlushReason, AtomicLong> batches = new EnumMap<>(FlushReason.class);
  private final AtomicLong failedBatches = new AtomicLong();
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong discarded = new AtomicLong();
  private final AtomicLong takenBack = new AtomicLong();

  CollectorCounters() {
    for (FlushReason reason : FlushReason.values()) {
      batches.put(reason, new AtomicLong());
    }
  }

  void batch(FlushReason reason) {
    batches.get(reason).incrementAndGet();
  }

  void delivered(int items) {
    delivered.addAndGet(items);
  }

  void failed(int items) {
    failedBatches.incrementAndGet();
    failed.addAndGet(items);
  }

  void discarded(int items) {
    discarded.addAndGet(items);
  }

  void takenBack() {
    takenBack.incrementAndGet();
  }

  long failedBatches() {
    return failedBatches.get();
  }

  CollectorStats snapshot(CollectorLane[] lanes, CollectorConfig config) {
    long done = delivered.get() + failed.get() + discarded.get(); // first: it must not outrun
    long accepted = -takenBack.get();
    long refusedFull = 0;
    double fill = 0;
    for (CollectorLane lane : lanes) {
      accepted += lane.ring().produced();
      refusedFull += lane.refusedFull();
      fill = Math.max(fill, (double) lane.ring().size() / lane.ring().capacity());
    }
    Map<FlushReason, Long> byReason = new EnumMap<>(FlushReason.class);
    batches.forEach((reason, count) -> byReason.put(reason, count.get()));
    return new CollectorStats(
        accepted,
        delivered.get(),
        failed.get(),
        discarded.get(),
        refusedFull,
        Math.max(0, accepted - done),
        fill,
        byReason.values().stream().mapToLong(Long::longValue).sum(),
        failedBatches.get(),
        byReason,
        config.maxBatchItems(),
        config.flushIntervalNanos());
  }
}
