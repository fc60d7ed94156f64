package com.reactive.platform.gateway.openapi;

import static com.reactive.platform.gateway.openapi.Tree.object;

import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;

/**
 * JSON Schemas of Avro schemas, collected for the document's components: each named type once, so
 * that types which contain themselves have an end.
 */
final class BodySchemas {
  /**
   * How JSON stands for a schema.
   *
   * @param open whether it may have fields that the schema lacks
   */
  private record Form(JsonForm json, boolean open) {}

  /** What makes two components different. */
  private record Kind(Schema schema, Form form, Set<String> without) {}

  private final Map<Kind, String> names = new LinkedHashMap<>();
  private final Map<String, Object> components = new LinkedHashMap<>();

  /** By name; complete when every body was asked for. */
  Map<String, Object> components() {
    return components;
  }

  /**
   * The schema of a request body.
   *
   * @param without fields that the path fills already
   */
  Map<String, Object> body(StreamDefinition stream, Collection<String> without) {
    if (stream.jsonSchema().isPresent()) {
      // With an id of its own, its references lead to itself and not to the whole document.
      Map<String, Object> schema = stream.jsonSchema().get().tree();
      schema.putIfAbsent("$id", "urn:reactive:stream:" + stream.name());
      components.put(stream.name() + ".json", schema);
      return Tree.reference("schemas", stream.name() + ".json");
    }
    Form form = new Form(stream.json(), stream.allowsUnknown());
    Set<String> fromPath = new TreeSet<>(without);
    if (!stream.versions().hasEarlier()) {
      return named(stream.schema(), form, fromPath);
    }
    return object("anyOf", stream.schemas().map(schema -> named(schema, form, fromPath)).toList());
  }

  private Map<String, Object> of(Schema schema, Form form) {
    return switch (schema.getType()) {
      case RECORD, ENUM, FIXED -> named(schema, form, Set.of());
      case ARRAY -> object("type", "array", "items", of(schema.getElementType(), form));
      case MAP -> object("type", "object", "additionalProperties", of(schema.getValueType(), form));
      case UNION -> union(schema, form);
      default -> form.json == JsonForm.PLAIN ? Scalars.plain(schema) : Scalars.avro(schema);
    };
  }

  private Map<String, Object> named(Schema schema, Form form, Set<String> without) {
    Kind kind = new Kind(schema, form, without);
    String name = names.get(kind);
    if (name == null) {
      name = freeName(kind);
      names.put(kind, name);
      components.put(name, Map.of()); // keeps the place: parts may come to this type again
      components.put(name, component(schema, form, without));
    }
    return Tree.reference("schemas", name);
  }

  private String freeName(Kind kind) {
    StringBuilder name = new StringBuilder(kind.schema.getFullName());
    if (kind.form.json == JsonForm.AVRO) {
      name.append(".avro");
    }
    kind.without.forEach(field -> name.append(".without-").append(field));
    String free = name.toString();
    for (int i = 2; names.containsValue(free); i++) {
      free = name + "-" + i;
    }
    return free;
  }

  private Map<String, Object> component(Schema schema, Form form, Set<String> without) {
    Map<String, Object> component =
        switch (schema.getType()) {
          case RECORD -> record(schema, form, without);
          default -> form.json == JsonForm.PLAIN ? Scalars.plain(schema) : Scalars.avro(schema);
        };
    if (schema.getDoc() != null) {
      component.put("description", schema.getDoc());
    }
    return component;
  }

