package com.reactive.platform.gateway.microbatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A run of messages on its way to the sink: what a {@link BatchSender} gets.
 *
 * <p>Message i lies at {@code offset(i)} to {@code offset(i) + length(i)} of {@link #buffer()}, for
 * i from 0 to size - 1, in the order in which the messages were submitted. The bytes are the
 * batcher's own ring: read them, do not write, and read nothing after the last message is
 * completed, because the space is then given to other messages.
 *
 * <p>Every message is completed with one of {@link #acked}, {@link #notWritten} and {@link
 * #unknown}, from any thread and in any order. The first call for a message counts and returns
 * true; every later one does nothing and returns false, even after the batch is done.
 */
public final class Batch {
  private static final System.Logger LOG = System.getLogger(Batch.class.getName());
  private static final VarHandle CLAIMED_WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long ONE_MESSAGE = 1L << 32;

  enum Outcome {
    ACKED,
    NOT_WRITTEN,
    UNKNOWN
  }

  private final Stripe stripe;
  private final Stripe.Listener listener;
  private final FlushReason reason;
  private final long firstSequence;
  private final int size;
  private final int bytes;
  private final long oldestNanos;

  // One bit per message. They live here and not in the stripe's slots, because a late second
  // completion must find its own batch and never a message that took over the slot.
  private final long[] claimed;

  // Messages not completed in the upper half, their bytes in the lower: one atomic step for both.
  private final AtomicLong open;

  Batch(
      Stripe stripe,
      Stripe.Listener listener,
      FlushReason reason,
      long firstSequence,
      int size,
      int bytes) {
    this.stripe = stripe;
    this.listener = listener;
    this.reason = reason;
    this.firstSequence = firstSequence;
    this.size = size;
    this.bytes = bytes;
    this.oldestNanos = stripe.submittedNanos(firstSequence);
    this.claimed = new long[(size + Long.SIZE - 1) / Long.SIZE];
    this.open = new AtomicLong(size * ONE_MESSAGE + bytes);
  }

  /** Number of messages, at least 1. */
  public int size() {
    return size;
  }

  /** Sum of the messages' lengths, in bytes. */
  public int bytes() {
    return bytes;
  }

  /** The array that holds the messages, and others' messages besides. */
  public byte[] buffer() {
    return stripe.ring();
  }

  /** Where message i starts in the buffer. */
  public int offset(int i) {
    return stripe.offset(sequence(i));
  }

  /** Length of message i in bytes; may be 0. */
  public int length(int i) {
    return stripe.length(sequence(i));
  }

  /** The {@link System#nanoTime} at which the oldest message was submitted. */
  public long oldestNanos() {
    return oldestNanos;
  }

  /** Why the batch was flushed. */
  public FlushReason reason() {
    return reason;
  }

  /**
   * Completes message i as durable in the sink.
   *
   * @return whether this call was the first to complete message i
   */
  public boolean acked(int i, int partition, long offset) {
    return complete(i, Outcome.ACKED, partition, offset, null);
  }

  /**
   * Completes message i as certainly not in the sink.
   *
   * @return whether this call was the first to complete message i
   */
  public boolean notWritten(int i, Throwable reason) {
    return complete(i, Outcome.NOT_WRITTEN, 0, -1, reason);
  }

  /**
   * Completes message i as possibly in the sink.
   *
   * @return whether this call was the first to complete message i
   */
  public boolean unknown(int i, Throwable reason) {
    return complete(i, Outcome.UNKNOWN, 0, -1, reason);
  }

  /** Completes every message that is still open, as not-written or unknown. */
  void completeOpen(Outcome outcome, Throwable reason) {
    for (int i = 0; i < size; i++) {
      complete(i, outcome, 0, -1, reason);
    }
  }

  long endSequence() {
    return firstSequence + size;
  }

  int openMessages() {
    return (int) (open.get() >>> 32);
  }

  int openBytes() {
    return (int) open.get();
  }

  private boolean complete(
      int i, Outcome outcome, int partition, long offset, Throwable throwable) {
    long sequence = sequence(i);
    if (!claim(i)) {
      return false;
    }
    int length = stripe.length(sequence);
    Completion completion = stripe.removeCompletion(sequence);
    try {
      switch (outcome) {
        case ACKED -> completion.acked(partition, offset);
        case NOT_WRITTEN -> completion.notWritten(throwable);
        case UNKNOWN -> completion.unknown(throwable);
      }
    } catch (Throwable thrown) {
      // Its own fault and nobody else's: the other messages and the ring's space must go on.
      LOG.log(System.Logger.Level.ERROR, "a completion threw on " + outcome, thrown);
    } finally {
      if (open.addAndGet(-ONE_MESSAGE - length) == 0) {
        stripe.releaseCompleted();
        listener.batchCompleted();
      }
    }
    return true;
  }

  private boolean claim(int i) {
    long bit = 1L << i; // the shift is modulo 64
    return ((long) CLAIMED_WORD.getAndBitwiseOr(claimed, i / Long.SIZE, bit) & bit) == 0;
  }

  private long sequence(int i) {
    return firstSequence + Objects.checkIndex(i, size);
  }
}
