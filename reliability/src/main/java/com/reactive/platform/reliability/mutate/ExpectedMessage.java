package com.reactive.platform.reliability.mutate;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.protobuf.ProtoEnum;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoMessage;
import com.reactive.platform.gateway.protobuf.ProtoMessage.Member.Label;
import com.reactive.platform.gateway.stream.JsonForm;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * Expected result for a protobuf message: whether protobuf's own parser reads it, by the stream's
 * descriptor, and whether it is an event by the rules of docs/protobuf.md, stated a second time.
 */
final class ExpectedMessage {
  private static final String TIMESTAMP = ".google.protobuf.Timestamp";
  private static final String WIDE_TIMESTAMP = "WideTimestamp";
  private static final long MIN_SECOND = -62_135_596_800L;
  private static final long MAX_SECOND = 253_402_300_799L;
  private static final long NANOS = 1_000_000_000L;

  private final ProtoMessage root;
  private final Descriptor descriptor;
  private final ScalarRules scalars = new ScalarRules(JsonForm.PLAIN);

  ExpectedMessage(ProtoFile file) {
    root = file.root();
    descriptor = widened(ProtoDescriptors.of(file)).findMessageTypeByName(root.name());
  }

  /**
   * Returns if it is an event.
   *
   * @throws Refusal if it is none; of the kind EITHER if protobuf leaves it to its readers
   */
  void check(byte[] bytes) throws Refusal {
    try {
      DynamicMessage message = DynamicMessage.parseFrom(descriptor, bytes);
      checkRecord(root, message);
      if (hasUnknown(message)) {
        throw unread(bytes, "an unknown field");
      }
    } catch (InvalidProtocolBufferException e) {
      throw unread(bytes, String.valueOf(e.getMessage()));
    }
    if (LongVarints.areIn(root, bytes)) {
      throw new Refusal(Refusal.Kind.EITHER, "a varint has more than 64 bits");
    }
  }

  /** What is replaced by what follows is not looked at by all readers. */
  private Refusal unread(byte[] bytes, String why) {
    return new Refusal(repeats(root, bytes) ? Refusal.Kind.EITHER : Refusal.Kind.UNREADABLE, why);
  }

