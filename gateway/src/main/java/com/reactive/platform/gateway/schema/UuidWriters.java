package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;

/** Writers of UUIDs: 8-4-4-4-12 hex digits, of either case. */
final class UuidWriters {
  private static final int CHARS = 36;
  private static final String MUST = "must be a UUID like 01234567-89ab-cdef-0123-456789abcdef";

  private UuidWriters() {}

  private static boolean isUuid(char[] text, int offset, int length) {
    if (length != CHARS) {
      return false;
    }
    for (int i = 0; i < CHARS; i++) {
      boolean right = isHyphen(i) ? text[offset + i] == '-' : digit(text[offset + i]) >= 0;
      if (!right) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHyphen(int index) {
    return index == 8 || index == 13 || index == 18 || index == 23;
  }

  /** Not Character.digit: that knows the digits of other scripts too. */
  private static int digit(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }

  /** Stored as the text that was sent. */
  static final class UuidStringNode extends TextWriter {
    UuidStringNode() {
      super(MUST);
    }

    @Override
    public String tryText(TranscodeContext pass, char[] text, int offset, int length)
        throws InvalidEventException {
      if (!isUuid(text, offset, length)) {
        return must();
      }
      pass.out.writeString(text, offset, length);
      return null;
    }
  }

  /** Stored as 16 bytes, the first digit highest. */
  static final class UuidFixedNode extends TextWriter {
    UuidFixedNode() {
      super(MUST);
    }

    @Override
    public String tryText(TranscodeContext pass, char[] text, int offset, int length)
        throws InvalidEventException {
      if (!isUuid(text, offset, length)) {
        return must();
      }
      for (int i = 0; i < CHARS; i += 2) {
        if (isHyphen(i)) {
          i++;
        }
        pass.out.append(digit(text[offset + i]) << 4 | digit(text[offset + i + 1]));
      }
      return null;
    }
  }
}
