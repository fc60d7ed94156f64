package com.reactive.platform.kafka.benchmark.loop;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Requests in memory, to be sent in turn. Each that has an idempotency key gets one that was never
 * sent before. Not thread-safe.
 */
final class MemoryRequests {
  private static final int LETTERS = 32;
  private static final int LETTERS_OF_LONG = 16;
  private static final String NAME = "Idempotency-Key: ";

  /** A line of the head, whose key is replaced; as long as an id that the gateway makes. */
  static final String KEY_HEADER = NAME + "a".repeat(LETTERS);

  private final byte[][] requests;

  /** Where the key is, by request; -1 if it has none. */
  private final int[] keyOffsets;

  private int next;
  private long keys;

  MemoryRequests(byte[][] requests) {
    this.requests = new byte[requests.length][];
    keyOffsets = new int[requests.length];
    long session = ThreadLocalRandom.current().nextLong();
    for (int i = 0; i < requests.length; i++) {
      this.requests[i] = requests[i].clone();
      int header = new String(requests[i], StandardCharsets.ISO_8859_1).indexOf(KEY_HEADER);
      keyOffsets[i] = header < 0 ? -1 : header + NAME.length();
      if (header >= 0) {
        write(this.requests[i], keyOffsets[i], session);
      }
    }
  }

  /** The next request; its bytes are valid until it is its turn again. */
  byte[] next() {
    byte[] request = requests[next];
    int key = keyOffsets[next];
    if (key >= 0) {
      write(request, key + LETTERS_OF_LONG, keys++);
    }
    next = next + 1 == requests.length ? 0 : next + 1;
    return request;
  }

  private static void write(byte[] request, int offset, long value) {
    long rest = value;
    for (int i = 0; i < LETTERS_OF_LONG; i++) {
      request[offset + i] = (byte) ('a' + (rest & 0xF));
      rest >>>= 4;
    }
  }
}
