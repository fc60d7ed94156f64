package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.internal.Doorbell;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * The buckets of a {@link BucketBatcher}: gathering, full, in flight. One monitor guards it all.
 */
final class BucketStore {
  private final BucketSizes sizes;
  private final int maxBytes;
  private final long flushIntervalNanos;
  private final Doorbell doorbell;

  private Bucket gathering; // null if nothing gathers
  private boolean lastIsFull; // the bucket before the next to be opened
  private Bucket spare; // to be used again instead of a new one
  private final Queue<Bucket> full = new ArrayDeque<>();
  private final Map<Batch, Bucket> inFlight = new HashMap<>();
  private int usedBytes; // capacities of all buckets but the spare one
  private boolean closed;
  private boolean aborted;
  private long acceptedMessages;
  private long acceptedBytes;
  private long refusedFull;

  BucketStore(BucketSizes sizes, int maxBytes, long flushIntervalNanos, Doorbell doorbell) {
    this.sizes = sizes;
    this.maxBytes = maxBytes;
    this.flushIntervalNanos = flushIntervalNanos;
    this.doorbell = doorbell;
  }

  synchronized SubmitResult append(byte[] buffer, int offset, int length, Completion completion) {
    if (closed) {
      return SubmitResult.CLOSED;
    }
    if ((gathering == null || !gathering.hasRoom(length)) && !openBucket(length)) {
      refusedFull++;
      return SubmitResult.FULL;
    }
    gathering.put(buffer, offset, length, completion);
    acceptedMessages++;
    acceptedBytes += length;
    boolean firstOfBucket = gathering.size() == 1;
    if (!gathering.hasRoom(1)) {
      gatheringIsFull();
      doorbell.press(true);
    } else if (firstOfBucket || inFlight.isEmpty()) {
      doorbell.press(true); // it may go now, or its time begins, or the one before is full
    }
    return SubmitResult.ACCEPTED;
  }

  /** The next batch that is due; null if none is. */
  synchronized Batch takeDue() {
    FlushReason reason = aborted ? null : dueReason();
    return reason == null ? null : take(reason);
  }

  /** The next batch, due or not; null if nothing is pending. */
  synchronized Batch takeAny() {
    return full.isEmpty() && gathering == null ? null : take(FlushReason.CLOSE);
  }

  /**
   * Nanoseconds during which nothing is due, unless the doorbell rings; 0 or less if something is.
   */
  synchronized long nanosUntilDue() {
    if (dueReason() != null) {
      return 0;
    }
    return gathering == null ? Doorbell.FOREVER : flushIntervalNanos - gathering.ageNanos();
  }

  synchronized void close() {
    closed = true;
  }

  /** From now on nothing is due any more. */
  synchronized void abort() {
    aborted = true;
  }

  /** Waits until nothing is pending and nothing in flight; whether that came in time. */
  synchronized boolean awaitEmpty(long timeoutNanos) throws InterruptedException {
    long start = System.nanoTime();
    while (usedBytes > 0) {
      long left = timeoutNanos - (System.nanoTime() - start);
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  synchronized BatcherStats stats(FlushCounters counters, FlushLimits limits) {
    long pendingMessages = gathering == null ? 0 : gathering.size();
    long pendingBytes = gathering == null ? 0 : gathering.bytes();
    for (Bucket bucket : full) {
      pendingMessages += bucket.size();
      pendingBytes += bucket.bytes();
    }
    for (Batch batch : inFlight.keySet()) {
      pendingMessages += batch.openMessages();
      pendingBytes += batch.openBytes();
    }
    Map<FlushReason, Long> byReason = counters.batchesByReason();
    return new BatcherStats(
        acceptedMessages,
        acceptedBytes,
        refusedFull,
        byReason.values().stream().mapToLong(Long::longValue).sum(),
        counters.messages(),
        counters.bytes(),
        pendingMessages,
        pendingBytes,
        (double) usedBytes / maxBytes,
        inFlight.size(),
        byReason,
        counters.lastReason(),
        limits.flushBytes(),
        limits.flushIntervalNanos(),
        limits.idlePauseNanos());
  }

  private boolean openBucket(int length) {
    int capacityBytes = sizes.bytesFor(length, lastIsFull || gathering != null);
    if (capacityBytes > maxBytes - usedBytes) {
      return false;
    }
    if (gathering != null) {
      gatheringIsFull();
    }
    gathering = spareOf(capacityBytes);
    lastIsFull = false;
    usedBytes += capacityBytes;
    sizes.opened(capacityBytes);
    return true;
  }

  private void gatheringIsFull() {
    full.add(gathering);
    gathering = null;
    lastIsFull = true;
  }

  private Bucket spareOf(int capacityBytes) {
    Bucket bucket = spare;
    spare = null;
    return bucket != null && bucket.capacityBytes() == capacityBytes
        ? bucket
        : new Bucket(capacityBytes);
  }

  private FlushReason dueReason() {
    if (!full.isEmpty()) {
      return FlushReason.SIZE;
    }
    if (gathering == null) {
      return null;
    }
    if (gathering.ageNanos() >= flushIntervalNanos) {
      return FlushReason.TIME;
    }
    if (inFlight.isEmpty()) {
      return FlushReason.IDLE;
    }
    return closed ? FlushReason.CLOSE : null;
  }

  private Batch take(FlushReason reason) {
    Bucket bucket = full.poll();
    if (bucket == null) {
      bucket = gathering;
      gathering = null;
      sizes.flushed(bucket.bytes(), bucket.capacityBytes());
    }
    Batch batch = bucket.toBatch(this::completed, reason);
    inFlight.put(batch, bucket);
    return batch;
  }

  private synchronized void completed(Batch batch) {
    spare = inFlight.remove(batch);
    spare.reset();
    usedBytes -= spare.capacityBytes();
    if (inFlight.isEmpty()) {
      doorbell.press(true);
      notifyAll();
    }
  }
}
