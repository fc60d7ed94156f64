package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.protobuf.ProtoEnum;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Turns a datum in Avro into its message in protobuf: the way back from {@link ProtobufTranscoder},
 * by the same rules (docs/protobuf.md). Fields that have no counterpart there are left out.
 * Immutable and thread-safe.
 */
final class MessageEncoder {
  /** As deep as this gateway reads; readers in other languages stop at 100. */
  private static final int MAX_DEPTH = 64;

  private static final long MIN_SECOND = -62_135_596_800L;
  private static final long MAX_SECOND = 253_402_300_799L;
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  /** Reads one value and writes it, without a tag. */
  private interface ValueEncoder {
    void write(AvroInput in, WireOutput out, int depth) throws InvalidEventException;
  }

  /** A field of a message. */
  private record NumberedField(int number, int wireType, ValueEncoder value) {
    void write(AvroInput in, WireOutput out, int depth) throws InvalidEventException {
      out.writeTag(number, wireType);
      value.write(in, out, depth);
      out.check();
    }
  }

  /** The members of a message, which may contain itself. */
  private static final class Message implements ValueEncoder {
    private final List<String> names = new ArrayList<>();
    private final List<ValueEncoder> members = new ArrayList<>();

    @Override
    public void write(AvroInput in, WireOutput out, int depth) throws InvalidEventException {
      if (depth > MAX_DEPTH) {
        throw InvalidEventException.schema(
            "", "the event has messages that are nested deeper than " + MAX_DEPTH);
      }
      int start = out.beginValue();
      writeMembers(in, out, depth);
      out.endValue(start);
    }

    void writeMembers(AvroInput in, WireOutput out, int depth) throws InvalidEventException {
      for (int i = 0; i < members.size(); i++) {
        try {
          members.get(i).write(in, out, depth + 1);
        } catch (InvalidEventException e) {
          throw below(names.get(i), e);
        }
      }
    }
  }

  private final Map<ProtoMessage, Message> messages = new HashMap<>();
  private final Message root;

  MessageEncoder(ProtoFile file) {
    root = message(file.root());
  }

  /**
   * Appends the message of the datum that begins there.
   *
   * @throws InvalidEventException if protobuf cannot hold a value, or the limit is exceeded
   */
  void write(AvroInput in, WireOutput out) throws InvalidEventException {
    root.writeMembers(in, out, 0);
  }

  private Message message(ProtoMessage message) {
    Message known = messages.get(message);
    if (known != null) {
      return known;
    }
    Message made = new Message();
    messages.put(message, made);
    for (ProtoMessage.Member member : message.members()) {
      made.names.add(message.isWrapper() ? "" : "/" + member.name());
      made.members.add(member(member));
    }
    return made;
  }

  private ValueEncoder member(ProtoMessage.Member member) {
    Schema schema = member.schema();
    return switch (member.label()) {
      case ABSENT -> (in, out, depth) -> in.skip(schema);
      case REPEATED -> repeated(member.fields().get(0), schema.getElementType());
      case MAP -> map(member.fields().get(0), schema.getValueType());
      case SINGULAR, ONEOF -> single(member);
    };
  }

  private ValueEncoder single(ProtoMessage.Member member) {
    if (!member.schema().isUnion()) {
      ProtoMessage.Field only = member.fields().get(0);
      return numbered(only, only.schema())::write;
    }
    NumberedField[] branches = new NumberedField[member.schema().getTypes().size()];
    for (ProtoMessage.Field field : member.fields()) {
      branches[field.branch()] = numbered(field, field.schema());
    }
    return (in, out, depth) -> {
      NumberedField branch = branches[in.readInt()];
      if (branch != null) { // else it is null, which is left out
        branch.write(in, out, depth);
      }
    };
  }

  private NumberedField numbered(ProtoMessage.Field field, Schema schema) {
    return new NumberedField(field.number(), wireType(field), value(field.type(), schema));
  }

  private ValueEncoder repeated(ProtoMessage.Field field, Schema element) {
    NumberedField item = numbered(field, element);
    boolean packed = item.wireType() != WireInput.LEN;
    return (in, out, depth) -> {
      long count = in.readBlock();
      if (count == 0) {
        return;
      }
      int start = 0;
      long index = 0;
      if (packed) {
        out.writeTag(item.number(), WireInput.LEN);
        start = out.beginValue();
      }
      for (; count != 0; count = in.readBlock()) {
        for (long i = 0; i < count; i++, index++) {
          try {
            if (packed) {
              item.value().write(in, out, depth);
              out.check();
            } else {
              item.write(in, out, depth);
            }
          } catch (InvalidEventException e) {
            throw below("/" + index, e);
          }
        }
      }
      if (packed) {
        out.endValue(start);
      }
    };
  }

  /** A map is a list of messages that hold a key, 1, and a value, 2. */
  private ValueEncoder map(ProtoMessage.Field field, Schema type) {
    int wireType = wireType(field);
    NumberedField value = new NumberedField(2, wireType, value(field.type(), type));
    return (in, out, depth) -> {
      for (long count = in.readBlock(); count != 0; count = in.readBlock()) {
        for (long i = 0; i < count; i++) {
          out.writeTag(field.number(), WireInput.LEN);
          int start = out.beginValue();
          out.writeTag(1, WireInput.LEN);
          int length = in.readInt();
          int key = in.take(length);
          out.writeBytes(in.bytes(), key, length);
          try {
            value.write(in, out, depth + 1);
          } catch (InvalidEventException e) {
            String name = new String(in.bytes(), key, length, StandardCharsets.UTF_8);
            throw below("/" + name.replace("~", "~0").replace("/", "~1"), e);
          }
          out.endValue(start);
        }
      }
    };
  }

