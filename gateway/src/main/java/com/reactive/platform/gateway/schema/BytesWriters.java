package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;

/** Writers of bytes and fixed. */
final class BytesWriters {
  private BytesWriters() {}

  /** Avro's form: each character is a byte. */
  static final class Latin1Node extends TextWriter {
    private final int size;

    /**
     * @param size that of a fixed; -1 for bytes
     */
    Latin1Node(int size) {
      super(
          size < 0
              ? "must be a string of characters up to U+00FF, one for each byte"
              : "must be a string of " + size + " characters up to U+00FF, one for each byte");
      this.size = size;
    }

    @Override
    public String tryText(TranscodeContext pass, char[] text, int offset, int length)
        throws InvalidEventException {
      if (size >= 0 && length != size) {
        return must();
      }
      for (int i = offset; i < offset + length; i++) {
        if (text[i] > 0xFF) {
          return must();
        }
      }
      if (size < 0) {
        pass.out.writeLong(length);
      }
      pass.out.writeLatin1(text, offset, length);
      return null;
    }
  }

  /** As people write it. */
  static final class Base64Node extends TextWriter {
    private final int size;

    /**
     * @param size that of a fixed; -1 for bytes
     */
    Base64Node(int size) {
      super(
          size < 0
              ? "must be a string of base64, with padding"
              : "must be a string of base64, with padding, for " + size + " bytes");
      this.size = size;
    }

    @Override
    public String tryText(TranscodeContext pass, char[] text, int offset, int length)
        throws InvalidEventException {
      int count = Base64Text.size(text, offset, length);
      if (count < 0 || (size >= 0 && count != size)) {
        return must();
      }
      if (size < 0) {
        pass.out.writeLong(count);
      }
      return Base64Text.decode(pass.out, text, offset, count) ? null : must();
    }
  }
}
