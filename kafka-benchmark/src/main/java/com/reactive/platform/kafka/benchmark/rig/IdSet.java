package com.reactive.platform.kafka.benchmark.rig;

import java.util.Arrays;

/**
 * Ids from 0 on, each in or out. A chunk of 65,536 that is complete takes no memory of its own, so
 * what is needed depends on how far from in order the ids come. For one thread.
 */
final class IdSet {
  private static final int CHUNK_BITS = 16;
  private static final int CHUNK_IDS = 1 << CHUNK_BITS;
  private static final long[] COMPLETE = {};

  private final int maxOpenChunks;
  private int openChunks;
  private long[][] chunks = {};
  private int[] sizes = {};

  /**
   * @param maxBytes of memory for chunks that are not complete; each takes 8 KB
   */
  IdSet(long maxBytes) {
    maxOpenChunks = (int) Math.max(1, maxBytes / (CHUNK_IDS / 8));
  }

  /**
   * Puts an id in.
   *
   * @return whether it was out
   * @throws OutOfRoomException if there is no memory for it
   */
  boolean add(long id) {
    int index = (int) (id >> CHUNK_BITS);
    long[] chunk = index < chunks.length ? chunks[index] : null;
    if (chunk == COMPLETE) {
      return false;
    }
    if (chunk == null) {
      chunk = open(index);
    }
    int word = (int) (id & (CHUNK_IDS - 1)) >> 6;
    long bit = 1L << id;
    if ((chunk[word] & bit) != 0) {
      return false;
    }
    chunk[word] |= bit;
    if (++sizes[index] == CHUNK_IDS) {
      chunks[index] = COMPLETE;
      openChunks--;
    }
    return true;
  }

  /** Returns whether the id is in. */
  boolean contains(long id) {
    int index = (int) (id >> CHUNK_BITS);
    if (index >= chunks.length || chunks[index] == null) {
      return false;
    }
    return chunks[index] == COMPLETE
        || (chunks[index][(int) (id & (CHUNK_IDS - 1)) >> 6] & (1L << id)) != 0;
  }

  private long[] open(int index) {
    if (openChunks == maxOpenChunks) {
      throw new OutOfRoomException();
    }
    openChunks++;
    if (index >= chunks.length) {
      int size = Math.max(index + 1, 2 * chunks.length);
      chunks = Arrays.copyOf(chunks, size);
      sizes = Arrays.copyOf(sizes, size);
    }
    chunks[index] = new long[CHUNK_IDS / 64];
    return chunks[index];
  }

  /** More ids are missing between those that came than there is memory for. */
  static final class OutOfRoomException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutOfRoomException() {
      super("the ids came too far out of order to be held in memory");
    }
  }
}
