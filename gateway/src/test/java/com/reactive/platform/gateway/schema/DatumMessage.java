package com.reactive.platform.gateway.schema;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.NullValue;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoMessage;
import com.reactive.platform.gateway.protobuf.ProtoMessage.Member.Label;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;

/** Says a datum in protobuf, by protobuf's own library. */
final class DatumMessage {
  private static final long MAX_SECONDS = 60_000_000_000L;

  private final Random random;
  private final ProtoFile file;
  private final FileDescriptor descriptor;

  DatumMessage(Random random, ProtoFile file) {
    this.random = random;
    this.file = file;
    this.descriptor = ProtoDescriptors.of(file);
  }

  Descriptor type() {
    return descriptor.findMessageTypeByName(file.root().name());
  }

  DynamicMessage of(GenericData.Record datum) {
    return message(file.root(), type(), datum);
  }

  /** The same with times moved to years that a text, or a Timestamp, can say. */
  static Object sayable(Schema schema, Object value) {
    return switch (schema.getType()) {
      case RECORD -> {
        GenericData.Record record = (GenericData.Record) value;
        for (Schema.Field field : schema.getFields()) {
          record.put(field.pos(), sayable(field.schema(), record.get(field.pos())));
        }
        yield record;
      }
      case ARRAY -> {
        List<Object> all = new ArrayList<>();
        ((List<?>) value).forEach(each -> all.add(sayable(schema.getElementType(), each)));
        yield all;
      }
      case MAP -> {
        Map<Object, Object> all = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((k, v) -> all.put(k, sayable(schema.getValueType(), v)));
        yield all;
      }
      case UNION ->
          sayable(schema.getTypes().get(GenericData.get().resolveUnion(schema, value)), value);
      case INT -> name(schema).equals("date") ? (Object) ((Integer) value % 700_000) : value;
      case LONG -> {
        long perSecond =
            name(schema).endsWith("millis")
                ? 1_000
                : name(schema).endsWith("micros") ? 1_000_000 : 1;
        boolean bounded = name(schema).contains("timestamp") && perSecond > 1;
        yield bounded ? (Object) ((Long) value % (MAX_SECONDS * perSecond)) : value;
      }
      default -> value;
    };
  }

  private static String name(Schema schema) {
    LogicalType type = schema.getLogicalType();
    return type == null ? "" : type.getName();
  }

  private DynamicMessage message(ProtoMessage message, Descriptor type, GenericData.Record datum) {
    DynamicMessage.Builder builder = DynamicMessage.newBuilder(type);
    for (ProtoMessage.Member member : message.members()) {
      Object value = datum.get(member.field().pos());
      if (!isLeftOut(member, value)) {
        set(builder, type, member, value);
      }
    }
    return builder.build();
  }

  private boolean isLeftOut(ProtoMessage.Member member, Object value) {
    if (!member.field().hasDefaultValue() || random.nextBoolean()) {
      return member.label() == Label.ABSENT;
    }
    Schema schema = member.schema();
    Object usual = GenericData.get().getDefaultValue(member.field());
    return Arrays.equals(RandomDatums.encode(schema, value), RandomDatums.encode(schema, usual));
  }

  private void set(
      DynamicMessage.Builder builder, Descriptor type, ProtoMessage.Member member, Object value) {
    switch (member.label()) {
      case ABSENT -> {
        // The gateway fills it, or there is but one value.
      }
      case REPEATED -> {
        ProtoMessage.Field field = member.fields().get(0);
        FieldDescriptor described = type.findFieldByNumber(field.number());
        Schema element = member.schema().getElementType();
        for (Object each : (List<?>) value) {
          builder.addRepeatedField(described, value(described, field, element, each));
        }
      }
      case MAP -> {
        ProtoMessage.Field field = member.fields().get(0);
        FieldDescriptor described = type.findFieldByNumber(field.number());
        Descriptor entry = described.getMessageType();
        FieldDescriptor of = entry.findFieldByNumber(2);
        Schema values = member.schema().getValueType();
        ((Map<?, ?>) value)
            .forEach(
                (key, each) ->
                    builder.addRepeatedField(
                        described,
                        DynamicMessage.newBuilder(entry)
                            .setField(entry.findFieldByNumber(1), key.toString())
                            .setField(of, value(of, field, values, each))
                            .build()));
      }
      case SINGULAR, ONEOF -> {
        Schema schema = member.schema();
        int branch = schema.isUnion() ? GenericData.get().resolveUnion(schema, value) : -1;
        for (ProtoMessage.Field field : member.fields()) {
          if (field.branch() == branch) {
            FieldDescriptor described = type.findFieldByNumber(field.number());
            builder.setField(described, value(described, field, field.schema(), value));
          }
        }
      }
    }
  }

  private Object value(
      FieldDescriptor described, ProtoMessage.Field field, Schema schema, Object value) {
    return switch (field.type().kind()) {
      case BOOL, INT32, INT64, FLOAT, DOUBLE -> value;
      case STRING -> text(schema, value);
      case BYTES -> ByteString.copyFrom(bytes(value));
      case ENUM -> symbol(described, field, value.toString());
      case NULL -> NullValue.NULL_VALUE.getValueDescriptor();
      case TIMESTAMP -> timestamp(described.getMessageType(), schema, (Long) value);
      case MESSAGE -> {
        ProtoMessage message = field.type().message();
        Descriptor type = described.getMessageType();
        if (!message.isWrapper()) {
          yield message(message, type, (GenericData.Record) value);
        }
        DynamicMessage.Builder wrapper = DynamicMessage.newBuilder(type);
        set(wrapper, type, message.members().get(0), value);
        yield wrapper.build();
      }
    };
  }

  private static EnumValueDescriptor symbol(
      FieldDescriptor described, ProtoMessage.Field field, String symbol) {
    return field.type().enumeration().values().stream()
        .filter(value -> value.symbol().equals(symbol))
        .map(value -> described.getEnumType().findValueByNumber(value.number()))
        .findFirst()
        .orElseThrow();
  }

  private static DynamicMessage timestamp(Descriptor type, Schema schema, long value) {
    long perSecond =
        switch (name(schema)) {
          case "timestamp-millis" -> 1_000;
          case "timestamp-micros" -> 1_000_000;
          default -> 1_000_000_000;
        };
    int nanos = (int) (Math.floorMod(value, perSecond) * (1_000_000_000 / perSecond));
    return DynamicMessage.newBuilder(type)
        .setField(type.findFieldByNumber(1), Math.floorDiv(value, perSecond))
        .setField(type.findFieldByNumber(2), nanos)
        .build();
  }

  private static byte[] bytes(Object value) {
    return value instanceof GenericFixed fixed
        ? fixed.bytes()
        : RandomDatums.bytesOf((ByteBuffer) value);
  }

  private static String text(Schema schema, Object value) {
    LogicalType type = schema.getLogicalType();
    if (type == null || value instanceof CharSequence) {
      return value.toString();
    }
    List<String> forms =
        value instanceof Number number
            ? LogicalForms.of(type, number.longValue())
            : LogicalForms.of(type, schema, bytes(value));
    return forms.get(0).replace("\"", "");
  }
}
