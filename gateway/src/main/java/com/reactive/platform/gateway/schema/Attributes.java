package com.reactive.platform.gateway.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Reads what a field says of itself beyond its type: our attributes and its default. */
final class Attributes {
  static final String FILLED = "x-reactive";
  static final String CLIENT_ADDRESS = "client-address";
  static final String USER_AGENT = "user-agent";
  static final String MASK = "x-mask";
  static final String DROP = "x-drop";
  static final String HASH = "x-hash";
  private static final String MIN_LENGTH = "x-min-length";
  private static final String MAX_LENGTH = "x-max-length";
  private static final String REQUIRED_WHEN = "x-required-when";
  private static final List<String> ALL =
      List.of(FILLED, MASK, DROP, HASH, MIN_LENGTH, MAX_LENGTH, REQUIRED_WHEN);

  private Attributes() {}

  /** True if the record must not have the field's value as it was sent. */
  static boolean isProtected(Schema.Field field) {
    return field.getObjectProp(DROP) != null || field.getObjectProp(HASH) != null;
  }

  /** True if the schema has a field, however deep, of which this is true. */
  static boolean anyField(Schema schema, Predicate<Schema.Field> test) {
    return anyField(schema, test, new HashSet<>());
  }

  private static boolean anyField(
      Schema schema, Predicate<Schema.Field> test, Set<String> records) {
    return switch (schema.getType()) {
      case RECORD ->
          records.add(schema.getFullName())
              && schema.getFields().stream()
                  .anyMatch(field -> test.test(field) || anyField(field.schema(), test, records));
      case ARRAY -> anyField(schema.getElementType(), test, records);
      case MAP -> anyField(schema.getValueType(), test, records);
      case UNION -> schema.getTypes().stream().anyMatch(type -> anyField(type, test, records));
      default -> false;
    };
  }

  /** An attribute that stands on the type would be overlooked. */
  static void refuseOn(JsonProperties type, String where, SchemaProblems problems) {
    if (type instanceof Schema schema && schema.getType() == Schema.Type.UNION) {
      return;
    }
    for (String name : ALL) {
      if (type.getObjectProp(name) != null) {
        problems.add(where, name + " belongs on the field, not on its type");
      }
    }
  }

  static Bounds bounds(Schema.Field field, String where, SchemaProblems problems) {
    Object min = field.getObjectProp(MIN_LENGTH);
    Object max = field.getObjectProp(MAX_LENGTH);
    if (min == null && max == null) {
      return Bounds.NONE;
    }
    Bounds bounds = new Bounds(length(min, 0), length(max, Integer.MAX_VALUE));
    if (bounds.min() < 0 || bounds.max() < bounds.min()) {
      problems.add(
          where, MIN_LENGTH + " and " + MAX_LENGTH + " must be whole numbers, the smaller first");
    }
    if (branch(field.schema(), Schema.Type.STRING) < 0) {
      problems.add(where, MIN_LENGTH + " and " + MAX_LENGTH + " are for strings");
    }
    return bounds;
  }

  private static int length(Object value, int otherwise) {
    if (value == null) {
      return otherwise;
    }
    return value instanceof Integer number ? number : -1;
  }

  /** Null if the field has none, or a wrong one. */
  static Requirement requirement(
      Schema record, Schema.Field field, String where, SchemaProblems problems) {
    Object when = field.getObjectProp(REQUIRED_WHEN);
    if (when == null) {
      return null;
    }
    Schema.Field sibling = null;
    List<byte[]> values = new ArrayList<>();
    if (when instanceof Map<?, ?> map && map.size() == 1) {
      Map.Entry<?, ?> only = map.entrySet().iterator().next();
      sibling = record.getField(String.valueOf(only.getKey()));
      List<?> named = only.getValue() instanceof List<?> list ? list : List.of(only.getValue());
      for (Object value : named) {
        values.add(sibling == null ? null : encoded(sibling.schema(), value));
      }
    }
    if (sibling != null && isProtected(sibling)) {
      problems.add(where, REQUIRED_WHEN + " must not name a field with x-drop or x-hash");
      return null;
    }
    if (sibling == null || values.isEmpty() || values.contains(null)) {
      problems.add(
          where,
          REQUIRED_WHEN
              + " must be an object with one field: the name of a sibling enum or string,"
              + " with one of its values or a list of them");
      return null;
    }
    return new Requirement(sibling.pos(), values);
  }

  /** As the sibling's bytes would be; null if it cannot have that value. */
  private static byte[] encoded(Schema schema, Object value) {
    if (!(value instanceof String text)) {
      return null;
    }
    for (Schema type : schema.isUnion() ? schema.getTypes() : List.of(schema)) {
      if (type.getType() == Schema.Type.ENUM && type.hasEnumSymbol(text)) {
        return encode(schema, new GenericData.EnumSymbol(type, text));
      }
      if (type.getType() == Schema.Type.STRING) {
        return encode(schema, text);
      }
    }
    return null;
  }

  /** The bytes of the field's default; null if it has none, or an invalid one. */
  static byte[] defaultBytes(Schema.Field field, String where, SchemaProblems problems) {
    if (!field.hasDefaultValue()) {
      return null;
    }
    try {
      return encode(field.schema(), GenericData.get().getDefaultValue(field));
    } catch (AvroRuntimeException e) {
      problems.add(where, "its default does not match its type");
      return null;
    }
  }

  private static byte[] encode(Schema schema, Object value) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
      new GenericDatumWriter<>(schema).write(value, encoder);
      encoder.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new AssertionError("writing to memory", e);
    }
  }

  /**
   * The number of the union's first branch of that type; 0 if the schema is itself of that type; -1
   * if neither.
   */
  static int branch(Schema schema, Schema.Type type) {
    List<Schema> types = schema.isUnion() ? schema.getTypes() : List.of(schema);
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).getType() == type) {
        return i;
      }
    }
    return -1;
  }

  /** What stands before the value of that branch: nothing if there is no union. */
  static byte[] prefix(Schema schema, int branch) {
    if (!schema.isUnion()) {
      return new byte[0];
    }
    Schema index = Schema.create(Schema.Type.INT);
    return encode(index, branch);
  }
}
