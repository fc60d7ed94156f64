package com.reactive.platform.testbed.proxy;

import java.nio.ByteBuffer;

/** Frames of Kafka's protocol: a size, then a request or a response. */
final class Frames {
  static final int SIZE_BYTES = 4;

  /** More than any broker takes; a larger size is no size, so this is no Kafka. */
  private static final int MAX_BYTES = 512 << 20;

  private Frames() {}

  /** The size at the beginning of a frame, in bytes after itself; -1 if it cannot be one. */
  static long size(byte[] head) {
    int size = number(head, 0);
    return size < 0 || size > MAX_BYTES ? -1 : size;
  }

  /** Big-endian. */
  static int number(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).getInt(at);
  }
}
