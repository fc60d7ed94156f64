package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.LoadSample;
import java.util.Map;

/**
 * A snapshot of what a batcher did since it started, and of what it holds.
 *
 * <p>The figures are read one after another while the batcher works: each is right, together they
 * may be a few messages apart.
 *
 * @param acceptedMessages messages taken by submit
 * @param acceptedBytes bytes of those messages
 * @param refusedFull submits answered FULL
 * @param batches batches handed to the sender
 * @param messages messages in those batches
 * @param bytes bytes of those messages
 * @param pendingMessages messages accepted and not completed, in flight or not
 * @param pendingBytes bytes of those messages
 * @param fill how much of the fullest stripe is in use, by bytes or by messages, 0 to 1
 * @param inFlightBatches batches handed to the sender of which a message is not completed
 * @param batchesByReason batches by the reason for which they went; every reason is present
 * @param lastFlushReason why the latest batch went; null before the first
 * @param flushBytes N of the flush rule as it is in force
 * @param flushIntervalNanos T of the flush rule as it is in force, nanoseconds
 * @param idlePauseNanos H of the flush rule as it is in force, nanoseconds; 0 for none
 */
public record BatcherStats(
    long acceptedMessages,
    long acceptedBytes,
    long refusedFull,
    long batches,
    long messages,
    long bytes,
    long pendingMessages,
    long pendingBytes,
    double fill,
    int inFlightBatches,
    Map<FlushReason, Long> batchesByReason,
    FlushReason lastFlushReason,
    int flushBytes,
    long flushIntervalNanos,
    long idlePauseNanos) {

  /** Copies the map: a snapshot does not change. */
  public BatcherStats {
    batchesByReason = Map.copyOf(batchesByReason);
  }

  /** The counts that adapting rests on. */
  LoadSample load() {
    return new LoadSample(acceptedMessages, bytes, refusedFull, pendingMessages, batches, fill);
  }

  /** Batches for each thousand messages; 0 before the first. */
  public double batchesPerThousand() {
    return messages == 0 ? 0 : 1_000.0 * batches / messages;
  }

  /** Mean length of a message, bytes; 0 before the first. */
  public double bytesPerMessage() {
    return messages == 0 ? 0 : (double) bytes / messages;
  }

  /** Number of batches that were flushed for this reason. */
  public long batches(FlushReason reason) {
    return batchesByReason.getOrDefault(reason, 0L);
  }
}
