package com.reactive.platform.gateway.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.avro.Schema;

/** Compares what versions of a schema protect, by the paths of their fields. */
public final class ProtectedPaths {
  private ProtectedPaths() {}

  /** A field that one version protects and another has unprotected; empty if there is none. */
  public static Optional<String> unprotected(Schema protecting, Schema other) {
    Set<String> paths = new HashSet<>();
    forEachField(
        protecting,
        (path, field) -> {
          if (Attributes.isProtected(field)) {
            paths.add(path);
          }
        });
    Set<String> bare = new HashSet<>();
    if (!paths.isEmpty()) {
      forEachField(
          other,
          (path, field) -> {
            if (!Attributes.isProtected(field) && paths.contains(path)) {
              bare.add(path);
            }
          });
    }
    return bare.stream().sorted().findFirst();
  }

  private static void forEachField(Schema schema, BiConsumer<String, Schema.Field> each) {
    visit(schema, "", new ArrayDeque<>(), each);
  }

  /** A record within itself is not gone through again. */
  private static void visit(
      Schema schema, String path, Deque<String> open, BiConsumer<String, Schema.Field> each) {
    switch (schema.getType()) {
      case RECORD -> {
        if (open.contains(schema.getFullName())) {
          return;
        }
        open.push(schema.getFullName());
        for (Schema.Field field : schema.getFields()) {
          String name = path.isEmpty() ? field.name() : path + "." + field.name();
          each.accept(name, field);
          visit(field.schema(), name, open, each);
        }
        open.pop();
      }
      case ARRAY -> visit(schema.getElementType(), path, open, each);
      case MAP -> visit(schema.getValueType(), path, open, each);
      case UNION -> schema.getTypes().forEach(type -> visit(type, path, open, each));
      default -> {
        // It has no fields.
      }
    }
  }
}
