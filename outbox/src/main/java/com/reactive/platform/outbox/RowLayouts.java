package com.reactive.platform.outbox;

import java.util.List;
import java.util.Map;

/** Makes the layouts of the tables whose rows become events, as they are in one database. */
final class RowLayouts {
  private final OutboxConfig config;
  private final String database;
  private final Map<String, List<String>> primaryKeys;

  /**
   * @param server with the database: an id is one of its table there
   * @param primaryKeys of the plain tables, by their names
   */
  RowLayouts(OutboxConfig config, ServerLog server, Map<String, List<String>> primaryKeys) {
    this.config = config;
    this.database = OutboxConfig.SOURCE + " " + server.system() + "/" + server.database();
    this.primaryKeys = Map.copyOf(primaryKeys);
  }

  /**
   * The layout of a table of the stream; null if its rows become no events.
   *
   * @throws OutboxTableException if it lacks a column
   */
  RowLayout of(Relation relation) throws OutboxTableException {
    String table = relation.qualifiedName();
    List<String> key = relation.primaryKey();
    return of(
        table, key == null ? primaryKey(table) : key, relation.columns(), relation.typeOids());
  }

  /** The same of a table with these columns, as it is now. */
  RowLayout of(String table, List<String> columns, List<Integer> typeOids)
      throws OutboxTableException {
    return of(table, primaryKey(table), columns, typeOids);
  }

  private RowLayout of(String table, List<String> key, List<String> columns, List<Integer> typeOids)
      throws OutboxTableException {
    String origin = database + "/" + table;
    if (table.equals(config.table())) {
      return new OutboxLayout(config, origin, columns, typeOids);
    }
    for (CapturedTable plain : config.plainTables()) {
      if (plain.table().equals(table)) {
        return new TableLayout(plain, origin, key, columns, typeOids);
      }
    }
    return null;
  }

  /** The columns of the primary key of a plain table. */
  List<String> primaryKey(String table) {
    return primaryKeys.get(table);
  }
}
