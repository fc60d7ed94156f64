package com.reactive.platform.kafka.benchmark.rig;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The outcome of each send of one lane, two bits for each. The lane's thread makes room before it
 * sends; outcomes come from any thread.
 *
 * <p>A word holds 32 sends and is changed by compare-and-set, so that of two outcomes of one send
 * exactly one is the first. Chunks of words are never moved: whoever was handed a send finds its
 * chunk.
 */
final class SendLedger {
  /** Sends of all lanes of a run together; they take 128 MB here. */
  static final long MAX_SENDS = 1L << 29;

  static final int OPEN = 0;
  static final int ACKED = 1;
  static final int NOT_WRITTEN = 2;
  static final int UNKNOWN = 3;

  private static final int CHUNK_SENDS_BITS = 18;
  private static final int CHUNK_WORDS = 1 << (CHUNK_SENDS_BITS - 5);
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long LOW_BITS = 0x5555555555555555L;

  private final AtomicReferenceArray<long[]> chunks;

  /**
   * @param maxSends room for at least so many, rounded up to a chunk of 262,144
   */
  SendLedger(long maxSends) {
    chunks = new AtomicReferenceArray<>((int) (((maxSends - 1) >> CHUNK_SENDS_BITS) + 1));
  }

  /** Makes room for this send. By the lane's thread. False if the ledger is full. */
  boolean prepare(long send) {
    int chunk = (int) (send >> CHUNK_SENDS_BITS);
    if (chunk >= chunks.length()) {
      return false;
    }
    if (chunks.getPlain(chunk) == null) {
      chunks.setRelease(chunk, new long[CHUNK_WORDS]);
    }
    return true;
  }

  /** Notes the outcome of a send. False if it has one already, or there was no such send. */
  boolean settle(long send, int outcome) {
    long[] words = chunk(send);
    if (words == null) {
      return false;
    }
    int word = word(send);
    int shift = shift(send);
    while (true) {
      long seen = (long) WORDS.getAcquire(words, word);
      if (((seen >>> shift) & 3) != OPEN) {
        return false;
      }
      if (WORDS.compareAndSet(words, word, seen, seen | ((long) outcome << shift))) {
        return true;
      }
    }
  }

  /** One of the four states. */
  int state(long send) {
    long[] words = chunk(send);
    return words == null
        ? OPEN
        : (int) ((long) WORDS.getAcquire(words, word(send)) >>> shift(send)) & 3;
  }

  /** Number of sends in this range that are in this state. */
  long count(long from, long to, int state) {
    long count = 0;
    long send = from;
    while (send < to) {
      long[] words = chunk(send);
      int first = shift(send) >>> 1;
      int sends = (int) Math.min(32 - first, to - send);
      long seen = words == null ? 0 : (long) WORDS.getAcquire(words, word(send));
      // Both bits of a send are zero in `different` if its state is the one that is asked for.
      long different = seen ^ (LOW_BITS * state);
      long equal = ~(different | (different >>> 1)) & LOW_BITS;
      long range = (sends == 32 ? -1L : (1L << (2 * sends)) - 1) << (2 * first);
      count += Long.bitCount(equal & range);
      send += sends;
    }
    return count;
  }

  /** Sends at and behind this one that have an outcome although they were never made. */
  long settledFrom(long send) {
    long end = (long) chunks.length() << CHUNK_SENDS_BITS;
    long settled = 0;
    long from = send;
    while (from < end && chunk(from) != null) {
      long to = Math.min(end, ((from >> CHUNK_SENDS_BITS) + 1) << CHUNK_SENDS_BITS);
      settled += to - from - count(from, to, OPEN);
      from = to;
    }
    return settled;
  }

  private long[] chunk(long send) {
    int chunk = (int) (send >> CHUNK_SENDS_BITS);
    return send < 0 || chunk >= chunks.length() ? null : chunks.getAcquire(chunk);
  }

  private static int word(long send) {
    return (int) (send >> 5) & (CHUNK_WORDS - 1);
  }

  private static int shift(long send) {
    return (int) (send & 31) << 1;
  }
}
