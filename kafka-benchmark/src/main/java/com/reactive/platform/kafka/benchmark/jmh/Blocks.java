package com.reactive.platform.kafka.benchmark.jmh;

import java.util.List;
import java.util.stream.IntStream;

/** Messages of writer 0 made beforehand, in blocks, for whoever hands over many at once. */
final class Blocks {
  /** Messages of a block. */
  static final int MESSAGES = 1000;

  /** Bytes of a block. */
  static final int BYTES = MESSAGES * Messages.BYTES;

  /** Messages in one measured invocation. */
  static final int MESSAGES_PER_INVOCATION = 1000 * MESSAGES;

  private static final int BLOCKS = 64;

  /** Messages of all blocks: after so many the sequences start again. */
  static final int CYCLE = BLOCKS * MESSAGES;

  private Blocks() {}

  /** The blocks, each one array with its messages side by side. */
  static List<byte[]> packed() {
    return IntStream.range(0, BLOCKS).mapToObj(Blocks::packed).toList();
  }

  private static byte[] packed(int block) {
    byte[] bytes = new byte[BYTES];
    byte[] message = Messages.of(0);
    for (int i = 0; i < MESSAGES; i++) {
      Messages.stamp(message, 0, (long) block * MESSAGES + i);
      System.arraycopy(message, 0, bytes, i * Messages.BYTES, Messages.BYTES);
    }
    return bytes;
  }
}
