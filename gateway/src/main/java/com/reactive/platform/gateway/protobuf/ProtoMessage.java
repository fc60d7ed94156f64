package com.reactive.platform.gateway.protobuf;

import java.util.List;
import org.apache.avro.Schema;

/** A message of the .proto. Immutable once its file is built; may contain itself. */
public final class ProtoMessage {
  /** What a field once had. The name is null if a field has it now. */
  record Reserved(int number, String name) {}

  /**
   * The fields of a message that stand for one field of an Avro record.
   *
   * @param name in Avro
   * @param field null in a wrapper message, whose only value has no field in Avro
   * @param schema the Avro type
   * @param oneof the name of the oneof; null unless the label is ONEOF
   * @param fields none if ABSENT, several if ONEOF, else one
   */
  public record Member(
      String name,
      Schema.Field field,
      Schema schema,
      Label label,
      String oneof,
      List<Field> fields) {
    /** How often a value may be there. */
    public enum Label {
      /** Never: clients cannot send it. */
      ABSENT,
      SINGULAR,
      ONEOF,
      REPEATED,
      MAP
    }

    public Member {
      fields = List.copyOf(fields);
    }

    /** The number of the branch for null; -1 if null is not allowed. */
    public int nullBranch() {
      for (int i = 0; schema.isUnion() && i < schema.getTypes().size(); i++) {
        if (schema.getTypes().get(i).getType() == Schema.Type.NULL) {
          return i;
        }
      }
      return -1;
    }
  }

  /**
   * One numbered field of a message.
   *
   * @param type of a value: of a repeated field that of an element, of a map that of its values
   * @param branch the number of the branch if the Avro type is a union; else -1
   * @param schema the Avro type that is written: of the value, or of the whole array or map
   */
  public record Field(int number, String name, Type type, int branch, Schema schema) {
    Field named(String newName) {
      return new Field(number, newName, type, branch, schema);
    }
  }

  /**
   * The protobuf type of a value.
   *
   * @param name as a .proto has it
   * @param message null unless the kind is MESSAGE
   * @param enumeration null unless the kind is ENUM
   */
  public record Type(Kind kind, String name, ProtoMessage message, ProtoEnum enumeration) {
    /** The kinds of types in use: fewer than protobuf has. */
    public enum Kind {
      BOOL,
      INT32,
      INT64,
      FLOAT,
      DOUBLE,
      STRING,
      BYTES,
      ENUM,
      MESSAGE,
      /** {@code google.protobuf.Timestamp}. */
      TIMESTAMP,
      /** {@code google.protobuf.NullValue}: null is meant, not left out. */
      NULL
    }

    static final Type TIMESTAMP = of(Kind.TIMESTAMP, "google.protobuf.Timestamp");
    static final Type NULL = of(Kind.NULL, "google.protobuf.NullValue");
    static final Type STRING = of(Kind.STRING, "string");

    static Type of(Kind kind, String name) {
      return new Type(kind, name, null, null);
    }

    static Type of(ProtoMessage message) {
      return new Type(Kind.MESSAGE, message.name(), message, null);
    }

    static Type of(ProtoEnum enumeration) {
      return new Type(Kind.ENUM, enumeration.name(), null, enumeration);
    }
  }

  private final String name;
  private final String doc;
  private final boolean wrapper;
  private List<Member> members = List.of();
  private List<Reserved> reserved = List.of();

  ProtoMessage(String name, String doc, boolean wrapper) {
    this.name = name;
    this.doc = doc;
    this.wrapper = wrapper;
  }

  void complete(List<Member> all, List<Reserved> former) {
    members = List.copyOf(all);
    reserved = List.copyOf(former);
  }

  public String name() {
    return name;
  }

  String doc() {
    return doc;
  }

  /** True if it has one member, and in Avro there is nothing but the value of that. */
  public boolean isWrapper() {
    return wrapper;
  }

  /** One for each field of the Avro record, in its order. */
  public List<Member> members() {
    return members;
  }

  List<Reserved> reserved() {
    return reserved;
  }
}
