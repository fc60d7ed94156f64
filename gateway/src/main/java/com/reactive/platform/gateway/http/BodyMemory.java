package com.reactive.platform.gateway.http;

/**
 * Memory for bodies that arrive in pieces, by segments, within the budget of all event loops. Some
 * segments are kept for the next body. One per event loop; not thread-safe.
 */
final class BodyMemory {
  /** As much as Netty's decoder hands over at once: a body of more comes in pieces for certain. */
  static final int SEGMENT_BYTES = 8 * 1024;

  private static final int MAX_FREE = 64;

  private final BodyBudget budget;
  private final byte[][] free = new byte[MAX_FREE][];
  private int freeCount;
  private long reserved;

  BodyMemory(BodyBudget budget) {
    this.budget = budget;
  }

  BodyBudget budget() {
    return budget;
  }

  /** Segments that so many bytes fill. */
  static int segmentsOf(int bytes) {
    return (int) (((long) bytes + SEGMENT_BYTES - 1) / SEGMENT_BYTES);
  }

  /** Returns whether so many segments may be taken; then they must be released one day. */
  boolean reserve(int segments) {
    return noted(budget.reserve((long) segments * SEGMENT_BYTES), segments);
  }

  /** The same for a body of which only the length has come, and with less room. */
  boolean claim(int segments) {
    return noted(budget.claim((long) segments * SEGMENT_BYTES), segments);
  }

  private boolean noted(boolean granted, int segments) {
    reserved += granted ? segments : 0;
    return granted;
  }

  /** Whether something of this loop is arriving in pieces. */
  boolean isInUse() {
    return reserved > 0;
  }

  /** Whether so many segments could be reserved now. */
  boolean hasRoomFor(int segments) {
    return budget.hasRoomFor((long) segments * SEGMENT_BYTES);
  }

  /** Gives a reservation back, whose segments were given back before. */
  void release(int segments) {
    reserved -= segments;
    budget.release((long) segments * SEGMENT_BYTES);
  }

  /** One that was reserved; what is in it is anybody's. */
  byte[] take() {
    return freeCount > 0 ? free[--freeCount] : new byte[SEGMENT_BYTES];
  }

  void giveBack(byte[] segment) {
    if (freeCount < MAX_FREE) {
      free[freeCount++] = segment;
    }
  }
}
