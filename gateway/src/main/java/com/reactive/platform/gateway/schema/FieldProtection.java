package com.reactive.platform.gateway.schema;

import java.util.List;
import org.apache.avro.Schema;

/** Compiles {@code x-drop} and {@code x-hash} of one field. */
final class FieldProtection {
  private static final String ALGORITHM = "hmac-sha256";

  private final Schema.Field field;
  private final String where;
  private final SchemaProblems problems;

  FieldProtection(Schema.Field field, String where, SchemaProblems problems) {
    this.field = field;
    this.where = where;
    this.problems = problems;
  }

  /**
   * The writer that protects what the node writes; the node itself if there is a problem.
   *
   * @param filler writes the field's default; null if it has none
   */
  ValueWriter protect(ValueWriter node, FieldDefault filler, KeyPaths keys, boolean ofPath) {
    Object drop = field.getObjectProp(Attributes.DROP);
    Object hash = field.getObjectProp(Attributes.HASH);
    if (ofPath) {
      problems.add(where, "paths are not protected: the path must not name what is");
    }
    if (drop != null && hash != null) {
      problems.add(where, "it cannot have both x-drop and x-hash");
      return node;
    }
    return drop != null ? dropped(node, drop, filler, keys) : hashed(node, hash);
  }

  private ValueWriter dropped(ValueWriter node, Object drop, FieldDefault filler, KeyPaths keys) {
    if (!Boolean.TRUE.equals(drop)) {
      problems.add(where, "x-drop must be true");
    }
    if (filler == null) {
      problems.add(where, "x-drop needs a default, which stands in the record instead");
      return node;
    }
    if (keys.rank() != KeyPaths.NO_RANK || keys.goesOn()) {
      problems.add(where, "it is dropped, so the key must not name it");
    }
    return new ProtectedWriters.Dropped(node, filler);
  }

  private ValueWriter hashed(ValueWriter node, Object hash) {
    if (!ALGORITHM.equals(hash)) {
      problems.add(where, "x-hash must be " + ALGORITHM);
    }
    Schema schema = field.schema();
    List<Schema> types = schema.isUnion() ? schema.getTypes() : List.of(schema);
    boolean strings =
        types.stream()
            .allMatch(
                type ->
                    type.getType() == Schema.Type.NULL
                        || (type.getType() == Schema.Type.STRING
                            && type.getProp("logicalType") == null));
    if (!strings || Attributes.branch(schema, Schema.Type.STRING) < 0) {
      problems.add(where, "x-hash is for strings without a logical type, which may be null");
      return node;
    }
    int nullBranch = Attributes.branch(schema, Schema.Type.NULL);
    return new ProtectedWriters.Hashed(node, schema.isUnion(), nullBranch);
  }
}
