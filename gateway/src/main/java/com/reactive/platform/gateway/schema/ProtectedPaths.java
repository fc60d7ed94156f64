package com.reactive.platform.gateway.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;

/** Compares what two versions of a schema protect, field by field, in records of both. */
public final class ProtectedPaths {
  /** Pairs of records that were compared, or are being compared. */
  private final Set<String> compared = new HashSet<>();

  private ProtectedPaths() {}

  /** A field that one version protects and the other has unprotected; empty if there is none. */
  public static Optional<String> unprotected(Schema protecting, Schema other) {
    boolean isSame = protecting.equals(other);
    return isSame || !TranscoderPlan.isProtected(protecting)
        ? Optional.empty()
        : new ProtectedPaths().inValue(protecting, other, "");
  }

  /** The records of one are compared with those of the same name, or else with all. */
  private Optional<String> inValue(Schema protecting, Schema other, String path) {
    List<Schema> others = records(other);
    for (Schema record : records(protecting)) {
      List<Schema> partners =
          others.stream().filter(each -> each.getFullName().equals(record.getFullName())).toList();
      for (Schema partner : partners.isEmpty() ? others : partners) {
        Optional<String> found = inRecord(record, partner, path);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> inRecord(Schema protecting, Schema other, String path) {
    if (!compared.add(protecting.getFullName() + " " + other.getFullName())) {
      return Optional.empty();
    }
    for (Schema.Field field : protecting.getFields()) {
      Schema.Field its = other.getField(field.name());
      if (its == null) {
        continue;
      }
      String name = path.isEmpty() ? field.name() : path + "." + field.name();
      if (Attributes.isProtected(field) && !Attributes.isProtected(its)) {
        return Optional.of(name);
      }
      Optional<String> below = inValue(field.schema(), its.schema(), name);
      if (below.isPresent()) {
        return below;
      }
    }
    return Optional.empty();
  }

  /** The records that a value may be, or may have as elements. */
  private static List<Schema> records(Schema schema) {
    return switch (schema.getType()) {
      case RECORD -> List.of(schema);
      case ARRAY -> records(schema.getElementType());
      case MAP -> records(schema.getValueType());
      case UNION -> {
        List<Schema> all = new ArrayList<>();
        schema.getTypes().forEach(branch -> all.addAll(records(branch)));
        yield all;
      }
      default -> List.of();
    };
  }
}
