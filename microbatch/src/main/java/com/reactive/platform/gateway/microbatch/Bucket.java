package com.reactive.platform.gateway.microbatch;

/** Messages that will be one batch. Not safe for threads by itself. */
final class Bucket {
  private static final int BYTES_PER_SLOT = 16; // smaller messages run out of slots before bytes
  private static final int MIN_SLOTS = 16;

  private final MessageSlots slots;
  private int size;
  private int bytes;
  private long oldestNanos;

  Bucket(int capacityBytes) {
    int wanted = Math.max(MIN_SLOTS, capacityBytes / BYTES_PER_SLOT);
    slots = new MessageSlots(new byte[capacityBytes], Integer.highestOneBit(wanted));
  }

  boolean hasRoom(int length) {
    return size < slots.capacity() && length <= capacityBytes() - bytes;
  }

  void put(byte[] buffer, int offset, int length, Completion completion) {
    if (size == 0) {
      oldestNanos = System.nanoTime();
    }
    System.arraycopy(buffer, offset, slots.buffer(), bytes, length);
    slots.put(size, bytes, length, completion);
    size++;
    bytes += length;
  }

  Batch toBatch(Batch.Owner owner, FlushReason reason) {
    return new Batch(owner, slots, reason, 0, size, bytes, oldestNanos);
  }

  /** Empties it, once every message is completed. */
  void reset() {
    size = 0;
    bytes = 0;
  }

  int size() {
    return size;
  }

  int bytes() {
    return bytes;
  }

  int capacityBytes() {
    return slots.buffer().length;
  }

  long ageNanos() {
    return System.nanoTime() - oldestNanos;
  }
}
