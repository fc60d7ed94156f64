package com.reactive.platform.gateway.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing run of bytes, with what the head of an answer is made of. Not thread-safe. */
final class ResponseBytes {
  /** A buffer that one huge answer made larger is not kept. */
  private static final int MAX_KEPT_BYTES = 256 << 10;

  private byte[] bytes = new byte[2_048];
  private int length;

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  void clear() {
    length = 0;
    if (bytes.length > MAX_KEPT_BYTES) {
      bytes = new byte[2_048];
    }
  }

  /** Valid up to {@link #length()}, until something is added. */
  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  ResponseBytes add(byte[] source) {
    return add(source, 0, source.length);
  }

  ResponseBytes add(byte[] source, int offset, int count) {
    ensure(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
    return this;
  }

  ResponseBytes add(ResponseBytes other) {
    return add(other.bytes, 0, other.length);
  }

  ResponseBytes addByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** In decimal. */
  ResponseBytes addNumber(long value) {
    ensure(20);
    if (value < 0) {
      bytes[length++] = '-';
    }
    int digits = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      digits++;
    }
    long rest = value;
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    }
    length += digits;
    return this;
  }

  /**
   * A line of the head. Whatever the value has, it ends neither the line nor the head: all but
   * visible ASCII, spaces and tabs becomes a question mark.
   */
  ResponseBytes addHeader(CharSequence name, CharSequence value) {
    addText(name).addByte(':').addByte(' ').addText(value);
    return addByte('\r').addByte('\n');
  }

  /** Whatever a header may not have becomes a question mark. */
  ResponseBytes addText(CharSequence text) {
    ensure(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length++] = plain(text.charAt(i));
    }
    return this;
  }

  /** The character, if a header may have it; else a question mark. */
  static byte plain(char c) {
    return (byte) ((c >= ' ' && c < 0x7F) || c == '\t' ? c : '?');
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  private void ensure(int count) {
    if (count > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
  }
}