  /**
   * The same messages with whole numbers of 64 bits instead of 32, which protobuf's parser would
   * cut off, and with the numbers of enums instead of their values.
   */
  private static FileDescriptor widened(FileDescriptor file) {
    FileDescriptorProto.Builder wide = file.toProto().toBuilder();
    wide.getMessageTypeBuilderList().forEach(type -> widen(type, wide.getPackage()));
    wide.addMessageType(
        DescriptorProto.newBuilder()
            .setName(WIDE_TIMESTAMP)
            .addField(whole("seconds", 1))
            .addField(whole("nanos", 2)));
    try {
      return FileDescriptor.buildFrom(
          wide.build(), file.getDependencies().toArray(FileDescriptor[]::new));
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FieldDescriptorProto.Builder whole(String name, int number) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .setType(FieldDescriptorProto.Type.TYPE_INT64);
  }

  private static void widen(DescriptorProto.Builder type, String scope) {
    for (FieldDescriptorProto.Builder field : type.getFieldBuilderList()) {
      if (field.getType() == FieldDescriptorProto.Type.TYPE_INT32
          || field.getType() == FieldDescriptorProto.Type.TYPE_ENUM) {
        field.setType(FieldDescriptorProto.Type.TYPE_INT64).clearTypeName();
      } else if (field.getTypeName().equals(TIMESTAMP)) {
        field.setTypeName("." + scope + "." + WIDE_TIMESTAMP);
      }
    }
    type.getNestedTypeBuilderList().forEach(nested -> widen(nested, scope));
  }

  /** True if there is a field that the .proto lacks, or with another wire type, at any depth. */
  private static boolean hasUnknown(Message message) {
    if (!message.getUnknownFields().asMap().isEmpty()) {
      return true;
    }
    for (Object value : message.getAllFields().values()) {
      for (Object each : value instanceof List<?> list ? list : List.of(value)) {
        if (each instanceof Message nested && hasUnknown(nested)) {
          return true;
        }
      }
    }
    return false;
  }

  private void checkRecord(ProtoMessage type, Message sent) throws Refusal {
    Map<String, Object> values = new HashMap<>();
    for (ProtoMessage.Member member : type.members()) {
      if (member.label() != Label.ABSENT) {
        Object value = checkMember(member, sent);
        if (value != null) {
          values.put(member.name(), value);
        }
      }
    }
    for (ProtoMessage.Member member : type.members()) {
      if (member.field() != null
          && member.field().getObjectProp("x-required-when") instanceof Map<?, ?> when
          && !values.containsKey(member.name())) {
        Map.Entry<?, ?> only = when.entrySet().iterator().next();
        Schema.Field other = member(type, only.getKey()).field();
        Object value = values.getOrDefault(other.name(), other.defaultVal());
        if (only.getValue().equals(value)) {
          throw Refusal.mismatch("a field is missing beside the other's value");
        }
      }
    }
  }

  private static ProtoMessage.Member member(ProtoMessage type, Object name) {
    return type.members().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The value, a symbol as its name; null if it is left out. */
  private Object checkMember(ProtoMessage.Member member, Message sent) throws Refusal {
    for (ProtoMessage.Field field : member.fields()) {
      FieldDescriptor described = sent.getDescriptorForType().findFieldByNumber(field.number());
      switch (member.label()) {
        case REPEATED -> {
          for (Object element : (List<?>) sent.getField(described)) {
            checkValue(field, member.schema().getElementType(), element);
          }
          return sent;
        }
        case MAP -> {
          Map<Object, Object> last = new HashMap<>();
          for (Object entry : (List<?>) sent.getField(described)) {
            Message one = (Message) entry;
            Descriptor parts = one.getDescriptorForType();
            Object key = one.getField(parts.findFieldByNumber(1));
            last.put(key, one.getField(parts.findFieldByNumber(2)));
          }
          for (Object value : last.values()) {
            checkValue(field, member.schema().getValueType(), value);
          }
          return sent;
        }
        default -> {
          if (sent.hasField(described)) {
            Object value = checkValue(field, field.schema(), sent.getField(described));
            if (member.field() != null) {
              ScalarRules.requireLength(member.field(), value);
            }
            return value;
          }
        }
      }
    }
    boolean optional =
        member.nullBranch() >= 0 || (member.field() != null && member.field().hasDefaultValue());
    if (!optional) {
      throw Refusal.mismatch("a field is missing");
    }
    return null;
  }

  private Object checkValue(ProtoMessage.Field field, Schema schema, Object value) throws Refusal {
    switch (field.type().kind()) {
      case INT32 -> require((long) value == (int) (long) value);
      case FLOAT -> require(Float.isFinite((float) value));
      case DOUBLE -> require(Double.isFinite((double) value));
      case BYTES ->
          require(
              schema.getType() != Schema.Type.FIXED
                  || ((ByteString) value).size() == schema.getFixedSize());
      case STRING -> {
        if (schema.getLogicalType() != null) {
          scalars.value(schema, new Json.Text((String) value));
          return value;
        }
      }
      case ENUM -> {
        return symbol(field.type().enumeration(), (long) value);
      }
      case TIMESTAMP -> checkTimestamp(schema, (Message) value);
      case MESSAGE -> checkRecord(field.type().message(), (Message) value);
      default -> {
        // Whatever comes is a value.
      }
    }
    return value;
  }

  private static void require(boolean holds) throws Refusal {
    if (!holds) {
      throw Refusal.mismatch("no such value");
    }
  }

  private static String symbol(ProtoEnum type, long number) throws Refusal {
    for (ProtoEnum.Value value : type.values()) {
      if (value.number() == number) {
        return value.symbol();
      }
    }
    throw Refusal.mismatch("no symbol");
  }

  private static void checkTimestamp(Schema schema, Message value) throws Refusal {
    Descriptor parts = value.getDescriptorForType();
    long seconds = (long) value.getField(parts.findFieldByNumber(1));
    long nanos = (long) value.getField(parts.findFieldByNumber(2));
    require(seconds >= MIN_SECOND && seconds <= MAX_SECOND && nanos >= 0 && nanos < NANOS);
    String unit = schema.getLogicalType().getName();
    if (unit.endsWith("-nanos")) {
      try {
        Math.addExact(Math.multiplyExact(Math.addExact(seconds, 1), NANOS), nanos - NANOS);
      } catch (ArithmeticException e) {
        throw new Refusal(Refusal.Kind.EITHER, "near 64 bits");
      }
    } else {
      require(nanos % (unit.endsWith("-millis") ? 1_000_000 : 1_000) == 0);
    }
  }

  /** True if a value that is not to be repeated is, in this message or one within it. */
  private static boolean repeats(ProtoMessage type, byte[] bytes) {
    UnknownFieldSet fields;
    try {
      fields = UnknownFieldSet.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
    for (ProtoMessage.Member member : type.members()) {
      int values = 0;
      Set<ByteString> keys = new HashSet<>();
      for (ProtoMessage.Field field : member.fields()) {
        List<ByteString> texts = fields.getField(field.number()).getLengthDelimitedList();
        values += texts.size() + fields.getField(field.number()).getVarintList().size();
        for (ByteString text : texts) {
          byte[] value = member.label() == Label.MAP ? entry(text, keys) : text.toByteArray();
          if (value == null
              || (field.type().message() != null && repeats(field.type().message(), value))) {
            return true;
          }
        }
      }
      boolean many = member.label() == Label.REPEATED || member.label() == Label.MAP;
      if (values > 1 && !many) {
        return true;
      }
    }
    return false;
  }

  /** The value of an entry; null if something is there twice. */
  private static byte[] entry(ByteString bytes, Set<ByteString> keys) {
    try {
      UnknownFieldSet fields = UnknownFieldSet.parseFrom(bytes);
      List<ByteString> own = fields.getField(1).getLengthDelimitedList();
      List<ByteString> values = fields.getField(2).getLengthDelimitedList();
      boolean once =
          own.size() <= 1
              && values.size() <= 1
              && keys.add(own.isEmpty() ? ByteString.EMPTY : own.get(0));
      return !once ? null : values.isEmpty() ? new byte[0] : values.get(0).toByteArray();
    } catch (InvalidProtocolBufferException e) {
      return new byte[0];
    }
  }
}
