package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.stream.JsonForm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * Makes the tree of writers. Problems are collected, not thrown, so that all of them are reported.
 */
final class ValueWriterCompiler implements FieldCompiler.TypeCompiler {
  private final JsonForm form;
  private final boolean dropsUnknown;
  private final SchemaProblems problems;

  /** Records by full name: each is compiled once, which also ends the recursion. */
  private final Map<String, RecordWriter> records = new HashMap<>();

  /**
   * @param dropsUnknown whether fields that the schema lacks are dropped; else they are errors
   */
  ValueWriterCompiler(JsonForm form, boolean dropsUnknown, SchemaProblems problems) {
    this.form = form;
    this.dropsUnknown = dropsUnknown;
    this.problems = problems;
  }

  /** The root is a writer of its own, even if the record contains itself further down. */
  ValueWriter root(Schema schema, KeyPaths keys, Set<String> pathFields) {
    for (String name : pathFields) {
      if (schema.getField(name) == null) {
        problems.add(
            "the path names " + name + ", which is not a field of " + schema.getFullName());
      }
    }
    return record(new RecordWriter(dropsUnknown), schema, "", keys, pathFields);
  }

  /**
   * @param where the field's path, for problems
   * @param bounds for strings
   * @param keys which fields below are key fields
   */
  @Override
  public ValueWriter compile(Schema schema, String where, Bounds bounds, KeyPaths keys) {
    Attributes.refuseOn(schema, where, problems);
    return switch (schema.getType()) {
      case RECORD -> record(schema, where, keys);
      case UNION -> union(schema, where, bounds, keys);
      case ARRAY ->
          new SequenceWriters.ArrayNode(
              compile(schema.getElementType(), where, Bounds.NONE, KeyPaths.NONE));
      case MAP ->
          new SequenceWriters.MapNode(
              compile(schema.getValueType(), where, Bounds.NONE, KeyPaths.NONE));
      default -> scalar(schema, where, bounds);
    };
  }

  @Override
  public TextWriter text(Schema schema, String where, Bounds bounds) {
    Attributes.refuseOn(schema, where, problems);
    return (TextWriter) scalar(schema, where, bounds);
  }

  private ValueWriter scalar(Schema schema, String where, Bounds bounds) {
    boolean plain = form == JsonForm.PLAIN;
    ValueWriter logical = plain ? LogicalWriters.of(schema, where, problems) : null;
    if (logical != null) {
      return logical;
    }
    return switch (schema.getType()) {
      case NULL -> new NumberWriters.NullNode();
      case BOOLEAN -> new NumberWriters.BooleanNode();
      case INT -> new NumberWriters.IntNode();
      case LONG -> new NumberWriters.LongNode();
      case FLOAT -> new NumberWriters.FloatNode(!plain);
      case DOUBLE -> new NumberWriters.DoubleNode(!plain);
      case STRING -> new StringValueWriter(bounds);
      case ENUM -> new EnumWriter(schema.getEnumSymbols());
      case BYTES -> plain ? new BytesWriters.Base64Node(-1) : new BytesWriters.Latin1Node(-1);
      case FIXED -> {
        int size = schema.getFixedSize();
        yield plain ? new BytesWriters.Base64Node(size) : new BytesWriters.Latin1Node(size);
      }
      default -> throw new AssertionError(schema.getType());
    };
  }

  private ValueWriter record(Schema schema, String where, KeyPaths keys) {
    if (keys.goesOn()) {
      return record(new RecordWriter(dropsUnknown), schema, where, keys, Set.of());
    }
    RecordWriter known = records.get(schema.getFullName());
    if (known != null) {
      return known;
    }
    RecordWriter node = new RecordWriter(dropsUnknown);
    records.put(schema.getFullName(), node);
    return record(node, schema, where, keys, Set.of());
  }

  private RecordWriter record(
      RecordWriter node, Schema schema, String where, KeyPaths keys, Set<String> pathFields) {
    for (String name : keys.names()) {
      if (schema.getField(name) == null) {
        problems.add(within(where, name), "the key names it, but it does not exist");
      }
    }
    FieldCompiler compiler = new FieldCompiler(this, problems, schema);
    List<RecordField> fields = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      boolean ofPath = pathFields.contains(field.name());
      String path = within(where, field.name());
      fields.add(compiler.compile(field, path, keys.child(field.name()), ofPath));
    }
    node.fields(fields);
    return node;
  }

  private static String within(String where, String name) {
    return where.isEmpty() ? name : where + "." + name;
  }

  private ValueWriter union(Schema schema, String where, Bounds bounds, KeyPaths keys) {
    int nullIndex = -1;
    List<String> names = new ArrayList<>();
    Map<String, UnionBranch> objects = new LinkedHashMap<>();
    Map<String, UnionBranch> all = new LinkedHashMap<>();
    UnionBranch array = null;
    List<UnionBranch> scalars = new ArrayList<>();
    for (int i = 0; i < schema.getTypes().size(); i++) {
      Schema type = schema.getTypes().get(i);
      names.add(type.getFullName());
      UnionBranch branch = new UnionBranch(i, compile(type, where, bounds, keys));
      switch (type.getType()) {
        case NULL -> nullIndex = i;
        case RECORD, MAP -> objects.put(type.getFullName(), branch);
        case ARRAY -> array = branch;
        default -> scalars.add(branch);
      }
      if (i != nullIndex) {
        all.put(type.getFullName(), branch);
      }
    }
    if (form == JsonForm.AVRO) {
      return new TaggedWriter(all, nullIndex);
    }
    UnionBranch object =
        objects.size() > 1
            ? new UnionBranch(-1, new TaggedWriter(objects, -1))
            : objects.values().stream().findFirst().orElse(null);
    return new UnionWriter(nullIndex, object, array, scalars, names);
  }
}
