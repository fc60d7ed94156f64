package com.reactive.platform.gateway.microbatch;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * One ring of messages: writers append, the dispatcher takes runs of them, completers give the
 * space back.
 *
 * <p>The bytes of a message lie contiguous in the ring; where it does not fit before the end, the
 * end is skipped. What is known of a message lies in parallel arrays, at its sequence number modulo
 * their length. Sequences and byte positions only grow:
 *
 * <pre>
 *   released  &lt;=  taken  &lt;=  published          sequence numbers
 *      |  in flight  |  pending  |  free ...
 * </pre>
 *
 * <p>Who writes what, and how the next one sees it:
 *
 * <ul>
 *   <li>Appending is guarded by {@code appendLock}. A message's slot and bytes are written before
 *       {@code published}, a volatile write, which hands them to the taking side; it is volatile
 *       and not just release because the wake-up protocol of {@link Dispatcher} rests on it.
 *   <li>Taking and releasing are guarded by {@code takeLock}, once per batch and never while
 *       anybody sends, waits or runs a completion.
 *   <li>Batches complete in any order, but space goes back in the order in which it was taken: from
 *       the oldest batch on, as long as batches are complete. {@code released} and {@code
 *       releasedPosition} are release writes that follow everything that was done with the bytes;
 *       the writer's acquire reads precede its overwriting them. It may see one of the two newer
 *       than the other: each by itself promises no more than what is free.
 * </ul>
 */
final class Stripe {
  /** Told when a batch leaves a stripe, and when its last message is completed. */
  interface Listener {
    /** Called before the messages stop being pending. */
    void batchTaken();

    /** Called once per batch, with no lock held, on the thread that completed the last message. */
    void batchCompleted();
  }

  /** Messages and bytes that are accepted and not completed. */
  record Open(long messages, long bytes) {}

  private final LongSupplier nanoClock;
  private final byte[] ring;
  private final int maxBatchMessages;

  private final long[] endPositions;
  private final int[] lengths;
  private final long[] submittedNanos;
  private final Completion[] completions;

  private final Object appendLock = new Object();
  private long tailPosition;
  private long refusedFull;
  private boolean closed;
  private final AtomicLong publishedBytes = new AtomicLong();
  private final AtomicLong published = new AtomicLong();

  private final Object takeLock = new Object();
  private final Queue<Batch> outstanding = new ArrayDeque<>();
  private final AtomicLong takenBytes = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong releasedPosition = new AtomicLong();
  private final AtomicLong released = new AtomicLong();

  Stripe(BatcherConfig config, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    ring = new byte[config.stripeBytes()];
    maxBatchMessages = Math.max(1, config.stripeMessages() / 4);
    endPositions = new long[config.stripeMessages()];
    lengths = new int[config.stripeMessages()];
    submittedNanos = new long[config.stripeMessages()];
    completions = new Completion[config.stripeMessages()];
  }

  /** The most bytes that a batch of several messages has, so that space comes back in pieces. */
  static int maxBatchBytes(BatcherConfig config) {
    return Math.max(1, config.stripeBytes() / 4);
  }

  /** Copies a message of at most half the ring in. Any thread. */
  SubmitResult append(byte[] source, int offset, int length, Completion completion) {
    synchronized (appendLock) {
      if (closed) {
        return SubmitResult.CLOSED;
      }
      long sequence = published.getPlain();
      long start = contiguousFrom(tailPosition, length);
      long end = start + length;
      if (sequence - released.getAcquire() >= lengths.length
          || end - releasedPosition.getAcquire() > ring.length) {
        refusedFull++;
        return SubmitResult.FULL;
      }
      System.arraycopy(source, offset, ring, index(start), length);
      int slot = slot(sequence);
      endPositions[slot] = end;
      lengths[slot] = length;
      submittedNanos[slot] = nanoClock.getAsLong(); // in the lock, so that times follow sequences
      completions[slot] = completion;
      tailPosition = end;
      publishedBytes.setOpaque(publishedBytes.getPlain() + length);
      published.set(sequence + 1);
      return SubmitResult.ACCEPTED;
    }
  }

