package com.reactive.platform.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What values of JSON were seen in one place of the examples. Bounded by {@link #MOST_FIELDS}. */
final class InferredType {
  /** An object with more different names is a map, whose names are data. */
  static final int MOST_FIELDS = 200;

  private static final String FIELD_NAME = "[A-Za-z_][A-Za-z0-9_]*";

  /** The kinds of values, in the order of a union's branches. */
  enum Kind {
    NULL,
    OBJECT,
    ARRAY,
    STRING,
    DOUBLE,
    LONG,
    BOOLEAN
  }

  /** A field of objects, and how many of these have it. */
  static final class Member {
    private final InferredType type = new InferredType();
    private long count;

    InferredType type() {
      return type;
    }
  }

  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
  private final Map<String, Member> members = new LinkedHashMap<>();
  private long objects;

  /** Of arrays; null until there is one with an element. */
  private InferredType items;

  /** Of a map; null as long as the objects may be records. */
  private InferredType values;

  /** Why the objects are a map; null if they are not. */
  private String mapBecause;

  Set<Kind> kinds() {
    return kinds;
  }

  /** The fields of the objects, if {@link #mapBecause} is null; in the order of their coming. */
  Map<String, Member> members() {
    return members;
  }

  /** Whether an object lacked that field. */
  boolean isOptional(Member member) {
    return member.count < objects;
  }

  InferredType items() {
    return items;
  }

  InferredType values() {
    return values;
  }

  String mapBecause() {
    return mapBecause;
  }

  void add(JsonNode value) {
    switch (value.getNodeType()) {
      case NULL -> kinds.add(Kind.NULL);
      case BOOLEAN -> kinds.add(Kind.BOOLEAN);
      case STRING -> kinds.add(Kind.STRING);
      case NUMBER -> kinds.add(isLong(value) ? Kind.LONG : Kind.DOUBLE);
      case ARRAY -> addArray(value);
      case OBJECT -> addObject(value);
      default -> throw new IllegalStateException("no JSON: " + value.getNodeType());
    }
  }

  private static boolean isLong(JsonNode number) {
    return number.isIntegralNumber() && number.canConvertToLong();
  }

  private void addArray(JsonNode array) {
    kinds.add(Kind.ARRAY);
    for (JsonNode element : array) {
      items = items == null ? new InferredType() : items;
      items.add(element);
    }
  }

  private void addObject(JsonNode object) {
    kinds.add(Kind.OBJECT);
    objects++;
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (mapBecause == null) {
        becomeMapIf(field.getKey());
      }
      if (mapBecause != null) {
        values.add(field.getValue());
      } else {
        Member member = members.computeIfAbsent(field.getKey(), unused -> new Member());
        member.count++;
        member.type.add(field.getValue());
      }
    }
  }

  private void becomeMapIf(String name) {
    if (!name.matches(FIELD_NAME)) {
      mapBecause = "'" + name + "' is no name that an Avro field can have";
    } else if (members.size() == MOST_FIELDS && !members.containsKey(name)) {
      mapBecause = "it has more than " + MOST_FIELDS + " names";
    } else {
      return;
    }
    becomeMap();
  }

  private void becomeMap() {
    values = new InferredType();
    members.values().forEach(member -> values.merge(member.type));
    members.clear();
  }

  private void merge(InferredType other) {
    kinds.addAll(other.kinds);
    objects += other.objects;
    if (other.items != null) {
      items = items == null ? new InferredType() : items;
      items.merge(other.items);
    }
    if (mapBecause == null && other.mapBecause != null) {
      mapBecause = other.mapBecause;
      becomeMap();
    }
    if (other.values != null) {
      values.merge(other.values);
    }
    other.members.forEach(this::mergeMember);
  }

  private void mergeMember(String name, Member other) {
    if (mapBecause == null) {
      becomeMapIf(name);
    }
    if (mapBecause != null) {
      values.merge(other.type);
      return;
    }
    Member member = members.computeIfAbsent(name, unused -> new Member());
    member.count += other.count;
    member.type.merge(other.type);
  }
}
