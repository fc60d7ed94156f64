package com.reactive.platform.outbox;

import java.util.List;

/** Makes the layouts of the tables whose rows become events, as they are in one database. */
final class RowLayouts {
  private final OutboxConfig config;
  private final String database;
  private final KnownTables known;

  /**
   * @param server with the database: an id is one of its table there
   */
  RowLayouts(OutboxConfig config, ServerLog server, KnownTables known) {
    this.config = config;
    this.database = OutboxConfig.SOURCE + " " + server.system() + "/" + server.database();
    this.known = known;
  }

  /**
   * The layout of a table of the stream; null if its rows become no events. A table that had, or
   * has now, another name than that of the settings is the same table still.
   *
   * @throws OutboxTableException if it lacks a column
   */
  RowLayout of(Relation relation) throws OutboxTableException {
    String table = known.namesByOid().getOrDefault(relation.id(), relation.qualifiedName());
    List<String> now = primaryKey(table);
    List<String> then = relation.primaryKey();
    if (now != null
        && then != null
        && then.size() < now.size()
        && !relation.columns().containsAll(now)) {
      // With a part of the key, several rows would have one id.
      throw new OutboxTableException(
          "rows of " + table + " come without a column of its primary key: " + now);
    }
    return of(table, then == null ? now : then, relation.columns(), relation.typeOids());
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
        // Rows of a stream that is switched off need no id: the delivery stops at them.
        return new TableLayout(
            plain, origin, key == null && !plain.enabled() ? columns : key, columns, typeOids);
      }
    }
    return null;
  }

  /** The columns of the primary key of a plain table, in the order of the index. */
  List<String> primaryKey(String table) {
    return known.primaryKeys().get(table);
  }
}