  /** The same fault, with the pointer from one level higher. */
  private static InvalidEventException below(String step, InvalidEventException fault) {
    return InvalidEventException.schema(step + fault.pointer(), fault.getMessage());
  }

  private static int wireType(ProtoMessage.Field field) {
    return switch (field.type().kind()) {
      case BOOL, INT32, INT64, ENUM, NULL -> WireInput.VARINT;
      case FLOAT -> WireInput.I32;
      case DOUBLE -> WireInput.I64;
      case STRING, BYTES, MESSAGE, TIMESTAMP -> WireInput.LEN;
    };
  }

  private ValueEncoder value(ProtoMessage.Type type, Schema schema) {
    return switch (type.kind()) {
      case BOOL -> (in, out, depth) -> out.write(in.bytes(), in.take(1), 1);
      case INT32, INT64 -> (in, out, depth) -> out.writeVarint(in.readLong());
      case FLOAT -> (in, out, depth) -> out.write(in.bytes(), in.take(Float.BYTES), Float.BYTES);
      case DOUBLE -> (in, out, depth) -> out.write(in.bytes(), in.take(Double.BYTES), Double.BYTES);
      case STRING ->
          schema.getType() == Schema.Type.STRING
              ? (in, out, depth) -> writeText(in, out)
              : logicalText(schema);
      case BYTES -> {
        boolean fixed = schema.getType() == Schema.Type.FIXED;
        int size = fixed ? schema.getFixedSize() : 0;
        yield (in, out, depth) -> {
          int count = fixed ? size : in.readInt();
          out.writeBytes(in.bytes(), in.take(count), count);
        };
      }
      case ENUM -> enumeration(type.enumeration());
      case MESSAGE -> message(type.message());
      case TIMESTAMP -> timestamp(schema);
      case NULL -> (in, out, depth) -> out.writeVarint(0);
    };
  }

  private static void writeText(AvroInput in, WireOutput out) {
    int count = in.readInt();
    out.writeBytes(in.bytes(), in.take(count), count);
  }

  private static ValueEncoder enumeration(ProtoEnum type) {
    int symbols = type.values().stream().mapToInt(ProtoEnum.Value::ordinal).max().orElse(-1) + 1;
    int[] numbers = new int[symbols];
    type.values().forEach(value -> numbers[value.ordinal()] = value.number());
    return (in, out, depth) -> out.writeVarint(numbers[in.readInt()]);
  }

  /** A date, a decimal and the like as JSON has it. */
  private static ValueEncoder logicalText(Schema schema) {
    LogicalType logical = LogicalTypes.fromSchemaIgnoreInvalid(schema);
    boolean isNumber = schema.getType() == Schema.Type.INT || schema.getType() == Schema.Type.LONG;
    return (in, out, depth) -> {
      String text;
      if (isNumber) {
        text = LogicalForms.of(logical, in.readLong()).get(0);
        if (text.charAt(0) != '"') {
          throw InvalidEventException.schema(
              "", "a " + logical.getName() + " must be one that can be written as text");
        }
      } else {
        int count = schema.getType() == Schema.Type.FIXED ? schema.getFixedSize() : in.readInt();
        int start = in.take(count);
        byte[] value = Arrays.copyOfRange(in.bytes(), start, start + count);
        text = textOf(logical, schema, value);
      }
      boolean quoted = text.charAt(0) == '"';
      byte[] ascii =
          (quoted ? text.substring(1, text.length() - 1) : text)
              .getBytes(StandardCharsets.US_ASCII);
      out.writeBytes(ascii, 0, ascii.length);
    };
  }

  /** In Avro's form of JSON, bytes need not be what their logical type says. */
  private static String textOf(LogicalType logical, Schema schema, byte[] value)
      throws InvalidEventException {
    try {
      return LogicalForms.of(logical, schema, value).get(0);
    } catch (RuntimeException e) { // Avro's conversions throw many kinds
      throw InvalidEventException.schema("", "the bytes are no " + logical.getName());
    }
  }

  private static ValueEncoder timestamp(Schema schema) {
    LogicalType type = LogicalTypes.fromSchemaIgnoreInvalid(schema);
    int perSecond =
        switch (type.getName()) {
          case "timestamp-millis" -> 1_000;
          case "timestamp-micros" -> 1_000_000;
          default -> NANOS_PER_SECOND;
        };
    return (in, out, depth) -> {
      long value = in.readLong();
      long seconds = Math.floorDiv(value, (long) perSecond);
      if (seconds < MIN_SECOND || seconds > MAX_SECOND) {
        throw InvalidEventException.schema("", "a timestamp must be of the years 1 to 9999");
      }
      int nanos = Math.floorMod(value, perSecond) * (NANOS_PER_SECOND / perSecond);
      int start = out.beginValue();
      if (seconds != 0) {
        out.writeTag(1, WireInput.VARINT);
        out.writeVarint(seconds);
      }
      if (nanos != 0) {
        out.writeTag(2, WireInput.VARINT);
        out.writeVarint(nanos);
      }
      out.endValue(start);
    };
  }
}