  /** Refuses every message from now on; when it returns, {@link #published} is final. */
  void close() {
    synchronized (appendLock) {
      closed = true;
    }
  }

  /**
   * Takes the oldest pending messages: at least one, then as many as stay within maxBytes and a
   * quarter of the slots. Null if nothing before the sequence {@code end} is pending. The
   * dispatcher's, and at an aborted close the closer's as well.
   */
  Batch take(FlushReason reason, long end, int maxBytes, Listener listener) {
    synchronized (takeLock) {
      long first = taken.getPlain();
      int available = (int) (Math.min(end, published.getAcquire()) - first);
      if (available <= 0) {
        return null;
      }
      int limit = Math.min(available, maxBatchMessages);
      int size = 1;
      int bytes = length(first);
      while (size < limit && bytes + length(first + size) <= maxBytes) {
        bytes += length(first + size);
        size++;
      }
      Batch batch = new Batch(this, listener, reason, first, size, bytes);
      outstanding.add(batch);
      listener.batchTaken();
      takenBytes.setOpaque(takenBytes.getPlain() + bytes);
      taken.set(first + size);
      return batch;
    }
  }

  /** Gives back the space of the oldest batches that are complete. */
  void releaseCompleted() {
    synchronized (takeLock) {
      Batch oldest = outstanding.peek();
      while (oldest != null && oldest.openMessages() == 0) {
        outstanding.remove();
        releasedPosition.setRelease(endPositions[slot(oldest.endSequence() - 1)]);
        released.setRelease(oldest.endSequence());
        oldest = outstanding.peek();
      }
    }
  }

  /** Sequence of the next message to be appended. */
  long published() {
    return published.get();
  }

  /** Sequence of the next message to be taken. */
  long taken() {
    return taken.get();
  }

  boolean hasPending() {
    return published.get() != taken.get();
  }

  /** Whether the pending messages fill a batch: by their bytes, or by a quarter of the slots. */
  boolean hasFullBatch(int flushBytes) {
    return published.get() - taken.get() >= maxBatchMessages
        || publishedBytes.getOpaque() - takenBytes.getOpaque() >= flushBytes;
  }

  /** When the oldest pending message was submitted. The taking side's, while there is one. */
  long oldestPendingNanos() {
    return submittedNanos(taken.get());
  }

  /** What is accepted and not completed, pending or in flight. */
  Open open() {
    synchronized (takeLock) {
      long messages = published.get() - taken.getPlain();
      long bytes = publishedBytes.getOpaque() - takenBytes.getPlain();
      for (Batch batch : outstanding) {
        messages += batch.openMessages();
        bytes += batch.openBytes();
      }
      return new Open(messages, bytes);
    }
  }

  long publishedBytes() {
    return publishedBytes.getOpaque();
  }

  long refusedFull() {
    synchronized (appendLock) {
      return refusedFull;
    }
  }

  byte[] ring() {
    return ring;
  }

  int offset(long sequence) {
    return index(endPositions[slot(sequence)] - length(sequence));
  }

  int length(long sequence) {
    return lengths[slot(sequence)];
  }

  long submittedNanos(long sequence) {
    return submittedNanos[slot(sequence)];
  }

  /** The message's completion, for the one caller that claimed the message. */
  Completion removeCompletion(long sequence) {
    int slot = slot(sequence);
    Completion completion = completions[slot];
    completions[slot] = null; // or an idle ring would keep it, and what hangs on it, alive
    return completion;
  }

  private long contiguousFrom(long position, int length) {
    int toEnd = ring.length - index(position);
    return length <= toEnd ? position : position + toEnd;
  }

  private int index(long position) {
    return (int) position & (ring.length - 1);
  }

  private int slot(long sequence) {
    return (int) sequence & (lengths.length - 1);
  }
}
