package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.StripeCursors.Released;
import com.reactive.platform.gateway.microbatch.StripeCursors.Tail;
import com.reactive.platform.gateway.microbatch.StripeCursors.Taken;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * One ring of messages: a writer appends, the dispatcher takes runs of them, completers give the
 * space back.
 *
 * <p>The bytes of a message lie contiguous in the ring; where it does not fit before the end, the
 * end is skipped. Sequences and byte positions only grow:
 *
 * <pre>
 *   released  &lt;=  taken  &lt;=  published          sequence numbers
 *      |  in flight  |  pending  |  free ...
 * </pre>
 *
 * <p>Who writes what, and how the next one sees it:
 *
 * <ul>
 *   <li>One writer at a time appends, without a lock; who shares a stripe brings a lock along. A
 *       message's bytes and slot are written before {@code published}, a volatile write, which
 *       hands them to the taking side; it is volatile and not just release because the wake-up
 *       protocol of {@link Dispatcher}, and closing, rest on it.
 *   <li>Taking and releasing are guarded by {@code takeLock}, once per batch and never while
 *       anybody sends, waits or runs a completion.
 *   <li>Batches complete in any order, but space goes back in the order in which it was taken: from
 *       the oldest batch on, as long as batches are complete. The two fields of {@code released}
 *       are written after everything that was done with the bytes; the writer reads them before it
 *       overwrites those. It may see one of the two newer than the other: each by itself promises
 *       no more than what is free. It looks only when its last look no longer suffices.
 * </ul>
 *
 * <p><b>Closing.</b> A writer that saw the stripe open may publish after it was closed. Closer and
 * writer each write first ({@code closed}, {@code published}) and then read the other's: so either
 * the closing side finds the message, or the writer finds the stripe closed and withdraws what it
 * published, unless it was taken meanwhile. Takers read {@code published} under the lock under
 * which it is withdrawn.
 */
final class Stripe implements Batch.Owner {
  /** Told when a batch leaves a stripe, and when its last message is completed. */
  interface Listener {
    /** Called before the messages stop being pending. */
    void batchTaken();

    /** Called once per batch, with no lock held, on the thread that completed the last message. */
    void batchCompleted(Batch batch);
  }

  /** Messages and bytes that are accepted and not completed. */
  record Open(long messages, long bytes) {}

  private record Outstanding(Batch batch, long endPosition) {}

  private final Listener listener;
  private final int ringBytes;
  private final int slotCount;

  /**
   * The ring and its slots. Made by the writer, for its first message, so that what is never used
   * takes no memory; null until then. Others read it only where they have seen a message.
   */
  private MessageSlots slots;

  private final SubmitTimes times;
  private final int maxBatchMessages;
  private volatile boolean closed;
  private final AtomicBoolean appending = new AtomicBoolean();

  private final Tail tail = new Tail();
  private final Taken taken = new Taken();
  private final Released released = new Released();
  private final StripeFlights flights = new StripeFlights(tail, taken);

  private final Object takeLock = new Object();
  private final Queue<Outstanding> outstanding = new ArrayDeque<>();

  Stripe(BatcherConfig config, Listener listener, LongSupplier nanoClock) {
    this.listener = listener;
    ringBytes = config.stripeBytes();
    slotCount = config.stripeMessages();
    times = new SubmitTimes(nanoClock, slotCount);
    maxBatchMessages = Math.max(1, slotCount / 4);
    tail.freeSequence = slotCount;
    tail.freePosition = ringBytes;
  }

  /** The most bytes that a batch of several messages has, so that space comes back in pieces. */
  static int maxBatchBytes(BatcherConfig config) {
    return Math.max(1, config.stripeBytes() / 4);
  }

  /**
   * Copies a message of at most half the ring in. One writer at a time.
   *
   * @param completion null if nobody waits for the outcome
   */
  SubmitResult append(byte[] source, int offset, int length, Completion completion) {
    assert enter();
    try {
      if (closed) {
        return SubmitResult.CLOSED;
      }
      long sequence = tail.published;
      long start = contiguousFrom(tail.position, length);
      long end = start + length;
      if (isFull(sequence + 1, end)) {
        tail.addRefusedFull();
        return SubmitResult.FULL;
      }
      System.arraycopy(source, offset, ring(), index(start), length);
      put(sequence, index(start), length, completion);
      return publish(sequence + 1, end, length);
    } finally {
      assert leave();
    }
  }

