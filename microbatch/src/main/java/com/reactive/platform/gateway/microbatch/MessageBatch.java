package com.reactive.platform.gateway.microbatch;

import java.util.Arrays;
import java.util.Objects;

/**
 * Several messages to be submitted in one step. Filled, submitted, cleared and filled again; it
 * grows as needed and belongs to one thread.
 */
public final class MessageBatch {
  private byte[] buffer = new byte[1024];
  private int[] ends = new int[16];
  private int size;

  /** Copies a message to the end. */
  public MessageBatch add(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    int start = bytes();
    int end = Math.addExact(start, length);
    if (end > buffer.length) {
      buffer = Arrays.copyOf(buffer, (int) Math.min(Math.max(2L * end, 64), Integer.MAX_VALUE - 8));
    }
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    System.arraycopy(source, offset, buffer, start, length);
    ends[size++] = end;
    return this;
  }

  /** Copies a message to the end. */
  public MessageBatch add(byte[] message) {
    return add(message, 0, message.length);
  }

  /** Forgets the messages and keeps the memory. */
  public void clear() {
    size = 0;
  }

  /** Number of messages. */
  public int size() {
    return size;
  }

  /** Sum of the messages' lengths, in bytes. */
  public int bytes() {
    return size == 0 ? 0 : ends[size - 1];
  }

  byte[] buffer() {
    return buffer;
  }

  /** End of message i; it starts where the one before it ends. */
  int end(int i) {
    return ends[i];
  }
}
