package com.reactive.platform.kafka.benchmark.rig;

import java.nio.charset.StandardCharsets;

/**
 * Text of words that follow from a seed: as compressible as short natural sentences are, and
 * without characters that JSON would escape. Pure functions; none allocates.
 */
final class WordText {
  private static final byte[][] STEMS =
      words(
          "account address arrive balance billing cancel carrier change client confirm contract"
              + " country courier credit customer deliver invoice item legal market order packet"
              + " pay price product purchase receive refund return store supply transfer");

  private static final byte[][] ENDINGS = words("s ed ing er ment able ion ly");

  private WordText() {}

  /** Fills the range; the last word may be cut. */
  static void fill(byte[] buffer, int from, int to, long seed) {
    long state = seed;
    int at = from;
    while (at < to) {
      state++;
      long chosen = SplitMix64.mix(state);
      at = put(STEMS[(int) chosen & (STEMS.length - 1)], buffer, at, to);
      at = put(ENDINGS[(int) (chosen >>> 32) & (ENDINGS.length - 1)], buffer, at, to);
      if (at < to) {
        buffer[at++] = ' ';
      }
    }
  }

  private static int put(byte[] word, byte[] buffer, int at, int to) {
    int length = Math.min(word.length, to - at);
    System.arraycopy(word, 0, buffer, at, length);
    return at + length;
  }

  private static byte[][] words(String text) {
    String[] words = text.split(" ", -1);
    byte[][] bytes = new byte[words.length][];
    for (int i = 0; i < words.length; i++) {
      bytes[i] = words[i].getBytes(StandardCharsets.US_ASCII);
    }
    return bytes;
  }
}
