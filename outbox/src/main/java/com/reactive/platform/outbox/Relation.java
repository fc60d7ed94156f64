package com.reactive.platform.outbox;

import java.util.List;

/**
 * A table as the replication stream describes it, before its first change and after each of its own
 * changes.
 *
 * @param id by which changes refer to it
 * @param typeOids the types of the columns, in their order
 * @param primaryKey its columns, as it was when the row was written; null if that is not said
 */
record Relation(
    int id,
    String schema,
    String name,
    List<String> columns,
    List<Integer> typeOids,
    List<String> primaryKey) {
  Relation {
    columns = List.copyOf(columns);
    typeOids = List.copyOf(typeOids);
    primaryKey = primaryKey == null ? null : List.copyOf(primaryKey);
  }

  /** With its schema. */
  String qualifiedName() {
    return schema + "." + name;
  }
}
