package com.reactive.platform.kafka.benchmark.rig;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Data of some sends of a lane, recorded while the load runs and compared with the log afterwards:
 * of all of the first {@value #ALL_BELOW}, then of one in {@value #ONE_IN}, which one nobody can
 * foresee from its number. 28 bytes each, so 50 million sends take 22 MB. Written by one thread,
 * the lane's; read when that has ended.
 */
final class Samples {
  /** Sends of which each is noted. */
  static final int ALL_BELOW = 8_192;

  /** Behind those, of so many sends one is noted. */
  static final int ONE_IN = 64;

  private static final int CHUNK_SLOTS = 4_096;

  private static final class Chunk {
    private final int[] lags = new int[CHUNK_SLOTS];
    private final boolean[] answered = new boolean[CHUNK_SLOTS];
    private final int[] topics = new int[CHUNK_SLOTS];
    private final int[] partitions = new int[CHUNK_SLOTS];
    private final long[] offsets = new long[CHUNK_SLOTS];
    private final long[] ids = new long[CHUNK_SLOTS];
  }

  private final List<Chunk> chunks = new ArrayList<>();

  /** Returns whether this send is one of those. */
  static boolean has(long send) {
    return send < ALL_BELOW || (send & (ONE_IN - 1)) == chosen(send / ONE_IN);
  }

  /**
   * Which one of a block; from the finalizer of SplitMix64, so that it keeps no step with others.
   */
  private static int chosen(long block) {
    return (int) (SplitMix64.mix(block) >>> 32) & (ONE_IN - 1);
  }

  private static int slot(long send) {
    return (int) (send < ALL_BELOW ? send : ALL_BELOW + (send - ALL_BELOW) / ONE_IN);
  }

  /**
   * Notes, before a send, that all sends below another one have an outcome.
   *
   * @param settledBelow that one, at most the send itself
   */
  void sending(long send, long settledBelow) {
    int slot = slot(send);
    while (chunks.size() <= slot / CHUNK_SLOTS) {
      chunks.add(new Chunk());
    }
    chunk(slot).lags[slot % CHUNK_SLOTS] = (int) Math.min(Integer.MAX_VALUE, send - settledBelow);
  }

  /** All sends below this one had an outcome when the send was made. */
  long settledBelow(long send) {
    int slot = slot(send);
    Chunk chunk = chunk(slot);
    int lag = chunk.lags[slot % CHUNK_SLOTS];
    return lag == Integer.MAX_VALUE ? 0 : send - lag;
  }

  /** Notes an answer to a send that was noted. */
  void answered(long send, ResponseFields answer) {
    int slot = slot(send);
    Chunk chunk = chunk(slot);
    int at = slot % CHUNK_SLOTS;
    chunk.topics[at] = answer.topic().hashCode();
    chunk.partitions[at] = answer.partition();
    chunk.offsets[at] = answer.offset();
    chunk.ids[at] = hash(answer.eventId().getBytes(StandardCharsets.UTF_8));
    chunk.answered[at] = true;
  }

  /** Returns whether a response to this send was recorded. */
  boolean isAnswered(long send) {
    int slot = slot(send);
    return chunk(slot).answered[slot % CHUNK_SLOTS];
  }

  /** Returns whether the response named this event id. */
  boolean named(long send, byte[] eventId) {
    int slot = slot(send);
    return eventId.length > 0 && chunk(slot).ids[slot % CHUNK_SLOTS] == hash(eventId);
  }

  /** Returns whether the response named this place. */
  boolean named(long send, String topic, int partition, long offset) {
    int slot = slot(send);
    Chunk chunk = chunk(slot);
    int at = slot % CHUNK_SLOTS;
    return chunk.topics[at] == topic.hashCode()
        && chunk.partitions[at] == partition
        && chunk.offsets[at] == offset;
  }

  /** The place that the answer named, in words. */
  String place(long send) {
    int slot = slot(send);
    Chunk chunk = chunk(slot);
    int at = slot % CHUNK_SLOTS;
    return "partition " + chunk.partitions[at] + ", offset " + chunk.offsets[at];
  }

  private Chunk chunk(int slot) {
    return chunks.get(slot / CHUNK_SLOTS);
  }

  /** FNV-1a of 64 bits, and a finalizer: of a million ids two are the same once in 10^7 runs. */
  static long hash(byte[] bytes) {
    long hash = 0xCBF29CE484222325L;
    for (byte b : bytes) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return SplitMix64.mix(hash);
  }
}