  private Map<String, Object> record(Schema schema, Form form, Set<String> without) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    List<Object> conditions = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      if (isFilled(field) || without.contains(field.name())) {
        continue;
      }
      properties.put(field.name(), property(field, form));
      if (!field.hasDefaultValue()) {
        required.add(field.name());
      }
      if (field.getObjectProp("x-required-when") instanceof Map<?, ?> when) {
        when.forEach((other, values) -> conditions.add(condition(field, (String) other, values)));
      }
    }
    Map<String, Object> record = object("type", "object", "properties", properties);
    if (!required.isEmpty()) {
      record.put("required", required);
    }
    record.put("additionalProperties", form.open);
    if (!conditions.isEmpty()) {
      record.put("allOf", conditions);
    }
    return record;
  }

  /** Whether the gateway fills the field, so that a client must not. */
  static boolean isFilled(Schema.Field field) {
    return field.getObjectProp("x-reactive") != null;
  }

  private Map<String, Object> property(Schema.Field field, Form form) {
    Map<String, Object> property = new LinkedHashMap<>(of(field.schema(), form));
    copy(field, "x-min-length", property, "minLength");
    copy(field, "x-max-length", property, "maxLength");
    String description = description(field);
    if (!description.isEmpty()) {
      property.put("description", description);
    }
    Object value = field.hasDefaultValue() ? field.defaultVal() : null;
    boolean fits =
        !(property.get("minLength") instanceof Integer least && "".equals(value) && least > 0);
    if (value != null && fits && isPlainDefault(field.schema(), value)) {
      property.put("default", value == JsonProperties.NULL_VALUE ? null : value);
    }
    return property;
  }

  private static void copy(
      Schema.Field field, String attribute, Map<String, Object> property, String keyword) {
    if (field.getObjectProp(attribute) instanceof Number number) {
      property.put(keyword, number.intValue());
    }
  }

  private static String description(Schema.Field field) {
    StringBuilder text = new StringBuilder(field.doc() == null ? "" : field.doc());
    if (field.getObjectProp("x-required-when") instanceof Map<?, ?> when) {
      when.forEach(
          (other, values) ->
              text.append(text.isEmpty() ? "" : " ")
                  .append("Required when ")
                  .append(other)
                  .append(" is ")
                  .append(String.join(" or ", symbols(values)))
                  .append('.'));
    }
    return text.toString();
  }

  private static List<String> symbols(Object values) {
    return values instanceof Collection<?> several
        ? several.stream().map(String::valueOf).toList()
        : List.of(String.valueOf(values));
  }

  private static Map<String, Object> condition(Schema.Field field, String other, Object values) {
    return object(
        "if",
        object(
            "properties", object(other, object("enum", symbols(values))),
            "required", List.of(other)),
        "then",
        object("properties", object(field.name(), object()), "required", List.of(field.name())));
  }

  /** Other defaults are written otherwise in Avro's schema than in a body; absence says enough. */
  private static boolean isPlainDefault(Schema schema, Object value) {
    Schema first = schema.isUnion() ? schema.getTypes().get(0) : schema;
    return first.getLogicalType() == null
        && (value == JsonProperties.NULL_VALUE
            || value instanceof Number
            || value instanceof Boolean
            || (value instanceof String && first.getType() == Schema.Type.STRING)
            || first.getType() == Schema.Type.ENUM)
        && (!schema.isUnion() || value == JsonProperties.NULL_VALUE);
  }

  private Map<String, Object> union(Schema union, Form form) {
    boolean tagged = form.json == JsonForm.AVRO;
    boolean tagsObjects = union.getTypes().stream().filter(BodySchemas::isObject).count() > 1;
    List<Object> branches = new ArrayList<>();
    for (Schema branch : union.getTypes()) {
      boolean tag = tagged ? branch.getType() != Schema.Type.NULL : tagsObjects && isObject(branch);
      Map<String, Object> value = of(branch, form);
      branches.add(tag ? tagged(branch.getFullName(), value) : value);
    }
    return branches.size() == 1 ? asObject(branches.get(0)) : object("anyOf", branches);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asObject(Object tree) {
    return (Map<String, Object>) tree;
  }

  private static Map<String, Object> tagged(String name, Map<String, Object> value) {
    return object(
        "type",
        "object",
        "properties",
        object(name, value),
        "required",
        List.of(name),
        "additionalProperties",
        false);
  }

  private static boolean isObject(Schema schema) {
    return schema.getType() == Schema.Type.RECORD || schema.getType() == Schema.Type.MAP;
  }
}
