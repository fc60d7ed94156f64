package com.reactive.platform.gateway.microbatch.collector;

import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.adaptive.LoadSample;
import java.util.Map;

/**
 * A snapshot of what a collector did since it started. The figures are read one after another while
 * it works: each is right, together they may be a few items apart.
 *
 * @param accepted items taken by submit
 * @param delivered items in batches for which the sink returned
 * @param failed items in batches for which the sink threw
 * @param discarded items that the sink never saw, because a close timed out or the thread died
 * @param refusedFull submits that found no room
 * @param pending items accepted and none of delivered, failed and discarded
 * @param fill how much of the fullest ring is in use, 0 to 1
 * @param batches batches handed to the sink
 * @param failedBatches those for which it threw
 * @param batchesByReason batches by the reason for which they went; every reason is present
 * @param maxBatchItems N as it is in force
 * @param flushIntervalNanos T as it is in force, nanoseconds
 */
public record CollectorStats(
    long accepted,
    long delivered,
    long failed,
    long discarded,
    long refusedFull,
    long pending,
    double fill,
    long batches,
    long failedBatches,
    Map<FlushReason, Long> batchesByReason,
    int maxBatchItems,
    long flushIntervalNanos) {

  /** Copies the map: a snapshot does not change. */
  public CollectorStats {
    batchesByReason = Map.copyOf(batchesByReason);
  }

  /** Number of batches that were flushed for this reason. */
  public long batches(FlushReason reason) {
    return batchesByReason.getOrDefault(reason, 0L);
  }

  /** The counts that adapting rests on. */
  LoadSample load(int bytesPerItem) {
    long sentBytes = (delivered + failed) * bytesPerItem;
    return new LoadSample(accepted, sentBytes, refusedFull, pending, fill);
  }
}
