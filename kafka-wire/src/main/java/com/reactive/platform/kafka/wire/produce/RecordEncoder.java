package com.reactive.platform.kafka.wire.produce;

import static org.apache.kafka.common.utils.ByteUtils.sizeOfVarint;
import static org.apache.kafka.common.utils.ByteUtils.sizeOfVarlong;

import io.netty.buffer.ByteBuf;

/** Encodes single records of magic v2 into a buffer. */
final class RecordEncoder {
  private RecordEncoder() {}

  /** Bytes of the record without the length that stands before it. */
  static int bodySize(ProduceRecord record, long timestampDelta, int offsetDelta) {
    int size = 1 + sizeOfVarlong(timestampDelta) + sizeOfVarint(offsetDelta);
    size += sizeOfVarint(record.keyLength) + Math.max(record.keyLength, 0);
    size += sizeOfVarint(record.valueLength) + record.valueLength;
    size += sizeOfVarint(record.headers);
    for (int i = 0; i < record.headers; i++) {
      int name = record.headerNames[i].length;
      int value = record.headerLengths[i];
      size += sizeOfVarint(name) + name + sizeOfVarint(value) + value;
    }
    return size;
  }

  static void write(
      ByteBuf out, ProduceRecord record, int bodySize, long timestampDelta, int offsetDelta) {
    writeVarint(out, bodySize);
    out.writeByte(0);
    writeVarlong(out, timestampDelta);
    writeVarint(out, offsetDelta);
    writeVarint(out, record.keyLength);
    if (record.keyLength > 0) {
      out.writeBytes(record.key, record.keyOffset, record.keyLength);
    }
    writeVarint(out, record.valueLength);
    out.writeBytes(record.value, record.valueOffset, record.valueLength);
    writeVarint(out, record.headers);
    for (int i = 0; i < record.headers; i++) {
      writeVarint(out, record.headerNames[i].length);
      out.writeBytes(record.headerNames[i]);
      writeVarint(out, record.headerLengths[i]);
      out.writeBytes(record.headerValues[i], record.headerOffsets[i], record.headerLengths[i]);
    }
  }

  private static void writeVarint(ByteBuf out, int value) {
    writeUnsignedVarint(out, (value << 1) ^ (value >> 31));
  }

  static void writeUnsignedVarint(ByteBuf out, int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      out.writeByte((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  private static void writeVarlong(ByteBuf out, long value) {
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7FL) != 0) {
      out.writeByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }
}
