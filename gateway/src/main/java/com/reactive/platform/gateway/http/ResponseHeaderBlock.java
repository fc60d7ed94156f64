package com.reactive.platform.gateway.http;

import java.util.Arrays;
import java.util.Map;

/**
 * A header block of a response in HPACK (RFC 7541) that refers to the static table only. Neither
 * side keeps any of it, so a connection needs no memory for headers sent, and the blocks of fields
 * that many responses share are made once. A response is some sixty bytes longer than with a
 * dynamic table. Not thread-safe.
 */
final class ResponseHeaderBlock {
  private static final int NO_DYNAMIC_TABLE = 0x20;
  private static final int INDEXED = 0x80;
  private static final int LITERAL = 0x00;
  private static final int LITERAL_INDEX_BITS = 4;
  private static final int LENGTH_BITS = 7;
  private static final int STATUS = 8;

  /** Of the static table, the names that responses have. */
  private static final Map<String, Integer> NAMES =
      Map.ofEntries(
          Map.entry("accept-encoding", 16),
          Map.entry("access-control-allow-origin", 20),
          Map.entry("allow", 22),
          Map.entry("content-encoding", 26),
          Map.entry("content-length", 28),
          Map.entry("content-type", 31),
          Map.entry("date", 33),
          Map.entry("location", 46),
          Map.entry("retry-after", 53),
          Map.entry("vary", 59),
          Map.entry("www-authenticate", 61));

  /** Of the static table, the statuses. */
  private static final Map<Integer, Integer> STATUSES =
      Map.of(200, 8, 204, 9, 206, 10, 304, 11, 400, 12, 404, 13, 500, 14);

  private static final byte[] CONTENT_LENGTH = name("content-length");

  private final ResponseBytes bytes = new ResponseBytes();

  ResponseHeaderBlock() {
    clear();
  }

  /** The encoded name of a field, to be followed by its value. */
  static byte[] name(String name) {
    ResponseHeaderBlock block = new ResponseHeaderBlock();
    block.addName(name);
    return block.fields();
  }

  /** Drops all fields. */
  ResponseHeaderBlock clear() {
    bytes.clear();
    bytes.addByte(NO_DYNAMIC_TABLE);
    return this;
  }

  /** Adds what {@link #fields} of another has returned. */
  ResponseHeaderBlock add(byte[] fields) {
    bytes.add(fields);
    return this;
  }

  /** Adds the status, which comes first. */
  ResponseHeaderBlock addStatus(int status) {
    Integer index = STATUSES.get(status);
    if (index != null) {
      addInteger(INDEXED, LENGTH_BITS, index);
    } else {
      addInteger(LITERAL, LITERAL_INDEX_BITS, STATUS);
      addInteger(0, LENGTH_BITS, 3);
      bytes.addNumber(status);
    }
    return this;
  }

  /**
   * Adds a field. All but visible ASCII, spaces and tabs becomes a question mark.
   *
   * @param name in lower case
   */
  ResponseHeaderBlock add(CharSequence name, CharSequence value) {
    addName(name.toString());
    addText(value);
    return this;
  }

  /**
   * Adds a field.
   *
   * @param name as {@link #name} has it
   */
  ResponseHeaderBlock add(byte[] name, ResponseBytes value) {
    bytes.add(name);
    addInteger(0, LENGTH_BITS, value.length());
    bytes.add(value);
    return this;
  }

  /** Adds the length of a body. */
  ResponseHeaderBlock addContentLength(int value) {
    bytes.add(CONTENT_LENGTH);
    int digits = 1;
    for (int rest = value / 10; rest != 0; rest /= 10) {
      digits++;
    }
    addInteger(0, LENGTH_BITS, digits);
    bytes.addNumber(value);
    return this;
  }

  private void addName(String name) {
    Integer index = NAMES.get(name);
    if (index == null) {
      addInteger(LITERAL, LITERAL_INDEX_BITS, 0);
      addText(name);
    } else {
      addInteger(LITERAL, LITERAL_INDEX_BITS, index);
    }
  }

  private void addText(CharSequence text) {
    addInteger(0, LENGTH_BITS, text.length());
    bytes.addText(text);
  }

  /** An integer behind other bits (RFC 7541, 5.1). */
  private void addInteger(int mask, int bits, int value) {
    int most = (1 << bits) - 1;
    if (value < most) {
      bytes.addByte(mask | value);
      return;
    }
    bytes.addByte(mask | most);
    int rest = value - most;
    for (; rest > 0x7F; rest >>>= 7) {
      bytes.addByte(0x80 | (rest & 0x7F));
    }
    bytes.addByte(rest);
  }

  /** The encoded fields alone. */
  byte[] fields() {
    byte[] all = bytes.copy();
    return Arrays.copyOfRange(all, 1, all.length);
  }

  /**
   * The whole block, up to {@link #length}. Its first byte sets the size of the dynamic table to
   * nothing, which is due when the client has changed it; else the block begins behind that.
   */
  byte[] array() {
    return bytes.array();
  }

  int length() {
    return bytes.length();
  }
}
