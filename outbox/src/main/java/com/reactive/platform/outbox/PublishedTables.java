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
   * What the database has of all tables. A slot that is older than the publication cannot be read,
   * so this is checked first. Rows of a table that is not published, or under the name of a
   * partition, would be passed over.
   *
   * @throws OutboxTableException if rows could not be read, or would have no id
   */
  KnownTables known() throws SQLException, OutboxTableException {
    checkPublication();
    Map<Integer, String> names = new HashMap<>();
    Map<String, List<String>> keys = new HashMap<>();
    for (String table : config.tables()) {
      checkIsPublished(table);
      String oid = connection.queryRow("SELECT " + OutboxConfig.regclass(table) + "::oid")[0];
      names.put(Integer.parseUnsignedInt(oid), table);
      if (!table.equals(config.table())) {
        keys.put(table, primaryKey(table));
        checkKeyIsPublished(table, keys.get(table));
      }
    }
    return new KnownTables(names, keys);
  }

  private void checkPublication() throws SQLException, OutboxTableException {
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
  }

  private void checkIsPublished(String table) throws SQLException, OutboxTableException {
    if (connection.queryRow("SELECT 1" + fromPublication(config, table)) == null) {
      throw new OutboxTableException(
          "publication "
              + config.publication()
              + " does not publish "
              + table
              + "; `reactive outbox init` adds it; a partitioned table needs"
              + " publish_via_partition_root = true");
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

  private List<String> primaryKey(String table) throws SQLException, OutboxTableException {
    String[] row =
        connection.queryRow(
            // Without columns that the index only includes.
            "SELECT string_agg(attname, E'\\n' ORDER BY array_position(indkey::int2[], attnum))"
                + " FROM pg_index JOIN pg_attribute ON attrelid = indrelid"
                + " AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1])"
                + " WHERE indisprimary AND indrelid = "
                + OutboxConfig.regclass(table));
    if (row[0] == null) {
      throw new OutboxTableException(table + " has no primary key, to be the event id");
    }
    return List.of(row[0].split("\n", -1));
  }
}
