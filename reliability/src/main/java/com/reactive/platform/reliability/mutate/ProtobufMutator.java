package com.reactive.platform.reliability.mutate;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Changes the fields of a protobuf message, at any depth; lengths stay right. */
final class ProtobufMutator {
  private static final int MAX_FIELD = 60;
  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    2,
    127,
    128,
    Integer.MAX_VALUE,
    Integer.MAX_VALUE + 1L,
    Integer.MIN_VALUE,
    Integer.MIN_VALUE - 1L,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    999_999_999,
    1_000_000_000,
    253_402_300_799L,
    253_402_300_800L
  };
  private static final double[] FLOATS = {
    0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MAX_VALUE
  };

  /** Wire types of a message that is a field of another, and of no other value. */
  private record Field(int number, int wireType, byte[] value) {}

  private final SplittableRandom random;
  private final ByteMutator bytes;

  ProtobufMutator(SplittableRandom random, ByteMutator bytes) {
    this.random = random;
    this.bytes = bytes;
  }

  /** A changed copy. */
  byte[] mutate(byte[] message) {
    List<Field> fields = fields(message);
    if (fields == null || fields.isEmpty()) {
      return bytes.mutate(message, message);
    }
    int at = random.nextInt(fields.size());
    Field field = fields.get(at);
    switch (random.nextInt(10)) {
      case 0 -> fields.remove(at);
      case 1 -> fields.add(random.nextInt(fields.size() + 1), field);
      case 2 -> {
        Field other = fields.get(random.nextInt(fields.size()));
        fields.set(fields.indexOf(other), field);
        fields.set(at, other);
      }
      case 3 -> {
        int number = random.nextInt(1, MAX_FIELD);
        fields.set(at, new Field(number, field.wireType, field.value));
      }
      case 4 -> {
        int number = random.nextInt(1, MAX_FIELD);
        fields.add(at, new Field(number, field.wireType, changed(field)));
      }
      case 5 -> fields.set(at, retyped(field));
      default -> fields.set(at, new Field(field.number, field.wireType, changed(field)));
    }
    return message(fields);
  }

  /** Null if it is none. */
  private static List<Field> fields(byte[] message) {
    List<Field> fields = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(message);
    try {
      while (!in.isAtEnd()) {
        int tag = in.readTag();
        int wireType = WireFormat.getTagWireType(tag);
        byte[] value =
            switch (wireType) {
              case WireFormat.WIRETYPE_VARINT -> varint(in.readRawVarint64());
              case WireFormat.WIRETYPE_LENGTH_DELIMITED -> in.readByteArray();
              case WireFormat.WIRETYPE_FIXED64 -> in.readRawBytes(8);
              case WireFormat.WIRETYPE_FIXED32 -> in.readRawBytes(4);
              default -> null;
            };
        if (value == null) {
          return null;
        }
        fields.add(new Field(WireFormat.getTagFieldNumber(tag), wireType, value));
      }
      return fields;
    } catch (IOException e) {
      return null;
    }
  }

  private interface Writer {
    void write(CodedOutputStream out) throws IOException;
  }

  private static byte[] written(Writer writer) {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      writer.write(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteString().toByteArray();
  }

  private static byte[] varint(long value) {
    return written(out -> out.writeUInt64NoTag(value));
  }

  private static byte[] message(List<Field> fields) {
    return written(
        out -> {
          for (Field field : fields) {
            out.writeTag(field.number, field.wireType);
            if (field.wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
              out.writeUInt32NoTag(field.value.length);
            }
            out.writeRawBytes(field.value);
          }
        });
  }

  private byte[] changed(Field field) {
    double odd = FLOATS[random.nextInt(FLOATS.length)];
    return switch (field.wireType) {
      case WireFormat.WIRETYPE_VARINT -> varint(number());
      case WireFormat.WIRETYPE_FIXED64 -> written(out -> out.writeDoubleNoTag(odd));
      case WireFormat.WIRETYPE_FIXED32 -> written(out -> out.writeFloatNoTag((float) odd));
      default ->
          switch (random.nextInt(4)) {
            case 0 -> new byte[0];
            case 1 -> bytes.mutate(field.value, field.value);
            default -> mutate(field.value);
          };
    };
  }

  private long number() {
    return random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextLong(20);
  }

  /** The same field with a value of another wire type. */
  private Field retyped(Field field) {
    return switch (random.nextInt(4)) {
      case 0 -> new Field(field.number, WireFormat.WIRETYPE_VARINT, varint(number()));
      case 1 -> new Field(field.number, WireFormat.WIRETYPE_FIXED64, new byte[8]);
      case 2 -> new Field(field.number, WireFormat.WIRETYPE_FIXED32, new byte[4]);
      default -> new Field(field.number, WireFormat.WIRETYPE_LENGTH_DELIMITED, field.value);
    };
  }
}
