package com.reactive.platform.outbox;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the database has of the tables that are configured. */
final class PublishedTables {
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
    if (connection.queryRow("SELECT 1 FROM pg_publication WHERE pubname = '" + name + "'")
        == null) {
      throw new OutboxTableException(
          "there is no publication " + name + "; `reactive outbox init` makes it");
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
    }
  }

  /** The FROM and WHERE of what the publication has of a table. */
  static String fromPublication(OutboxConfig config, String table) {
    return (" FROM pg_publication_tables WHERE pubname = '%s'"
            + " AND schemaname || '.' || tablename = '%s'")
        .formatted(config.publication(), table);
  }

  /**
   * The columns of the primary keys of the plain tables, by the tables' names.
   *
   * @throws OutboxTableException if a table has none: its rows would have no id
   */
  Map<String, List<String>> primaryKeys() throws SQLException, OutboxTableException {
    Map<String, List<String>> keys = new HashMap<>();
    for (CapturedTable plain : config.plainTables()) {
      String[] row =
          connection.queryRow(
              "SELECT string_agg(attname, E'\\n' ORDER BY array_position(indkey::int2[], attnum))"
                  + " FROM pg_index JOIN pg_attribute ON attrelid = indrelid"
                  + " AND attnum = ANY (indkey) WHERE indisprimary AND indrelid = '"
                  + OutboxConfig.quoted(plain.table())
                  + "'::regclass");
      if (row[0] == null) {
        throw new OutboxTableException(plain.table() + " has no primary key, to be the event id");
      }
      keys.put(plain.table(), List.of(row[0].split("\n", -1)));
    }
    return keys;
  }
}
