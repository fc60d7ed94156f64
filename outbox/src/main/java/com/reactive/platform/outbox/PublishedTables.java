package com.reactive.platform.outbox;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the database has of the tables that are configured. */
final class PublishedTables {
  /** From this version on, a publication may have part of a table's columns. */
  private static final int COLUMN_LISTS = 150_000;

  private final OutboxConfig config;
  private final ReplicationConnection connection;

  PublishedTables(OutboxConfig config, ReplicationConnection connection) {
    this.config = config;
    this.connection = connection;
  }

  /**
   * A slot that is older than the publication cannot be read, so this is checked first. Rows of a
   * table that is not published, or under the name of a partition, would be passed over.
   */
  void check() throws SQLException, OutboxTableException {
    String name = config.publication();
    String[] inserts =
        connection.queryRow("SELECT pubinsert FROM pg_publication WHERE pubname = '" + name + "'");
    if (inserts == null) {
      throw new OutboxTableException(
          "there is no publication " + name + "; `reactive outbox init` makes it");
    }
    if (!"t".equals(inserts[0])) {
      throw new OutboxTableException("publication " + name + " does not publish inserts");
    }
    for (String table : config.tables()) {
      if (connection.queryRow("SELECT 1" + fromPublication(config, table)) == null) {
        throw new OutboxTableException(
            "publication "
                + name
                + " does not publish "
                + table
                + "; `reactive outbox init` adds it; a partitioned table needs"
                + " publish_via_partition_root = true");
      }
      if (!table.equals(config.table())) {
        checkKeyIsPublished(table, primaryKey(table));
      }
    }
  }

  /** With a part of its primary key, several rows would have one id. */
  private void checkKeyIsPublished(String table, List<String> key)
      throws SQLException, OutboxTableException {
    if (Integer.parseInt(connection.queryRow("SHOW server_version_num")[0]) < COLUMN_LISTS) {
      return;
    }
    String columns =
        key.stream()
            .map(column -> "'" + column.replace("'", "''") + "'")
            .collect(Collectors.joining(", "));
    if (connection.queryRow(
            "SELECT 1"
                + fromPublication(config, table)
                + " AND attnames @> ARRAY["
                + columns
                + "]::name[]")
        == null) {
      throw new OutboxTableException(
          "publication "
              + config.publication()
              + " leaves out a column of the primary key of "
              + table);
    }
  }

  /** The FROM and WHERE of what the publication has of a table. */
  static String fromPublication(OutboxConfig config, String table) {
    return (" FROM pg_publication_tables WHERE pubname = '%s'"
            + " AND schemaname || '.' || tablename = '%s'")
        .formatted(config.publication(), table);
  }

  /**
   * What the database has of all tables.
   *
   * @throws OutboxTableException if a plain table has no primary key: its rows would have no id
   */
  KnownTables known() throws SQLException, OutboxTableException {
    Map<Integer, String> names = new HashMap<>();
    for (String table : config.tables()) {
      String[] oid = connection.queryRow("SELECT " + regclass(table) + "::oid::bigint");
      names.put((int) Long.parseLong(oid[0]), table);
    }
    Map<String, List<String>> keys = new HashMap<>();
    for (CapturedTable plain : config.plainTables()) {
      if (plain.enabled()) {
        keys.put(plain.table(), primaryKey(plain.table()));
      }
    }
    return new KnownTables(names, keys);
  }

  private List<String> primaryKey(String table) throws SQLException, OutboxTableException {
    String[] row =
        connection.queryRow(
            // Without columns that the index only includes.
            "SELECT string_agg(attname, E'\\n' ORDER BY array_position(indkey::int2[], attnum))"
                + " FROM pg_index JOIN pg_attribute ON attrelid = indrelid"
                + " AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1])"
                + " WHERE indisprimary AND indrelid = "
                + regclass(table));
    if (row[0] == null) {
      throw new OutboxTableException(table + " has no primary key, to be the event id");
    }
    return List.of(row[0].split("\n", -1));
  }

  private static String regclass(String table) {
    return "'" + OutboxConfig.quoted(table) + "'::regclass";
  }
}
