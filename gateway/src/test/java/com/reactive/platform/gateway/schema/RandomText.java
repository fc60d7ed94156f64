package com.reactive.platform.gateway.schema;

import java.util.Random;

/** Any text that UTF-8 can hold. */
final class RandomText {
  private static final int[] LIMITS = {0x80, 0x80, 0x800, 0xD800, 0x110000};

  private RandomText() {}

  /** Of so many code points, none half of a surrogate pair. */
  static String of(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int codePoint = random.nextInt(LIMITS[random.nextInt(LIMITS.length)]);
      text.appendCodePoint(codePoint >= 0xD800 && codePoint < 0xE000 ? 'x' : codePoint);
    }
    return text.toString();
  }
}
