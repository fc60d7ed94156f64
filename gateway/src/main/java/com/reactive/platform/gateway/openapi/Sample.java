package com.reactive.platform.gateway.openapi;

import static com.reactive.platform.gateway.openapi.Tree.object;

import com.reactive.platform.gateway.stream.JsonForm;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** The least that is a valid event of a schema, as an example. Pure functions. */
final class Sample {
  private Sample() {}

  static Object of(Schema schema, JsonForm form, Set<String> without) {
    return switch (schema.getType()) {
      case RECORD -> record(schema, form, without);
      case ARRAY -> List.of();
      case MAP -> object();
      case UNION -> union(schema, form);
      case ENUM -> schema.getEnumSymbols().get(0);
      case NULL -> null;
      case BOOLEAN -> true;
      case FLOAT, DOUBLE -> 1.5;
      case INT, LONG -> form == JsonForm.PLAIN ? whole(schema) : (Object) 1;
      case STRING -> isLogical(schema, "uuid") ? "01a1fc55-db73-4465-920a-1bc162fd3157" : "text";
      case BYTES, FIXED -> bytes(schema, form);
    };
  }

  private static Map<String, Object> record(Schema schema, JsonForm form, Set<String> without) {
    Map<String, Object> sample = new LinkedHashMap<>();
    for (Schema.Field field : schema.getFields()) {
      boolean needed = !field.hasDefaultValue() && !BodySchemas.isFilled(field);
      if (needed && !without.contains(field.name())) {
        sample.put(field.name(), fitted(of(field.schema(), form, Set.of()), field));
      }
    }
    return sample;
  }

  /** A text as long as its field asks for. */
  private static Object fitted(Object value, Schema.Field field) {
    if (!(value instanceof String text) || field.schema().getType() != Schema.Type.STRING) {
      return value;
    }
    int min = field.getObjectProp("x-min-length") instanceof Number n ? n.intValue() : 0;
    int max =
        field.getObjectProp("x-max-length") instanceof Number n ? n.intValue() : Integer.MAX_VALUE;
    String longer = text.length() < min ? text + "x".repeat(min - text.length()) : text;
    return longer.length() > max ? longer.substring(0, max) : longer;
  }

  private static Object union(Schema union, JsonForm form) {
    Schema first = union.getTypes().get(0);
    Object value = of(first, form, Set.of());
    boolean objects =
        union.getTypes().stream()
                .filter(
                    branch ->
                        branch.getType() == Schema.Type.RECORD
                            || branch.getType() == Schema.Type.MAP)
                .count()
            > 1;
    boolean tagged =
        form == JsonForm.AVRO
            ? first.getType() != Schema.Type.NULL
            : objects && value instanceof Map<?, ?>;
    return tagged ? object(first.getFullName(), value) : value;
  }

  private static Object whole(Schema schema) {
    LogicalType logical = schema.getLogicalType();
    String name = logical == null ? "" : logical.getName();
    return switch (name) {
      case "date" -> "2026-11-21";
      case "time-millis", "time-micros" -> "12:34:56.789";
      case "timestamp-millis", "timestamp-micros", "timestamp-nanos" -> "2026-11-21T12:34:56.789Z";
      case "local-timestamp-millis", "local-timestamp-micros", "local-timestamp-nanos" ->
          "2026-11-21T12:34:56.789";
      default -> 1;
    };
  }

  private static Object bytes(Schema schema, JsonForm form) {
    LogicalType logical = schema.getLogicalType();
    if (form == JsonForm.PLAIN && logical != null) {
      if (logical instanceof LogicalTypes.Decimal || isLogical(schema, "big-decimal")) {
        return "0";
      }
      if (isLogical(schema, "uuid")) {
        return "01a1fc55-db73-4465-920a-1bc162fd3157";
      }
      if (isLogical(schema, "duration")) {
        return "P1D";
      }
    }
    int size = schema.getType() == Schema.Type.FIXED ? schema.getFixedSize() : 3;
    return form == JsonForm.PLAIN
        ? Base64.getEncoder().encodeToString(new byte[size])
        : "a".repeat(size);
  }

  private static boolean isLogical(Schema schema, String name) {
    return schema.getLogicalType() != null && schema.getLogicalType().getName().equals(name);
  }
}