  /**
   * Finds room for a message of this length at most, at most half the ring, to be written in place.
   * Nothing changes before {@link #commit}. The writer's.
   *
   * @return its offset in the ring; -1 if there is none
   */
  int claim(int maxLength) {
    long start = contiguousFrom(tail.position, maxLength);
    if (closed || isFull(tail.published + 1, start + maxLength)) {
      return -1;
    }
    ring(); // commit needs its slots
    tail.claimed = start;
    return index(start);
  }

  /**
   * Appends the message that was written into the claimed room.
   *
   * @param length no more than was claimed
   * @param completion null if nobody waits for the outcome
   */
  SubmitResult commit(int length, Completion completion) {
    assert enter();
    try {
      if (closed) {
        return SubmitResult.CLOSED;
      }
      long sequence = tail.published;
      put(sequence, index(tail.claimed), length, completion);
      return publish(sequence + 1, tail.claimed + length, length);
    } finally {
      assert leave();
    }
  }

  /**
   * Copies all messages in, or none; together at most half the ring, and no more than it has slots.
   * One writer at a time.
   *
   * @param completion told the outcome of each message; null if nobody waits for it
   */
  SubmitResult append(MessageBatch messages, Completion completion) {
    assert enter();
    try {
      if (closed) {
        return SubmitResult.CLOSED;
      }
      int count = messages.size();
      int bytes = messages.bytes();
      long sequence = tail.published;
      long start = contiguousFrom(tail.position, bytes);
      if (isFull(sequence + count, start + bytes)) {
        tail.addRefusedFull();
        return SubmitResult.FULL;
      }
      int index = index(start);
      System.arraycopy(messages.buffer(), 0, ring(), index, bytes);
      int offset = 0;
      for (int i = 0; i < count; i++) {
        int messageEnd = messages.end(i);
        put(sequence + i, index + offset, messageEnd - offset, completion);
        offset = messageEnd;
      }
      return publish(sequence + count, start + bytes, bytes);
    } finally {
      assert leave();
    }
  }

  /**
   * True if a message of this length, at most half the ring, would fit in now; if not, it counts as
   * refused. The writer's.
   */
  boolean admits(int length) {
    boolean full = isFull(tail.published + 1, contiguousFrom(tail.position, length) + length);
    if (full) {
      tail.addRefusedFull();
    }
    return !full;
  }

  /** The part of the ring, or of its slots, that is not free; from 0 to 1. The writer's. */
  double fill() {
    double bytes = (double) (tail.position - released.position) / ringBytes;
    double messages = (double) (tail.published - released.sequence) / slotCount;
    return Math.max(bytes, messages);
  }

  int ringBytes() {
    return ringBytes;
  }

  /** True if so many messages, the first ones, have their outcome. The writer's. */
  boolean isReleased(long messages) {
    return released.sequence >= messages;
  }

  private boolean isFull(long endSequence, long endPosition) {
    if (endSequence <= tail.freeSequence && endPosition <= tail.freePosition) {
      return false;
    }
    tail.freeSequence = released.sequence + slotCount;
    tail.freePosition = released.position + ringBytes;
    return endSequence > tail.freeSequence || endPosition > tail.freePosition;
  }

  private void put(long sequence, int offset, int length, Completion completion) {
    slots.put(sequence, offset, length, completion);
    if (SubmitTimes.isDue(sequence) || taken.sequence == sequence) {
      times.note(sequence);
    }
  }

  private SubmitResult publish(long endSequence, long endPosition, int bytes) {
    long firstSequence = tail.published;
    tail.position = endPosition; // not taken back at a withdrawal: nothing comes after it
    tail.addBytes(bytes);
    tail.published = endSequence;
    return closed && withdraw(firstSequence, bytes) ? SubmitResult.CLOSED : SubmitResult.ACCEPTED;
  }

  /** Takes back what was published last, if nobody took any of it. */
  private boolean withdraw(long firstSequence, int bytes) {
    synchronized (takeLock) {
      if (taken.sequence > firstSequence) {
        return false;
      }
      for (long sequence = firstSequence; sequence < tail.published; sequence++) {
        slots.removeCompletion(sequence);
      }
      tail.addBytes(-bytes);
      tail.published = firstSequence;
      return true;
    }
  }

  /** Refuses every message from now on; one whose append is under way may still come in. */
  void close() {
    closed = true;
  }

