package com.reactive.platform.outbox;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Makes what an outbox needs in the database: the table and the publication. */
public final class OutboxSetup {
  private final OutboxConfig config;

  public OutboxSetup(OutboxConfig config) {
    this.config = config;
  }

  /** Creates the table. */
  public String table() {
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
            config.quotedTable(),
            columns.id(),
            columns.stream(),
            columns.key(),
            columns.type(),
            columns.payload());
  }

  /** Creates the publication. */
  public String publication() {
    return "CREATE PUBLICATION \"%s\" FOR TABLE %s WITH (publish = 'insert')"
        .formatted(config.publication(), config.quotedTable());
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
   * @return the statements that were run
   */
  public List<String> run() throws SQLException {
    List<String> ran = new ArrayList<>();
    try (Connection connection = ReplicationConnection.openForQueries(config);
        Statement statement = connection.createStatement()) {
      if (isMissing(statement, "SELECT to_regclass('" + config.quotedTable() + "')")) {
        statement.execute(table());
        ran.add(table());
      }
      if (isMissing(
          statement,
          "SELECT pubname FROM pg_publication WHERE pubname = '" + config.publication() + "'")) {
        statement.execute(publication());
        ran.add(publication());
      }
      if (!"logical".equals(first(statement, "SHOW wal_level"))) {
        throw new SQLException(
            "wal_level is not logical: ALTER SYSTEM SET wal_level = logical, and restart the"
                + " database");
      }
    }
    return ran;
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
