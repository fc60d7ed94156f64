package com.reactive.platform.reliability.mutate;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Changes bytes, whatever they stand for. */
final class ByteMutator {
  private static final int MAX_BYTES = 64 << 10;
  private static final byte[][] ODD = {
    {(byte) 0xFF},
    {(byte) 0xC0, (byte) 0xAF},
    {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
    {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
    {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
    {(byte) 0xE2, (byte) 0x82},
    {(byte) 0xF0, (byte) 0x9F, (byte) 0x98, (byte) 0x80},
    {0},
    {'\\'},
    {'"'},
    {'\\', 'u', 'd', '8', '0', '0'},
    {'\\', 'u', '0', '0', '0', '0'},
    {'/', '/'},
    {'{'},
    {'}'},
    {'['},
    {']'},
    {','},
    {':'},
    {'\n'}
  };

  private final SplittableRandom random;

  ByteMutator(SplittableRandom random) {
    this.random = random;
  }

  /**
   * A changed copy. It is not longer than 64 KiB, or than these bytes if they are.
   *
   * @param other of which a part may be put in
   */
  byte[] mutate(byte[] bytes, byte[] other) {
    int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
    int end = Math.min(bytes.length, at + random.nextInt(1, 20));
    return switch (random.nextInt(8)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 -> put(bytes, at, end, new byte[0]);
      case 2 -> put(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
      case 3 -> put(bytes, at, at, ODD[random.nextInt(ODD.length)]);
      case 4 -> put(bytes, at, end, part(other));
      case 5 -> put(bytes, at, at, part(other));
      default -> flip(bytes, at);
    };
  }

  private byte[] part(byte[] other) {
    if (other.length == 0) {
      return other;
    }
    int from = random.nextInt(other.length);
    return Arrays.copyOfRange(other, from, Math.min(other.length, from + random.nextInt(60)));
  }

  private byte[] flip(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    if (changed.length > 0) {
      changed[at] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  private static byte[] put(byte[] bytes, int from, int to, byte[] instead) {
    int wanted = bytes.length - (to - from) + instead.length;
    byte[] changed = new byte[Math.min(Math.max(MAX_BYTES, bytes.length), wanted)];
    int inserted = Math.min(instead.length, changed.length - from);
    System.arraycopy(bytes, 0, changed, 0, from);
    System.arraycopy(instead, 0, changed, from, inserted);
    int rest = from + inserted;
    System.arraycopy(bytes, to, changed, rest, changed.length - rest);
    return changed;
  }
}
