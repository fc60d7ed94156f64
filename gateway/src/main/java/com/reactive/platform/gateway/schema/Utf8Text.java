package com.reactive.platform.gateway.schema;

/** Text beyond ASCII as UTF-8. */
final class Utf8Text {
  private Utf8Text() {}

  /**
   * Encodes text without half surrogate pairs; there must be room for {@link #size} bytes.
   *
   * @return where the bytes end
   */
  static int encode(char[] text, int offset, int count, byte[] to, int start) {
    int at = start;
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      char c = text[i];
      if (c < 0x80) {
        to[at++] = (byte) c;
      } else if (c < 0x800) {
        to[at++] = (byte) (0xC0 | c >> 6);
        to[at++] = continuation(c);
      } else if (!Character.isSurrogate(c)) {
        to[at++] = (byte) (0xE0 | c >> 12);
        to[at++] = continuation(c >> 6);
        to[at++] = continuation(c);
      } else {
        int codePoint = Character.toCodePoint(c, text[++i]);
        to[at++] = (byte) (0xF0 | codePoint >> 18);
        to[at++] = continuation(codePoint >> 12);
        to[at++] = continuation(codePoint >> 6);
        to[at++] = continuation(codePoint);
      }
    }
    return at;
  }

  private static byte continuation(int bits) {
    return (byte) (0x80 | (bits & 0x3F));
  }

  /** In bytes; -1 if there is half a surrogate pair. A body has far less than 700 million chars. */
  static int size(char[] text, int offset, int count) {
    int size = 0;
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      char c = text[i];
      if (c < 0x80) {
        size++;
      } else if (c < 0x800) {
        size += 2;
      } else if (!Character.isSurrogate(c)) {
        size += 3;
      } else if (Character.isHighSurrogate(c)
          && i + 1 < end
          && Character.isLowSurrogate(text[i + 1])) {
        size += 4;
        i++;
      } else {
        return -1;
      }
    }
    return size;
  }
}
