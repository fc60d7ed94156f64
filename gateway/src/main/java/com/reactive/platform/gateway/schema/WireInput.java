package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;

/**
 * The protobuf message that is being read, and the place in it: {@link #value} is the chain of
 * regions of the value to be written. One for each transcoder.
 */
final class WireInput {
  static final int VARINT = 0;
  static final int I64 = 1;
  static final int LEN = 2;
  static final int I32 = 5;

  private static final int MAX_DEPTH = 64;
  private static final int MAX_VARINT_BYTES = 10;
  private static final int MAX_TEXT_CHARS = 1_024;

  final WireIndex index = new WireIndex();
  private final char[] text = new char[MAX_TEXT_CHARS];
  private byte[] body;
  private int origin;
  private int depth;

  /** Where the reader stands. */
  private int at;

  /** The first region of the value to be written. */
  int value;

  void begin(byte[] message, int offset, int length) {
    body = message;
    origin = offset;
    depth = 0;
    value = index.push(offset, offset + length, 0);
  }

  /** The body goes back to its owner, and the memory for a large one to all. */
  void end() {
    body = null;
    index.clear();
  }

  byte[] body() {
    return body;
  }

  void enterMessage() throws InvalidEventException {
    if (++depth > MAX_DEPTH) {
      throw InvalidEventException.protobuf("messages are nested deeper than " + MAX_DEPTH);
    }
  }

  void leaveMessage() {
    depth--;
  }

  int at() {
    return at;
  }

  void at(int position) {
    at = position;
  }

  /** The tag that lies here; the reader stands behind it. */
  int tag(int end) throws InvalidEventException {
    int start = at;
    long tag = varint(end);
    if (tag >>> 3 == 0 || tag >>> 32 != 0) {
      throw fault("no field has the number 0 or one of more than 29 bits", start);
    }
    return (int) tag;
  }

  /** Reads the varint that lies here. */
  long varint(int end) throws InvalidEventException {
    int start = at;
    if (at < end && body[at] >= 0) {
      return body[at++];
    }
    long value = 0;
    for (int i = 0; i < MAX_VARINT_BYTES; i++) {
      if (at == end) {
        throw fault("a varint is cut off", start);
      }
      byte b = body[at++];
      value |= (b & 0x7FL) << (7 * i);
      if (b >= 0) {
        if (i == MAX_VARINT_BYTES - 1 && b > 1) {
          break;
        }
        return value;
      }
    }
    throw fault("a varint has more than 64 bits", start);
  }

  /** Moves behind the value of this wire type that lies here; of LEN also over its length. */
  void skip(int wireType, int end) throws InvalidEventException {
    int start = at;
    switch (wireType) {
      case VARINT -> varint(end);
      case I64 -> at = start + 8;
      case I32 -> at = start + 4;
      case LEN -> {
        long length = varint(end);
        if (length < 0 || length > end - at) {
          throw fault("a length is more than there is", start);
        }
        at += (int) length;
      }
      case 3, 4 -> throw fault("groups are not understood", start);
      default -> throw fault("there is no wire type " + wireType, start);
    }
    if (at > end) {
      throw fault("a value is cut off", start);
    }
  }

  /** The varint of the value, 0 if its region is empty, as that of a map's missing value is. */
  long varintAt(int region) throws InvalidEventException {
    int start = index.start(region);
    int end = index.end(region);
    if (start == end) {
      return 0;
    }
    at = start;
    return varint(end);
  }

  /** So many bytes of the value, little-endian; 0 if its region is empty. */
  long fixedAt(int region, int count) {
    int start = index.start(region);
    long value = 0;
    for (int i = 0; i < count && start < index.end(region); i++) {
      value |= (body[start + i] & 0xFFL) << (8 * i);
    }
    return value;
  }

  /** The characters of a text of ASCII, as many as {@link #textLength} says. */
  char[] text(int region) {
    int start = index.start(region);
    for (int i = 0; i < textLength(region); i++) {
      text[i] = (char) (body[start + i] & 0xFF);
    }
    return text;
  }

  /** 0 if there are more than any text of that kind has. */
  int textLength(int region) {
    int length = index.end(region) - index.start(region);
    return length <= MAX_TEXT_CHARS ? length : 0;
  }

  InvalidEventException fault(String sentence, int position) {
    return InvalidEventException.protobuf(sentence + ", at byte " + (position - origin + 1));
  }
}
