package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Memory for long answers, used again: allocators do not pool what is so large, and new pages cost
 * more than reading. Two are kept, since one answer arrives while the last one is dealt with; they
 * go when answers become short. For one thread, but what is handed out may be released by any.
 */
final class AnswerMemory {
  /** Shorter ones are the allocator's. */
  static final int LONG_BYTES = 256 << 10;

  private static final int STEP_BYTES = 1 << 20;

  private final ByteBuf[] kept = new ByteBuf[2];
  private boolean closed;

  /** Empty memory, of exactly this capacity. The caller releases it. */
  ByteBuf take(ByteBufAllocator allocator, int bytes) {
    if (bytes < LONG_BYTES || closed) {
      forgetUnused();
      return allocator.directBuffer(bytes, bytes);
    }
    for (ByteBuf memory : kept) {
      if (isUnused(memory) && memory.capacity() >= bytes) {
        return part(memory, bytes);
      }
    }
    for (int i = 0; i < kept.length; i++) {
      if (kept[i] == null || isUnused(kept[i])) {
        forget(i);
        // A little more than is needed now: lengths differ.
        kept[i] = allocator.directBuffer(roundedUp(bytes));
        return part(kept[i], bytes);
      }
    }
    return allocator.directBuffer(bytes, bytes);
  }

  private static int roundedUp(int bytes) {
    return (int) Math.min((bytes + STEP_BYTES - 1L) / STEP_BYTES * STEP_BYTES, Integer.MAX_VALUE);
  }

  private static ByteBuf part(ByteBuf memory, int bytes) {
    return memory.retainedSlice(0, bytes).clear();
  }

  private static boolean isUnused(ByteBuf memory) {
    return memory != null && memory.refCnt() == 1;
  }

  /** For short answers: gives back what no long one is in. */
  void forgetUnused() {
    for (int i = 0; i < kept.length; i++) {
      if (isUnused(kept[i])) {
        forget(i);
      }
    }
  }

  private void forget(int index) {
    if (kept[index] != null) {
      kept[index].release();
      kept[index] = null;
    }
  }

  /** Keeps nothing any more; what is in use is freed by those who use it. */
  void close() {
    closed = true;
    for (int i = 0; i < kept.length; i++) {
      forget(i);
    }
  }
}
