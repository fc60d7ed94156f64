package com.reactive.platform.kafka.wire.produce;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.UnpooledByteBufAllocator;

/** An allocator that counts, and that has no memory while a test wants it so. */
final class ScarceAllocator extends AbstractByteBufAllocator {
  private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false, true, false);
  boolean exhausted;

  @Override
  protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
    refuseIfExhausted();
    return memory.heapBuffer(initialCapacity, maxCapacity);
  }

  @Override
  protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
    refuseIfExhausted();
    return memory.directBuffer(initialCapacity, maxCapacity);
  }

  private void refuseIfExhausted() {
    if (exhausted) {
      throw new OutOfMemoryError("as the test wants it");
    }
  }

  @Override
  public boolean isDirectBufferPooled() {
    return false;
  }

  ByteBufAllocatorMetric metric() {
    return memory.metric();
  }
}
