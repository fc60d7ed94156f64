package com.reactive.platform.gateway.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * The versions of a stream's schema besides the one in force: those of clients that are not yet
 * updated. Immutable.
 *
 * @param current what clients call the one in force
 * @param earlier those that are accepted besides; the latest first
 */
public record SchemaVersions(String current, List<Earlier> earlier) {
  /** One schema and no other. */
  public static final SchemaVersions NONE = new SchemaVersions("", List.of());

  /**
   * An earlier version.
   *
   * @param name what clients call it
   * @param schemaId its id in the registry; -1 if there is none
   */
  public record Earlier(String name, Schema schema, int schemaId) {}

  public SchemaVersions {
    earlier = List.copyOf(earlier);
  }

  /** True if there is more than the one in force. */
  public boolean hasEarlier() {
    return !earlier.isEmpty();
  }

  /** The same with another one in force. */
  public SchemaVersions withCurrent(String name) {
    return new SchemaVersions(name, earlier);
  }

  /** What clients may call a version: the current one comes first. */
  public List<String> names() {
    return Stream.concat(Stream.of(current), earlier.stream().map(Earlier::name)).toList();
  }

  /** The same with the ids that they have in the registry. */
  public SchemaVersions withIds(List<Integer> ids) {
    List<Earlier> known = new ArrayList<>();
    for (int i = 0; i < earlier.size(); i++) {
      Earlier version = earlier.get(i);
      known.add(new Earlier(version.name(), version.schema(), ids.get(i)));
    }
    return new SchemaVersions(current, known);
  }
}
