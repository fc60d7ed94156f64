package com.reactive.platform.gateway.microbatch.collector;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A bounded first-in-first-out queue between one producer and one consumer. Full and empty are
 * answers: nobody waits, and nothing is lost or overwritten.
 *
 * <p><b>How it works.</b> Elements lie in an array whose length is a power of two, at their
 * sequence number modulo that length. A slot that holds null is the producer's, any other is the
 * consumer's: the slots themselves are all that the two sides tell each other.
 *
 * <pre>
 *   producer   slot is null    (acquire)       consumer   element = slot   (acquire)
 *              slot = element  (release)                  slot = null      (release)
 * </pre>
 *
 * <p><b>Why in this order.</b> With an element goes everything that was written before it was
 * offered: release when it is stored, acquire when it is read. A slot goes back to the producer
 * only after its element was read. Slots are emptied one after another, each by a release write, so
 * that a slot seen empty says the same of all that come before it. On that the producer rests when
 * it looks ahead: it asks for a slot some way on and, if that one is empty, fills all up to it
 * without asking again. Empty the slots in another order, and it would overwrite what nobody has
 * read.
 *
 * <p><b>Why it is quick.</b> What the other side writes lies on a cache line that has to travel
 * between the processors. No count goes to and fro here: the line that brings an element also says
 * that it is there, and brings its neighbours. Looking ahead keeps the producer off the lines that
 * the consumer works on. {@link #drainTo} and {@link #drain} first take and then empty, or in a
 * full ring the producer would run after the consumer from slot to slot. {@code produced} and
 * {@code consumed} are each one side's own; others read them only to tell the size. The two sides'
 * fields lie on lines of their own ({@link RingFields}).
 *
 * <p>{@link #offer} is the producer's; {@link #poll}, {@link #drainTo} and {@link #drain} are the
 * consumer's; the rest is for anybody. Either side may change threads if something else brings the
 * happens-before, and says so by {@link #handOverProducer} or {@link #handOverConsumer}. Where
 * assertions are enabled, a second thread that was not announced gets an AssertionError.
 */
public final class FastRingBuffer<E> extends RingFields.Back {
  private static final int MAX_CAPACITY = 1 << 30;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);
  private static final VarHandle PRODUCED = handle(RingFields.Producer.class, "produced");
  private static final VarHandle CONSUMED = handle(RingFields.Consumer.class, "consumed");

  private static final int MAX_LOOK_AHEAD = 4096;

  /**
   * Makes an empty ring.
   *
   * @param capacity the most elements that it holds, 1 to 2^30, rounded up to a power of two
   */
  public FastRingBuffer(int capacity) {
    this(slots(capacity));
  }

  private FastRingBuffer(Object[] slots) {
    super(slots, Math.max(1, Math.min(slots.length / 4, MAX_LOOK_AHEAD)));
  }

  /**
   * Puts an element in.
   *
   * @param element not null
   * @return false if the ring is full; the element was not taken then
   */
  public boolean offer(E element) {
    Objects.requireNonNull(element, "element");
    assert isProducer() : Thread.currentThread() + " offers beside " + producerThread;
    Object[] ring = slots;
    long sequence = produced;
    if (sequence == freeUpTo && !lookForRoom(ring, sequence)) {
      return false;
    }
    SLOT.setRelease(ring, slot(ring, sequence), element);
    PRODUCED.setRelease(this, sequence + 1);
    return true;
  }

  /** Takes the oldest element out; null if the ring is empty. */
  public E poll() {
    assert isConsumer() : Thread.currentThread() + " takes beside " + consumerThread;
    Object[] ring = slots;
    long sequence = consumed;
    E element = peek(ring, sequence);
    if (element != null) {
      SLOT.setRelease(ring, slot(ring, sequence), null);
      CONSUMED.setRelease(this, sequence + 1);
    }
    return element;
  }

  /**
   * Moves the oldest elements into an array.
   *
   * @param target gets them from the index {@code from} on, in their order
   * @param limit the most elements to move, at least 0
   * @return how many there were, 0 if the ring is empty
   */
  public int drainTo(Object[] target, int from, int limit) {
    Objects.checkFromIndexSize(from, limit, target.length);
    assert isConsumer() : Thread.currentThread() + " takes beside " + consumerThread;
    Object[] ring = slots;
    long first = consumed;
    int most = Math.min(limit, ring.length); // or it would come round to slots not yet given back
    int count = 0;
    E element;
    while (count < most && (element = peek(ring, first + count)) != null) {
      target[from + count] = element;
      count++;
    }
    giveBack(ring, first, first + count);
    return count;
  }

  /**
   * Hands the oldest elements to a consumer, which must not use the ring. What it throws comes out
   * here; the element that it threw on counts as taken, the later ones stay. Room for new elements
   * comes back at the end.
   *
   * @param limit the most elements to take, at least 0
   * @return how many there were, 0 if the ring is empty
   */
  public int drain(Consumer<? super E> consumer, int limit) {
    assert isConsumer() : Thread.currentThread() + " takes beside " + consumerThread;
    Object[] ring = slots;
    long first = consumed;
    int most = Math.min(limit, ring.length); // or it would come round to slots not yet given back
    int count = 0;
    try {
      E element;
      while (count < most && (element = peek(ring, first + count)) != null) {
        count++;
        consumer.accept(element);
      }
    } finally {
      giveBack(ring, first, first + count);
    }
    return count;
  }

  /** Number of elements in the ring; while the sides are at work, about so many. */
  public int size() {
    long taken = (long) CONSUMED.getAcquire(this);
    long put = (long) PRODUCED.getAcquire(this);
    return (int) Math.max(0, Math.min(put - taken, slots.length)); // each a moment late
  }

  /** True if there was nothing in the ring. */
  public boolean isEmpty() {
    return size() == 0;
  }

  /** The most elements that the ring holds. */
  public int capacity() {
    return slots.length;
  }

  /** Called by the producer, or after it ended: from now on another thread may be the producer. */
  public void handOverProducer() {
    assert (producerThread = null) == null;
  }

  /** Called by the consumer, or after it ended: from now on another thread may be the consumer. */
  public void handOverConsumer() {
    assert (consumerThread = null) == null;
  }

  /** Number of elements ever put in. */
  long produced() {
    return (long) PRODUCED.getAcquire(this);
  }

  private boolean lookForRoom(Object[] ring, long sequence) {
    int ahead = 0;
    if (peek(ring, sequence + lookAhead - 1) == null) {
      ahead = lookAhead;
    } else if (peek(ring, sequence) == null) {
      ahead = 1;
    }
    freeUpTo = sequence + ahead;
    return ahead > 0;
  }

  @SuppressWarnings("unchecked") // only offer puts elements in
  private E peek(Object[] ring, long sequence) {
    return (E) SLOT.getAcquire(ring, slot(ring, sequence));
  }

  /** In this order; see above. */
  private void giveBack(Object[] ring, long first, long end) {
    for (long sequence = first; sequence < end; sequence++) {
      SLOT.setRelease(ring, slot(ring, sequence), null);
    }
    CONSUMED.setRelease(this, end);
  }

  private static int slot(Object[] ring, long sequence) {
    return (int) sequence & (ring.length - 1);
  }

  private boolean isProducer() {
    if (producerThread == null) {
      producerThread = Thread.currentThread();
    }
    return producerThread == Thread.currentThread();
  }

  private boolean isConsumer() {
    if (consumerThread == null) {
      consumerThread = Thread.currentThread();
    }
    return consumerThread == Thread.currentThread();
  }

  private static Object[] slots(int capacity) {
    if (capacity < 1 || capacity > MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "capacity must be between 1 and " + MAX_CAPACITY + ", but is " + capacity);
    }
    return new Object[capacity == 1 ? 1 : Integer.highestOneBit(capacity - 1) << 1];
  }

  private static VarHandle handle(Class<?> owner, String field) {
    try {
      return MethodHandles.lookup().findVarHandle(owner, field, long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
