package com.reactive.platform.gateway.microbatch;

/** A ring as people write it who believe that order takes care of itself. It must be caught. */
final class WeakRing<E> {
  private final Object[] slots;
  private volatile long produced;
  private volatile long consumed;

  WeakRing(int capacity) {
    slots = new Object[capacity];
  }

  /** Says that the element is there before it is. */
  boolean offer(E element) {
    long sequence = produced;
    if (sequence - consumed == slots.length) {
      return false;
    }
    produced = sequence + 1;
    slots[(int) sequence & (slots.length - 1)] = element;
    return true;
  }

  /** Gives the slot back before it has read it. */
  @SuppressWarnings("unchecked")
  E poll() {
    long sequence = consumed;
    if (sequence == produced) {
      return null;
    }
    consumed = sequence + 1;
    int slot = (int) sequence & (slots.length - 1);
    E element = (E) slots[slot];
    slots[slot] = null;
    return element;
  }
}
