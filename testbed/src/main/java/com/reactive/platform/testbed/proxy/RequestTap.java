package com.reactive.platform.testbed.proxy;

import java.util.Set;

/**
 * Reads along what a Kafka client sends, and notes the correlation ids of its produce requests. A
 * request is its size (4 bytes), the api key (2), the version (2), the correlation id (4), then the
 * rest. For one thread.
 */
final class RequestTap {
  private static final int HEAD_BYTES = 12;
  private static final int PRODUCE = 0;

  private final Set<Integer> produceIds;
  private final byte[] head = new byte[HEAD_BYTES];
  private int headBytes;
  private long bodyBytes;
  private boolean lost;

  /**
   * @param produceIds takes the ids of produce requests; thread-safe
   */
  RequestTap(Set<Integer> produceIds) {
    this.produceIds = produceIds;
  }

  /** Takes the next bytes that were sent. What is no Kafka is passed over from then on. */
  void read(byte[] bytes, int length) {
    int at = 0;
    while (at < length && !lost) {
      if (bodyBytes > 0) {
        int passed = (int) Math.min(bodyBytes, length - at);
        bodyBytes -= passed;
        at += passed;
        continue;
      }
      head[headBytes++] = bytes[at++];
      if (headBytes == HEAD_BYTES) {
        endOfHead();
      }
    }
  }

  private void endOfHead() {
    headBytes = 0;
    long size = Frames.size(head);
    lost = size < HEAD_BYTES - Frames.SIZE_BYTES;
    bodyBytes = size - (HEAD_BYTES - Frames.SIZE_BYTES);
    int apiKey = (head[4] << 8) | (head[5] & 0xff);
    if (!lost && apiKey == PRODUCE) {
      produceIds.add(Frames.number(head, 8));
    }
  }
}