  /**
   * Takes the oldest pending messages: at least one, then as many as stay within maxBytes and a
   * quarter of the slots. Null if nothing before the sequence {@code end} is pending. The
   * dispatcher's, and at an aborted close the closer's as well.
   */
  Batch take(FlushReason reason, long end, int maxBytes) {
    synchronized (takeLock) {
      long first = taken.sequence;
      int available = (int) (Math.min(end, tail.published) - first);
      if (available <= 0) {
        return null;
      }
      int limit = Math.min(available, maxBatchMessages);
      long position = taken.position;
      int size = 0;
      int bytes = 0;
      do {
        int length = slots.length(first + size);
        if (size > 0 && bytes + length > maxBytes) {
          break;
        }
        int skipped = (slots.offset(first + size) - index(position)) & (ringBytes - 1);
        position += skipped + length;
        bytes += length;
        size++;
      } while (size < limit);
      long oldestNanos = times.nanos(first);
      Batch batch = new Batch(this, slots, reason, first, size, bytes, oldestNanos);
      outstanding.add(new Outstanding(batch, position));
      listener.batchTaken();
      taken.position = position;
      taken.bytes = taken.bytes + bytes;
      taken.sequence = first + size;
      return batch;
    }
  }

  @Override
  public void completed(Batch batch) {
    releaseCompleted();
    listener.batchCompleted(batch);
  }

  @Override
  public void completing(Batch batch) {
    flights.onCompleting(batch);
  }

  /** Gives back the space of the oldest batches that are complete. */
  private void releaseCompleted() {
    synchronized (takeLock) {
      Outstanding oldest = outstanding.peek();
      while (oldest != null && oldest.batch.openMessages() == 0) {
        outstanding.remove();
        released.position = oldest.endPosition;
        released.sequence = oldest.batch.endSequence();
        oldest = outstanding.peek();
      }
    }
  }

  Listener listener() {
    return listener;
  }

  /** The writer's; made when it is first asked for. */
  byte[] ring() {
    if (slots == null) {
      slots = new MessageSlots(new byte[ringBytes], slotCount);
    }
    return slots.buffer();
  }

  /** Sequence of the next message to be appended. */
  long published() {
    return tail.published;
  }

  /** Messages that were ever appended to any of these. */
  static long published(Stripe[] stripes) {
    long messages = 0;
    for (Stripe stripe : stripes) {
      messages += stripe.published();
    }
    return messages;
  }

  /** Sequence of the next message to be taken. */
  long taken() {
    return taken.sequence;
  }

  /** Messages that are accepted and not taken. */
  long pending() {
    return tail.published - taken.sequence;
  }

  boolean hasPending() {
    return tail.published != taken.sequence;
  }

  /** Its flights, which the flushing side begins and ends. */
  StripeFlights flights() {
    return flights;
  }

  /** True for one message of many. The writer's, after an append. */
  boolean isTimeToLook() {
    return SubmitTimes.isDue(tail.published);
  }

  /** True if the pending messages fill a batch: by their bytes, or by a quarter of the slots. */
  boolean hasFullBatch(int flushBytes) {
    return tail.published - taken.sequence >= maxBatchMessages
        || tail.bytes() - taken.bytes >= flushBytes;
  }

  /** Submit time of the oldest pending message, or earlier. The taking side's. */
  long oldestPendingNanos() {
    return times.nanos(taken.sequence);
  }

  /** Messages that are accepted and not completed, pending or in flight. */
  Open open() {
    synchronized (takeLock) {
      long messages = tail.published - taken.sequence;
      long bytes = tail.bytes() - taken.bytes;
      for (Outstanding away : outstanding) {
        messages += away.batch.openMessages();
        bytes += away.batch.openBytes();
      }
      return new Open(messages, bytes);
    }
  }

  /** The share of the ring or of the slots, whichever is larger, that holds these. */
  double fill(Open open) {
    return Math.max((double) open.bytes() / ringBytes, (double) open.messages() / slotCount);
  }

  long acceptedBytes() {
    return tail.bytes();
  }

  long refusedFull() {
    return tail.refusedFull();
  }

  int maxMessages() {
    return slotCount;
  }

  private long contiguousFrom(long position, int length) {
    int toEnd = ringBytes - index(position);
    return length <= toEnd ? position : position + toEnd;
  }

  private int index(long position) {
    return (int) position & (ringBytes - 1);
  }

  /** Only with assertions on: two writers at once would lose messages, and must not go unseen. */
  private boolean enter() {
    if (!appending.compareAndSet(false, true)) {
      throw new AssertionError("two threads append to one stripe at once");
    }
    return true;
  }

  private boolean leave() {
    appending.set(false);
    return true;
  }
}
