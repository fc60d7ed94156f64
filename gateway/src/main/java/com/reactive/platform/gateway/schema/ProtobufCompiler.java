package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.protobuf.ProtoEnum;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoMessage;
import com.reactive.platform.gateway.stream.JsonForm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Makes the tree of writers that read protobuf. The schema was compiled for JSON before: that found
 * all its problems.
 */
final class ProtobufCompiler {
  private final boolean dropsUnknown;
  private final SchemaProblems problems = new SchemaProblems();
  private final Map<ProtoMessage, ValueWriter> messages = new HashMap<>();

  ProtobufCompiler(boolean dropsUnknown) {
    this.dropsUnknown = dropsUnknown;
  }

  ValueWriter root(ProtoFile file, Schema schema, KeyPaths keys, Set<String> pathFields) {
    return record(new MessageWriter(), file.root(), schema, keys, pathFields);
  }

  private ValueWriter message(ProtoMessage message, Schema schema, KeyPaths keys) {
    if (keys.goesOn() && !message.isWrapper()) {
      return record(new MessageWriter(), message, schema, keys, Set.of());
    }
    ValueWriter known = messages.get(message);
    if (known != null) {
      return known;
    }
    if (message.isWrapper()) {
      return wrapper(message);
    }
    MessageWriter node = new MessageWriter();
    messages.put(message, node);
    return record(node, message, schema, keys, Set.of());
  }

  private ValueWriter wrapper(ProtoMessage message) {
    WrapperWriter node = new WrapperWriter();
    messages.put(message, node);
    ProtoMessage.Member member = message.members().get(0);
    List<MessageScan.Field> scanned = new ArrayList<>();
    scan(member, 0, scanned);
    node.value(
        new MessageScan(scanned, dropsUnknown),
        member(member, Bounds.NONE, KeyPaths.NONE),
        ofAbsent(member));
    return node;
  }

  private ValueWriter record(
      MessageWriter node,
      ProtoMessage message,
      Schema schema,
      KeyPaths keys,
      Set<String> pathFields) {
    List<RecordField> fields = new ArrayList<>();
    List<MessageScan.Field> scanned = new ArrayList<>();
    for (ProtoMessage.Member member : message.members()) {
      Schema.Field field = member.field();
      RecordField compiled =
          new FieldCompiler(new MemberCompiler(member), problems, schema)
              .compile(
                  field, field.name(), keys.child(field.name()), pathFields.contains(field.name()));
      fields.add(compiled.orElse(ofAbsent(member)));
      scan(member, field.pos(), scanned);
    }
    node.fields(fields, new MessageScan(scanned, dropsUnknown));
    return node;
  }

  /** What stands for a value left out, if there is no default; null if there must be one. */
  private static FieldDefault ofAbsent(ProtoMessage.Member member) {
    return switch (member.label()) {
      case REPEATED, MAP -> new FieldDefaults.DefaultFiller(new byte[] {0});
      default -> {
        int branch = member.nullBranch();
        if (branch >= 0) {
          yield new FieldDefaults.DefaultFiller(Attributes.prefix(member.schema(), branch));
        }
        boolean isNull = member.schema().getType() == Schema.Type.NULL;
        yield isNull ? new FieldDefaults.DefaultFiller(new byte[0]) : null;
      }
    };
  }

  /** Adds what the fields of a member are to be found by. */
  private static void scan(ProtoMessage.Member member, int slot, List<MessageScan.Field> scanned) {
    for (int i = 0; i < member.fields().size(); i++) {
      ProtoMessage.Field field = member.fields().get(i);
      boolean message = isMessage(field);
      boolean map = member.label() == ProtoMessage.Member.Label.MAP;
      boolean listed = map || member.label() == ProtoMessage.Member.Label.REPEATED;
      scanned.add(
          new MessageScan.Field(
              field.number(),
              slot,
              i,
              map ? WireInput.LEN : wireType(field),
              listed
                  ? MessageScan.Repeat.LISTED
                  : message ? MessageScan.Repeat.MERGED : MessageScan.Repeat.LAST,
              member.name()));
    }
  }

  private static boolean isMessage(ProtoMessage.Field field) {
    return switch (field.type().kind()) {
      case MESSAGE, TIMESTAMP -> true;
      default -> false;
    };
  }

