package com.reactive.platform.outbox;

import com.reactive.platform.outbox.ColumnType.Form;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes values of columns as JSON, from the text that Postgres sends. Its buffer is used for one
 * row after the other. By hand, since Jackson takes numbers and JSON as Strings, which would be an
 * object per column. Not thread-safe.
 */
final class ColumnJson {
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] NULL = ascii("null");
  private static final byte[] HEX = ascii("0123456789abcdef");
  private static final int DATE = 10;

  private byte[] out = new byte[512];
  private int length;

  // An array that is being read.
  private byte[] in;
  private int at;
  private int end;
  private byte[] unquoted = new byte[64];

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  void clear() {
    length = 0;
  }

  /** What was written since {@link #clear}. */
  byte[] toBytes() {
    return Arrays.copyOf(out, length);
  }

  void put(byte[] bytes) {
    put(bytes, 0, bytes.length);
  }

  void putNull() {
    put(NULL);
  }

  private void put(byte[] bytes, int offset, int count) {
    need(count);
    System.arraycopy(bytes, offset, out, length, count);
    length += count;
  }

  private void put(int octet) {
    need(1);
    out[length++] = (byte) octet;
  }

  private void need(int count) {
    if (count > out.length - length) {
      out = Arrays.copyOf(out, Math.max(2 * out.length, length + count));
    }
  }

  /**
   * Writes a value.
   *
   * @param offset of its text in the buffer
   * @throws OutboxTableException if it is not of that type
   */
  void value(ColumnType type, byte[] text, int offset, int count) throws OutboxTableException {
    if (type.array()) {
      in = text;
      at = offset;
      end = offset + count;
      array(type.form());
    } else {
      value(type.form(), text, offset, count);
    }
  }

  private void value(Form form, byte[] text, int offset, int count) throws OutboxTableException {
    switch (form) {
      case BOOLEAN -> put(count == 1 && text[offset] == 't' ? TRUE : FALSE);
      case NUMBER -> number(text, offset, count);
      case JSON -> put(text, offset, count);
      case BASE64 -> {
        put('"');
        put(Base64.getEncoder().encode(ColumnType.bytea(text, offset, count)));
        put('"');
      }
      case TIMESTAMP, TIMESTAMP_WITH_ZONE -> timestamp(form, text, offset, count);
      default -> string(text, offset, count);
    }
  }

  /** JSON has neither NaN nor infinity: those are strings, which no number of a schema takes. */
  private void number(byte[] text, int offset, int count) {
    byte last = text[offset + count - 1];
    if (last >= '0' && last <= '9') {
      put(text, offset, count);
    } else {
      string(text, offset, count);
    }
  }

  /** {@code 2026-11-21 12:34:56.789+00}, but not {@code infinity}, nor what has {@code BC}. */
  private void timestamp(Form form, byte[] text, int offset, int count) {
    boolean usual = count > DATE && text[offset + DATE] == ' ' && text[offset] < 'A';
    boolean zoned = usual && form == Form.TIMESTAMP_WITH_ZONE && isUtc(text, offset + count);
    put('"');
    int start = length;
    put(text, offset, zoned ? count - 3 : count);
    if (usual) {
      out[start + DATE] = 'T';
    }
    if (zoned) {
      put('Z');
    }
    put('"');
  }

  private static boolean isUtc(byte[] text, int end) {
    return text[end - 3] == '+' && text[end - 2] == '0' && text[end - 1] == '0';
  }

  private void string(byte[] text, int offset, int count) {
    put('"');
    int from = offset;
    for (int i = offset; i < offset + count; i++) {
      byte octet = text[i];
      if (octet == '"' || octet == '\\' || (octet >= 0 && octet < ' ')) {
        put(text, from, i - from);
        from = i + 1;
        escape(octet);
      }
    }
    put(text, from, offset + count - from);
    put('"');
  }

  private void escape(byte octet) {
    put('\\');
    if (octet >= ' ') {
      put(octet);
    } else {
      put('u');
      put('0');
      put('0');
      put(HEX[octet >> 4]);
      put(HEX[octet & 0xF]);
    }
  }

  /** {@code {1,NULL,2}}, nested, and with bounds before it if they do not begin with 1. */
  private void array(Form form) throws OutboxTableException {
    if (at < end && in[at] == '[') {
      while (at < end && in[at] != '=') {
        at++;
      }
      at++;
    }
    dimension(form);
    if (at != end) {
      throw malformedArray();
    }
  }

  private void dimension(Form form) throws OutboxTableException {
    expect('{');
    put('[');
    if (peek() == '}') {
      at++;
      put(']');
      return;
    }
    element(form);
    while (peek() == ',') {
      at++;
      put(',');
      element(form);
    }
    expect('}');
    put(']');
  }

  private void element(Form form) throws OutboxTableException {
    if (peek() == '{') {
      dimension(form);
    } else if (peek() == '"') {
      quoted(form);
    } else {
      int start = at;
      while (peek() != ',' && peek() != '}') {
        at++;
      }
      if (at - start == NULL.length && in[start] == 'N' && in[start + 1] == 'U') {
        putNull();
      } else {
        value(form, in, start, at - start);
      }
    }
  }

  private void quoted(Form form) throws OutboxTableException {
    expect('"');
    int count = 0;
    while (peek() != '"') {
      if (peek() == '\\') {
        at++;
      }
      if (count == unquoted.length) {
        unquoted = Arrays.copyOf(unquoted, 2 * count);
      }
      unquoted[count++] = peek();
      at++;
    }
    expect('"');
    value(form, unquoted, 0, count);
  }

  private byte peek() throws OutboxTableException {
    if (at >= end) {
      throw malformedArray();
    }
    return in[at];
  }

  private void expect(char wanted) throws OutboxTableException {
    if (peek() != wanted) {
      throw malformedArray();
    }
    at++;
  }

  private static OutboxTableException malformedArray() {
    return new OutboxTableException("malformed array");
  }
}
