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
 * batcher's own: read them, do not write, and read nothing after the last message is completed,
 * because the space is then given to other messages.
 *
 * <p>Every message is completed with one of {@link #acked}, {@link #notWritten}, {@link #unknown}
 * and {@link #unknownYet}, from any thread and in any order; the methods without an index complete
 * all that are open. The first call for a message counts; every later one does nothing, even after
 * the batch is done.
 */
public final class Batch {
  /** Told when the first message of a batch is about to be completed, and when the last one is. */
  interface Owner {
    /** Called once per batch, before any completion is told, on the thread that tells it. */
    default void completing(Batch batch) {}

    /** Called once per batch, with no lock held, on the thread that completed the last message. */
    void completed(Batch batch);
  }

  private static final System.Logger LOG = System.getLogger(Batch.class.getName());
  private static final VarHandle CLAIMED;
  private static final VarHandle CLAIMED_WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long[] ALL = {};
  private static final long ONE_MESSAGE = 1L << 32;

  static {
    try {
      CLAIMED = MethodHandles.lookup().findVarHandle(Batch.class, "claimed", long[].class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private enum Outcome {
    ACKED,
    NOT_WRITTEN,
    UNKNOWN
  }

  private final Owner owner;
  private final MessageSlots slots;
  private final FlushReason reason;
  private final long firstSequence;
  private final int size;
  private final int bytes;
  private final long oldestNanos;

  // One bit per message, made when the first message is completed by itself; ALL when they are all
  // completed in one call. The bits live here and not in the slots, because a late second
  // completion must find its own batch and never a message that took over the slot.
  @SuppressWarnings("unused") // through CLAIMED
  private volatile long[] claimed;

  // Written before the atomic step that completes the message, read after the one that is the last.
  private boolean failed;

  // Messages not completed in the upper half, their bytes in the lower: one atomic step for both.
  private final AtomicLong open;

  Batch(
      Owner owner,
      MessageSlots slots,
      FlushReason reason,
      long firstSequence,
      int size,
      int bytes,
      long oldestNanos) {
    this.owner = owner;
    this.slots = slots;
    this.reason = reason;
    this.firstSequence = firstSequence;
    this.size = size;
    this.bytes = bytes;
    this.oldestNanos = oldestNanos;
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
    return slots.buffer();
  }

  /** Offset of message i in the buffer. */
  public int offset(int i) {
    return slots.offset(sequence(i));
  }

  /** Length of message i in bytes; may be 0. */
  public int length(int i) {
    return slots.length(sequence(i));
  }

  /**
   * The completion of message i; null if it has none. For the sink's dispatcher, before it hands
   * the message on: once the message is complete its place may belong to another.
   */
  public Completion completion(int i) {
    return slots.completion(sequence(i));
  }

  /**
   * Submit time of the oldest message, as {@link System#nanoTime}. Not every message has a time of
   * its own: under load it may be that of a message a few places before, never a later one.
   */
  public long oldestNanos() {
    return oldestNanos;
  }

  /** The reason for which the batch was flushed. */
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

  /**
   * Completes message i as possibly in the sink, which goes on asking what became of it.
   *
   * @return what to tell then; null if nobody wants to know, or if message i was complete already
   */
  public Settlement unknownYet(int i, Throwable reason) {
    long sequence = sequence(i);
    if (!claim(i)) {
      return null;
    }
    Settlement settlement = settlement(sequence);
    completeClaimed(sequence, Outcome.UNKNOWN, 0, -1, reason);
    return settlement;
  }

  private Settlement settlement(long sequence) {
    Completion completion = slots.completion(sequence);
    try {
      return completion == null ? null : completion.settlement();
    } catch (Throwable thrown) {
      LOG.log(
          System.Logger.Level.ERROR, "a completion threw when asked for its settlement", thrown);
      return null;
    }
  }

  /** Completes every open message as durable in the sink, all of them at one place. */
  public void acked(int partition, long offset) {
    completeOpen(Outcome.ACKED, partition, offset, null);
  }

  /** Completes every open message as certainly not in the sink. */
  public void notWritten(Throwable reason) {
    completeOpen(Outcome.NOT_WRITTEN, 0, -1, reason);
  }

  /** Completes every open message as possibly in the sink. */
  public void unknown(Throwable reason) {
    completeOpen(Outcome.UNKNOWN, 0, -1, reason);
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

  /** True if a message was completed as anything but durable. For the owner, once it is told. */
  boolean hasFailed() {
    return failed;
  }

  private boolean complete(
      int i, Outcome outcome, int partition, long offset, Throwable throwable) {
    long sequence = sequence(i);
    if (!claim(i)) {
      return false;
    }
    completeClaimed(sequence, outcome, partition, offset, throwable);
    return true;
  }

  private void completeClaimed(
      long sequence, Outcome outcome, int partition, long offset, Throwable throwable) {
    int length = slots.length(sequence);
    noteFailure(outcome);
    tell(sequence, outcome, partition, offset, throwable);
    if (open.addAndGet(-ONE_MESSAGE - length) == 0) {
      owner.completed(this);
    }
  }

  private void completeOpen(Outcome outcome, int partition, long offset, Throwable throwable) {
    if (CLAIMED.compareAndSet(this, null, ALL)) {
      owner.completing(this);
      for (int i = 0; i < size; i++) {
        tell(firstSequence + i, outcome, partition, offset, throwable);
      }
      noteFailure(outcome);
      open.set(0);
      owner.completed(this);
      return;
    }
    for (int i = 0; i < size; i++) {
      complete(i, outcome, partition, offset, throwable);
    }
  }

  private void noteFailure(Outcome outcome) {
    if (outcome != Outcome.ACKED) {
      failed = true;
    }
  }

  private void tell(
      long sequence, Outcome outcome, int partition, long offset, Throwable throwable) {
    Completion completion = slots.removeCompletion(sequence);
    if (completion == null) {
      return;
    }
    try {
      switch (outcome) {
        case ACKED -> completion.acked(partition, offset);
        case NOT_WRITTEN -> completion.notWritten(throwable);
        case UNKNOWN -> completion.unknown(throwable);
      }
    } catch (Throwable thrown) {
      // Its own fault and nobody else's: the other messages and their space must go on.
      LOG.log(System.Logger.Level.ERROR, "a completion threw on " + outcome, thrown);
    }
  }

  private boolean claim(int i) {
    long[] bits = claimed;
    if (bits == null) {
      long[] none = new long[(size + Long.SIZE - 1) / Long.SIZE];
      long[] witness = (long[]) CLAIMED.compareAndExchange(this, null, none);
      if (witness == null) {
        owner.completing(this);
      }
      bits = witness == null ? none : witness;
    }
    if (bits == ALL) {
      return false;
    }
    long bit = 1L << i; // the shift is modulo 64
    return ((long) CLAIMED_WORD.getAndBitwiseOr(bits, i / Long.SIZE, bit) & bit) == 0;
  }

  private long sequence(int i) {
    return firstSequence + Objects.checkIndex(i, size);
  }
}
