package com.reactive.platform.gateway.microbatch;

/**
 * Messages in one byte array, and what is known of each, in a ring of slots: message {@code
 * sequence} has the slot {@code sequence} modulo the capacity.
 *
 * <p>Plain memory: whoever uses it brings the order between the one that puts and those that read.
 */
final class MessageSlots {
  private final byte[] buffer;

  // Offset in the upper half, length in the lower: one store per message.
  private final long[] places;

  // Null where nobody waits for the outcome. An empty slot is null as well, so that a message
  // without completion costs no store.
  private final Completion[] completions;
  private final int mask;

  /**
   * @param capacity number of slots, a power of two
   */
  MessageSlots(byte[] buffer, int capacity) {
    this.buffer = buffer;
    this.places = new long[capacity];
    this.completions = new Completion[capacity];
    this.mask = capacity - 1;
  }

  void put(long sequence, int offset, int length, Completion completion) {
    int slot = (int) sequence & mask;
    places[slot] = (long) offset << 32 | length;
    if (completion != null) {
      completions[slot] = completion;
    }
  }

  byte[] buffer() {
    return buffer;
  }

  int capacity() {
    return places.length;
  }

  int offset(long sequence) {
    return (int) (places[(int) sequence & mask] >>> 32);
  }

  int length(long sequence) {
    return (int) places[(int) sequence & mask];
  }

  Completion completion(long sequence) {
    return completions[(int) sequence & mask];
  }

  /** The message's completion, for the one caller that claimed the message; null if it has none. */
  Completion removeCompletion(long sequence) {
    int slot = (int) sequence & mask;
    Completion completion = completions[slot];
    if (completion != null) {
      completions[slot] = null; // or an idle ring would keep it, and what hangs on it, alive
    }
    return completion;
  }
}
