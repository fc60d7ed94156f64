package com.reactive.platform.cli;

import com.reactive.platform.cli.InferredType.Kind;
import com.reactive.platform.cli.InferredType.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * The Avro schema of what was seen.
 *
 * @param schema a record
 * @param notes what the examples do not tell and was guessed, a sentence each
 */
record InferredSchema(Schema schema, List<String> notes) {
  /**
   * Makes it.
   *
   * @param name of the record; nested ones add the names of their fields
   * @throws CommandFailedException if a record cannot have these fields
   */
  static InferredSchema of(InferredType type, String name) {
    if (type.mapBecause() != null) {
      throw new CommandFailedException("an event cannot be a record: " + type.mapBecause());
    }
    List<String> notes = new ArrayList<>();
    Maker maker = new Maker(notes);
    return new InferredSchema(maker.record(type, name, ""), List.copyOf(notes));
  }

  /** Of one schema: no two of its records have one name. */
  private static final class Maker {
    private final List<String> notes;
    private final Set<String> names = new HashSet<>();

    Maker(List<String> notes) {
      this.notes = notes;
    }

    Schema record(InferredType type, String name, String path) {
      String unique = name;
      for (int i = 2; !names.add(unique); i++) {
        unique = name + i;
      }
      List<Schema.Field> fields = new ArrayList<>();
      for (Map.Entry<String, Member> each : type.members().entrySet()) {
        String field = each.getKey();
        Member member = each.getValue();
        fields.add(
            field(
                field,
                type(member.type(), name + capitalized(field), join(path, field)),
                type.isOptional(member)));
      }
      int dot = unique.lastIndexOf('.');
      return Schema.createRecord(
          unique.substring(dot + 1),
          null,
          dot < 0 ? null : unique.substring(0, dot),
          false,
          fields);
    }

    /** One that may be missing may be null as well: nothing else can be its default. */
    private static Schema.Field field(String name, Schema type, boolean optional) {
      boolean nullable = type.isNullable();
      if (!optional && !nullable) {
        return new Schema.Field(name, type);
      }
      return new Schema.Field(
          name, nullable ? type : withNull(type), null, Schema.Field.NULL_DEFAULT_VALUE);
    }

    private static Schema withNull(Schema type) {
      List<Schema> branches = new ArrayList<>();
      branches.add(Schema.create(Schema.Type.NULL));
      branches.addAll(type.isUnion() ? type.getTypes() : List.of(type));
      return Schema.createUnion(branches);
    }

    private Schema type(InferredType seen, String name, String path) {
      List<Schema> branches = new ArrayList<>();
      for (Kind kind : seen.kinds()) {
        switch (kind) {
          case NULL -> {}
          case OBJECT -> branches.add(object(seen, name, path));
          case ARRAY -> branches.add(array(seen, name, path));
          case LONG -> {
            if (!seen.kinds().contains(Kind.DOUBLE)) {
              branches.add(Schema.create(Schema.Type.LONG));
            }
          }
          default -> branches.add(Schema.create(Schema.Type.valueOf(kind.name())));
        }
      }
      if (branches.isEmpty()) {
        notes.add(path + " is always null: taken for an optional string");
        branches.add(Schema.create(Schema.Type.STRING));
      } else if (branches.size() > 1) {
        notes.add(path + " is not always of one type: a union");
      }
      Schema type = branches.size() == 1 ? branches.get(0) : Schema.createUnion(branches);
      return seen.kinds().contains(Kind.NULL) ? withNull(type) : type;
    }

    private Schema array(InferredType seen, String name, String path) {
      if (seen.items() == null) {
        notes.add(path + " is always empty: taken for an array of strings");
        return Schema.createArray(Schema.create(Schema.Type.STRING));
      }
      return Schema.createArray(type(seen.items(), name, path + "[]"));
    }

    private Schema object(InferredType seen, String name, String path) {
      if (seen.mapBecause() == null) {
        return record(seen, name, path);
      }
      notes.add(path + " is a map, because " + seen.mapBecause());
      return Schema.createMap(type(seen.values(), name, path + "{}"));
    }

    private static String join(String path, String field) {
      return path.isEmpty() ? field : path + "." + field;
    }

    private static String capitalized(String field) {
      return field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
    }
  }
}
