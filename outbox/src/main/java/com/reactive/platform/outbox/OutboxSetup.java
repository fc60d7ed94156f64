package com.reactive.platform.outbox;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Makes what an outbox needs in the database: the table, the publication, and a slot if wanted. */
public final class OutboxSetup {
  private final OutboxConfig config;

  public OutboxSetup(OutboxConfig config) {
    this.config = config;
  }

  /**
   * What makes all of it in an empty database.
   *
   * @param slot whether the slot is wanted
   */
  public List<String> statements(boolean slot) {
    List<String> all = new ArrayList<>();
    if (!config.table().isEmpty()) {
      all.add(table());
    }
    all.add(publication());
    if (slot) {
      all.add(slot());
    }
    return all;
  }

  private String table() {
    OutboxColumns columns = config.columns();
    return """
        CREATE TABLE IF NOT EXISTS %s (
          "%s" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
          "%s" text NOT NULL,
          "%s" text NOT NULL,
          "%s" text,
          "%s" jsonb NOT NULL
        )"""
        .formatted(
            OutboxConfig.quoted(config.table()),
            columns.id(),
            columns.stream(),
            columns.key(),
            columns.type(),
            columns.payload());
  }

  private String publication() {
    String tables =
        config.tables().stream().map(OutboxConfig::quoted).collect(Collectors.joining(", "));
    return "CREATE PUBLICATION \"%s\" FOR TABLE %s WITH (publish = 'insert')"
        .formatted(config.publication(), tables);
  }

  private String addTable(String table) {
    return "ALTER PUBLICATION \"%s\" ADD TABLE %s"
        .formatted(config.publication(), OutboxConfig.quoted(table));
  }

  private String slot() {
    return "SELECT pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(config.slot());
  }

  /** An SQL statement that makes an event of this stream, for a first try. */
  public String example(String stream, String payload) {
    OutboxColumns columns = config.columns();
    return "INSERT INTO %s (%s, %s, %s) VALUES ('%s', 'a1', '%s')"
        .formatted(
            config.table(),
            columns.stream(),
            columns.key(),
            columns.payload(),
            stream.replace("'", "''"),
            payload.replace("'", "''"));
  }

  /**
   * Makes what is missing. Blocks.
   *
   * @param slot whether the slot is wanted
   * @return the statements that were run
   */
  public List<String> run(boolean slot) throws SQLException {
    List<String> ran = new ArrayList<>();
    try (Connection connection = ReplicationConnection.openForQueries(config);
        Statement statement = connection.createStatement()) {
      if (!config.table().isEmpty() && isMissing(statement, existing(config.table()))) {
        ran.add(run(statement, table()));
      }
      if (isMissing(
          statement,
          "SELECT pubname FROM pg_publication WHERE pubname = '" + config.publication() + "'")) {
        ran.add(run(statement, publication()));
      }
      for (String table : config.tables()) {
        if (isMissing(statement, memberOf(table))) {
          refuseIfOfAllTables(statement, table);
          ran.add(run(statement, addTable(table)));
        }
      }
      if (!"logical".equals(first(statement, "SHOW wal_level"))) {
        throw new SQLException(
            "wal_level is not logical: ALTER SYSTEM SET wal_level = logical, and restart the"
                + " database");
      }
      String known = "SELECT 1 FROM pg_replication_slots WHERE slot_name = '" + config.slot() + "'";
      if (slot && isMissing(statement, known)) {
        // It waits for all transactions that are open; whoever left would find the slot there
        // later.
        ReplicationConnection.queryWithoutLimit(statement, slot()).close();
        ran.add(slot());
      }
    }
    return ran;
  }

  /** To a publication of all tables none can be added: what it lacks is the name of the root. */
  private void refuseIfOfAllTables(Statement statement, String table) throws SQLException {
    String all =
        "SELECT 1 FROM pg_publication WHERE puballtables AND pubname = '%s'"
            .formatted(config.publication());
    if (!isMissing(statement, all)) {
      throw new SQLException(
          "publication %s publishes %s under other names; a partitioned table needs"
                  .formatted(config.publication(), table)
              + " publish_via_partition_root = true");
    }
  }

  private static String existing(String table) {
    return "SELECT to_regclass('" + OutboxConfig.quoted(table) + "')";
  }

  /** Finds the table under its own name, or, if it is partitioned, under those of its parts. */
  private String memberOf(String table) {
    return "SELECT 1"
        + PublishedTables.fromPublication(config, table)
        + " UNION ALL SELECT 1 FROM pg_publication_rel JOIN pg_publication p ON p.oid = prpubid"
        + " WHERE pubname = '%s' AND prrelid = %s"
            .formatted(config.publication(), OutboxConfig.regclass(table));
  }

  private static String run(Statement statement, String sql) throws SQLException {
    statement.execute(sql);
    return sql;
  }

  private static boolean isMissing(Statement statement, String sql) throws SQLException {
    return first(statement, sql) == null;
  }

  private static String first(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : null;
    }
  }
}