  private static int wireType(ProtoMessage.Field field) {
    return switch (field.type().kind()) {
      case BOOL, INT32, INT64, ENUM, NULL -> WireInput.VARINT;
      case FLOAT -> WireInput.I32;
      case DOUBLE -> WireInput.I64;
      case STRING, BYTES, MESSAGE, TIMESTAMP -> WireInput.LEN;
    };
  }

  /** Compiles the type of one field of a record. */
  private final class MemberCompiler implements FieldCompiler.TypeCompiler {
    private final ProtoMessage.Member member;

    MemberCompiler(ProtoMessage.Member member) {
      this.member = member;
    }

    @Override
    public ValueWriter compile(Schema type, String where, Bounds bounds, KeyPaths keys) {
      return member(member, bounds, keys);
    }

    @Override
    public TextWriter text(Schema type, String where, Bounds bounds) {
      return new ValueWriterCompiler(JsonForm.PLAIN, false, problems).text(type, where, bounds);
    }
  }

  private ValueWriter member(ProtoMessage.Member member, Bounds bounds, KeyPaths keys) {
    return switch (member.label()) {
      case ABSENT -> new WireWriters.NullNode();
      case REPEATED -> {
        ProtoMessage.Field field = member.fields().get(0);
        ValueWriter element =
            value(field, member.schema().getElementType(), Bounds.NONE, KeyPaths.NONE);
        yield new ListWriters.RepeatedNode(element, wireType(field));
      }
      case MAP -> {
        ProtoMessage.Field field = member.fields().get(0);
        ValueWriter value =
            value(field, member.schema().getValueType(), Bounds.NONE, KeyPaths.NONE);
        yield new ListWriters.EntriesNode(value, wireType(field), isMessage(field), dropsUnknown);
      }
      case SINGULAR -> {
        ProtoMessage.Field field = member.fields().get(0);
        ValueWriter value = value(field, field.schema(), bounds, keys);
        yield field.branch() < 0
            ? value
            : new OneofWriter(List.of(new UnionBranch(field.branch(), value)));
      }
      case ONEOF ->
          new OneofWriter(
              member.fields().stream().map(each -> branch(each, bounds, keys)).toList());
    };
  }

  private UnionBranch branch(ProtoMessage.Field field, Bounds bounds, KeyPaths keys) {
    return new UnionBranch(field.branch(), value(field, field.schema(), bounds, keys));
  }

  private ValueWriter value(ProtoMessage.Field field, Schema schema, Bounds bounds, KeyPaths keys) {
    return switch (field.type().kind()) {
      case BOOL -> new WireWriters.BoolNode();
      case INT32 -> new WireWriters.IntegerNode(false);
      case INT64 -> new WireWriters.IntegerNode(true);
      case FLOAT -> new WireWriters.FloatNode();
      case DOUBLE -> new WireWriters.DoubleNode();
      case STRING -> string(schema, bounds);
      case BYTES ->
          new WireWriters.BytesNode(
              schema.getType() == Schema.Type.FIXED ? schema.getFixedSize() : -1);
      case ENUM -> enumeration(field.type().enumeration(), schema);
      case MESSAGE -> message(field.type().message(), schema, keys);
      case TIMESTAMP -> timestamp(schema);
      case NULL -> new WireWriters.NullNode();
    };
  }

  private ValueWriter string(Schema schema, Bounds bounds) {
    ValueWriter logical = LogicalWriters.of(schema, "", problems);
    return logical instanceof TextValue text
        ? new WireWriters.TextNode(text)
        : new WireWriters.StringNode(bounds);
  }

  private ValueWriter timestamp(Schema schema) {
    LogicalType type = LogicalTypes.fromSchemaIgnoreInvalid(schema);
    int digits =
        switch (type.getName()) {
          case "timestamp-millis" -> 3;
          case "timestamp-micros" -> 6;
          default -> 9;
        };
    return new WireWriters.TimestampNode(digits, dropsUnknown);
  }

  private static ValueWriter enumeration(ProtoEnum type, Schema schema) {
    List<ProtoEnum.Value> values =
        type.values().stream().sorted(Comparator.comparingInt(ProtoEnum.Value::number)).toList();
    return new WireWriters.EnumNode(
        values.stream().mapToInt(ProtoEnum.Value::number).toArray(),
        values.stream().mapToInt(ProtoEnum.Value::ordinal).toArray(),
        new EnumWriter(schema.getEnumSymbols()).must());
  }
}
