package com.reactive.platform.outbox;

import java.util.List;

/**
 * A table as the replication stream describes it, before its first change and after each of its own
 * changes.
 *
 * @param id by which changes refer to it
 * @param typeOids the types of the columns, in their order
 */
record Relation(int id, String schema, String name, List<String> columns, List<Integer> typeOids) {
  Relation {
    columns = List.copyOf(columns);
    typeOids = List.copyOf(typeOids);
  }
}
