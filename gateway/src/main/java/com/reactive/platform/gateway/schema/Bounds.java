package com.reactive.platform.gateway.schema;

/** The least and most characters (code points) of a string. */
record Bounds(int min, int max) {
  static final Bounds NONE = new Bounds(0, Integer.MAX_VALUE);

  boolean hold(char[] text, int offset, int length) {
    // A text has at most as many code points as chars, and at least half as many.
    if (length <= max && length / 2 >= min) {
      return true;
    }
    int count = Character.codePointCount(text, offset, length);
    return count >= min && count <= max;
  }

  /** The same for valid UTF-8. */
  boolean hold(byte[] text, int from, int to) {
    int length = to - from;
    if (length <= max && length / 4 >= min) {
      return true;
    }
    int count = 0;
    for (int i = from; i < to; i++) {
      count += (text[i] & 0xC0) == 0x80 ? 0 : 1;
    }
    return count >= min && count <= max;
  }

  String sentence() {
    if (max == Integer.MAX_VALUE) {
      return "must have at least " + min + " characters";
    }
    return min == 0
        ? "must have at most " + max + " characters"
        : "must have " + min + " to " + max + " characters";
  }
}
