package com.reactive.platform.gateway.schema;

import org.apache.avro.Schema;

/** Reads a datum that this gateway wrote, so that it can be trusted. Not thread-safe. */
final class AvroInput {
  private byte[] bytes;
  private int at;

  void begin(byte[] datum, int offset) {
    bytes = datum;
    at = offset;
  }

  byte[] bytes() {
    return bytes;
  }

  /** An int, a long, a length, or the index of an enum or union. */
  long readLong() {
    long value = 0;
    int shift = 0;
    for (; bytes[at] < 0; shift += 7) {
      value |= (bytes[at++] & 0x7FL) << shift;
    }
    value |= (long) bytes[at++] << shift;
    return value >>> 1 ^ -(value & 1);
  }

  int readInt() {
    return (int) readLong();
  }

  /** Passes over so many bytes; returns where they begin. */
  int take(int count) {
    int start = at;
    at += count;
    return start;
  }

  /** The number of items in the next block of an array or a map; 0 at its end. */
  long readBlock() {
    long count = readLong();
    if (count >= 0) {
      return count;
    }
    readLong(); // the block's size
    return -count;
  }

  /** Passes over a value of this type. */
  void skip(Schema type) {
    switch (type.getType()) {
      case NULL -> {}
      case BOOLEAN -> take(1);
      case INT, LONG, ENUM -> readLong();
      case FLOAT -> take(Float.BYTES);
      case DOUBLE -> take(Double.BYTES);
      case FIXED -> take(type.getFixedSize());
      case STRING, BYTES -> take(readInt());
      case UNION -> skip(type.getTypes().get(readInt()));
      case RECORD -> type.getFields().forEach(field -> skip(field.schema()));
      case ARRAY -> {
        for (long count = readBlock(); count != 0; count = readBlock()) {
          for (long i = 0; i < count; i++) {
            skip(type.getElementType());
          }
        }
      }
      case MAP -> {
        for (long count = readBlock(); count != 0; count = readBlock()) {
          for (long i = 0; i < count; i++) {
            take(readInt());
            skip(type.getValueType());
          }
        }
      }
    }
  }
}
