package com.reactive.platform.gateway.schema;

import org.apache.avro.Schema;

/** Compiles the fields of one record. */
final class FieldCompiler {
  /** In the place of what the gateway fills: whatever a client sends there is wrong. */
  private static final ValueWriter NOT_THE_CLIENTS =
      pass -> {
        throw pass.fault("is set by the gateway");
      };

  /** Compiles the type of a field. */
  interface TypeCompiler {
    /**
     * The writer of values of this type.
     *
     * @param where the field's path, for problems
     * @param bounds for strings
     * @param keys which fields below are key fields
     */
    ValueWriter compile(Schema type, String where, Bounds bounds, KeyPaths keys);

    /** The writer of texts of a type that is based on strings. */
    TextWriter text(Schema type, String where, Bounds bounds);
  }

  private final TypeCompiler types;
  private final SchemaProblems problems;
  private final Schema record;

  FieldCompiler(TypeCompiler types, SchemaProblems problems, Schema record) {
    this.types = types;
    this.problems = problems;
    this.record = record;
  }

  /**
   * @param where the field's path, for problems
   * @param keys what of the field and below it is a key
   * @param ofPath whether the request's path may fill it
   */
  RecordField compile(Schema.Field field, String where, KeyPaths keys, boolean ofPath) {
    KeyReader key = keys.rank() == KeyPaths.NO_RANK ? null : key(field, where);
    if (keys.goesOn() && Attributes.branch(field.schema(), Schema.Type.RECORD) < 0) {
      problems.add(where, "the key names a field inside it, but it is not a record");
    }
    AddressMask.check(field, where, problems);
    Object filledWith = field.getObjectProp(Attributes.FILLED);
    if (filledWith != null) {
      return filled(field, where, filledWith, key, keys, ofPath);
    }
    Bounds bounds = Attributes.bounds(field, where, problems);
    ValueWriter node = types.compile(field.schema(), where, bounds, keys);
    byte[] encoded = Attributes.defaultBytes(field, where, problems);
    FieldDefault filler = encoded == null ? null : new FieldDefaults.DefaultFiller(encoded);
    if (Attributes.isProtected(field)) {
      node = new FieldProtection(field, where, problems).protect(node, filler, keys, ofPath);
    }
    FieldDefaults.PathFiller pathFiller = ofPath ? pathFiller(field, where, bounds, filler) : null;
    return new RecordField(
        field.pos(),
        field.name(),
        node,
        pathFiller == null ? filler : pathFiller,
        Attributes.requirement(record, field, where, problems),
        pathFiller,
        key,
        keys.rank());
  }

  private RecordField filled(
      Schema.Field field,
      String where,
      Object filledWith,
      KeyReader key,
      KeyPaths keys,
      boolean ofPath) {
    if (keys.goesOn() || ofPath) {
      problems.add(where, "the gateway fills it, so neither the path nor the key may name it");
    }
    if (Attributes.isProtected(field)) {
      problems.add(where, "the gateway fills it, so x-drop and x-hash have no effect");
    }
    FieldDefault filler = new GatewayFields(problems).compile(field, where, filledWith);
    return new RecordField(
        field.pos(), field.name(), NOT_THE_CLIENTS, filler, null, null, key, keys.rank());
  }

  private KeyReader key(Schema.Field field, String where) {
    KeyReader reader = KeyReader.of(field.schema());
    if (reader == null) {
      problems.add(where, "a key must be a string, an enum, an int or a long, or null");
    }
    return reader;
  }

  private FieldDefaults.PathFiller pathFiller(
      Schema.Field field, String where, Bounds bounds, FieldDefault otherwise) {
    Schema schema = field.schema();
    int branch = Attributes.branch(schema, Schema.Type.STRING);
    if (branch < 0) {
      problems.add(where, "the path names it, but it is not a string");
      return null;
    }
    Schema type = schema.isUnion() ? schema.getTypes().get(branch) : schema;
    TextWriter node = types.text(type, where, bounds);
    return new FieldDefaults.PathFiller(
        field.name(), Attributes.prefix(schema, branch), node, otherwise);
  }
}
