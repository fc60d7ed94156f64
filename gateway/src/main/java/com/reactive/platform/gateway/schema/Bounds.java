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

  String sentence() {
    if (max == Integer.MAX_VALUE) {
      return "must have at least " + min + " characters";
    }
    return min == 0
        ? "must have at most " + max + " characters"
        : "must have " + min + " to " + max + " characters";
  }
}
