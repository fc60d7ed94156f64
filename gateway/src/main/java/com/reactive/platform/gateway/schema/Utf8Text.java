package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;

/** Text beyond ASCII as UTF-8. */
final class Utf8Text {
  private Utf8Text() {}

  /** Writes length and bytes; false, with nothing written, if there is half a surrogate pair. */
  static boolean write(AvroOutput out, char[] text, int offset, int count)
      throws InvalidEventException {
    int size = size(text, offset, count);
    if (size < 0) {
      return false;
    }
    out.writeLong(size);
    out.ensure(size);
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      char c = text[i];
      if (c < 0x80) {
        out.writeByte(c);
      } else if (c < 0x800) {
        out.writeByte(0xC0 | c >> 6);
        out.writeByte(continuation(c));
      } else if (!Character.isSurrogate(c)) {
        out.writeByte(0xE0 | c >> 12);
        out.writeByte(continuation(c >> 6));
        out.writeByte(continuation(c));
      } else {
        int codePoint = Character.toCodePoint(c, text[++i]);
        out.writeByte(0xF0 | codePoint >> 18);
        out.writeByte(continuation(codePoint >> 12));
        out.writeByte(continuation(codePoint >> 6));
        out.writeByte(continuation(codePoint));
      }
    }
    return true;
  }

  private static int continuation(int bits) {
    return 0x80 | (bits & 0x3F);
  }

  /** In bytes; -1 if there is half a surrogate pair. A body has far less than 700 million chars. */
  private static int size(char[] text, int offset, int count) {
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
