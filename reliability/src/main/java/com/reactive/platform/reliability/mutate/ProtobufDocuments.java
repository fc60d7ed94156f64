package com.reactive.platform.reliability.mutate;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.reactive.platform.gateway.protobuf.ProtoEnum;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoMessage;
import com.reactive.platform.gateway.protobuf.ProtoMessage.Member.Label;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;

/** Makes protobuf messages that are events of a stream. */
final class ProtobufDocuments {
  private static final int MAX_DEPTH = 3;
  private static final int BUFFER_BYTES = 64;
  private static final long SECONDS = 4_000_000_000L;

  private final SplittableRandom random;
  private final Documents documents;
  private final ProtoFile file;

  /**
   * @param documents give values that are texts
   */
  ProtobufDocuments(SplittableRandom random, Documents documents, ProtoFile file) {
    this.random = random;
    this.documents = documents;
    this.file = file;
  }

  /** An event that is valid. */
  byte[] next() {
    return message(file.root(), 0).toByteArray();
  }

  private ByteString message(ProtoMessage message, int depth) {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes, BUFFER_BYTES);
    try {
      for (ProtoMessage.Member member : message.members()) {
        if (!isLeftOut(member, depth)) {
          write(member, depth, out);
        }
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteString();
  }

  private boolean isLeftOut(ProtoMessage.Member member, int depth) {
    boolean optional =
        member.nullBranch() >= 0 || (member.field() != null && member.field().hasDefaultValue());
    boolean neededByAnother =
        member.field() != null && member.field().propsContainsKey("x-required-when");
    return optional && !neededByAnother && (depth > MAX_DEPTH || random.nextBoolean());
  }

  private void write(ProtoMessage.Member member, int depth, CodedOutputStream out)
      throws IOException {
    if (member.label() == Label.ABSENT) {
      return;
    }
    List<ProtoMessage.Field> fields = member.fields();
    ProtoMessage.Field field = fields.get(random.nextInt(fields.size()));
    boolean many = member.label() == Label.REPEATED || member.label() == Label.MAP;
    int values = !many ? 1 : depth > MAX_DEPTH ? 0 : random.nextInt(3);
    for (int i = 0; i < values; i++) {
      switch (member.label()) {
        case REPEATED ->
            value(field.number(), field.type(), member.schema().getElementType(), depth, out);
        case MAP -> out.writeBytes(field.number(), entry(i, field, member.schema(), depth));
        default -> value(field.number(), field.type(), field.schema(), depth, out);
      }
    }
  }

  private ByteString entry(int key, ProtoMessage.Field field, Schema map, int depth)
      throws IOException {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes, BUFFER_BYTES);
    out.writeString(1, "key" + key);
    value(2, field.type(), map.getValueType(), depth, out);
    out.flush();
    return bytes.toByteString();
  }

  private void value(
      int number, ProtoMessage.Type type, Schema schema, int depth, CodedOutputStream out)
      throws IOException {
    switch (type.kind()) {
      case BOOL -> out.writeBool(number, random.nextBoolean());
      case INT32 -> out.writeInt32(number, random.nextInt() >> random.nextInt(32));
      case INT64 -> out.writeInt64(number, random.nextLong() >> random.nextInt(64));
      case FLOAT -> out.writeFloat(number, (float) random.nextDouble());
      case DOUBLE -> out.writeDouble(number, random.nextDouble() * 1e200);
      case STRING -> out.writeString(number, text(schema));
      case BYTES -> {
        boolean fixed = schema.getType() == Schema.Type.FIXED;
        byte[] bytes = new byte[fixed ? schema.getFixedSize() : random.nextInt(12)];
        random.nextBytes(bytes);
        out.writeByteArray(number, bytes);
      }
      case ENUM -> {
        List<ProtoEnum.Value> values = type.enumeration().values();
        out.writeEnum(number, values.get(random.nextInt(values.size())).number());
      }
      case NULL -> out.writeEnum(number, 0);
      case TIMESTAMP -> out.writeBytes(number, timestamp());
      case MESSAGE -> out.writeBytes(number, message(type.message(), depth + 1));
    }
  }

  private String text(Schema schema) {
    LogicalType logical = schema.getLogicalType();
    return logical == null ? documents.string() : documents.text(logical.getName());
  }

  private ByteString timestamp() throws IOException {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes, BUFFER_BYTES);
    out.writeInt64(1, random.nextLong(-SECONDS, SECONDS));
    out.writeInt32(2, random.nextInt(1_000) * 1_000_000);
    out.flush();
    return bytes.toByteString();
  }
}
