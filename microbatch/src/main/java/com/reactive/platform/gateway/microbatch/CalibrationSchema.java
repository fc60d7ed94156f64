package com.reactive.platform.gateway.microbatch;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables, as steps that are taken in order: {@code PRAGMA user_version} counts those that a
 * database has behind it. A step that was released never changes; a change is a new step.
 */
final class CalibrationSchema {
  private static final List<String> FIRST =
      List.of(
          """
          CREATE TABLE learning_key (
            id INTEGER PRIMARY KEY,
            environment TEXT NOT NULL,
            delivery_mode TEXT NOT NULL,
            used_at_ms INTEGER NOT NULL,
            UNIQUE (environment, delivery_mode))
          """,
          """
          CREATE TABLE best (
            key_id INTEGER NOT NULL REFERENCES learning_key ON DELETE CASCADE,
            level TEXT NOT NULL,
            flush_bytes INTEGER NOT NULL,
            flush_interval_ns INTEGER NOT NULL,
            expected_score REAL,
            expected_events_per_s REAL,
            expected_saturated INTEGER,
            observations INTEGER NOT NULL,
            cooling INTEGER NOT NULL,
            updated_at_ms INTEGER NOT NULL,
            PRIMARY KEY (key_id, level)) WITHOUT ROWID
          """,
          """
          CREATE TABLE observation (
            id INTEGER PRIMARY KEY,
            key_id INTEGER NOT NULL REFERENCES learning_key ON DELETE CASCADE,
            level TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            flush_bytes INTEGER NOT NULL,
            flush_interval_ns INTEGER NOT NULL,
            events INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            wall_ns INTEGER NOT NULL,
            cpu_ns INTEGER NOT NULL,
            p99_ns INTEGER NOT NULL,
            saturated INTEGER NOT NULL,
            steady INTEGER NOT NULL)
          """,
          "CREATE INDEX observation_by_level ON observation (key_id, level, id)");

  static final CalibrationSchema CURRENT = new CalibrationSchema(List.of(FIRST));

  private final List<List<String>> steps;

  CalibrationSchema(List<List<String>> steps) {
    this.steps = steps;
  }

  /** Brings the database up to date; refuses one that is newer, or not ours, unchanged. */
  void migrate(Connection connection) throws SQLException, StoreFaultException {
    try (Statement statement = connection.createStatement()) {
      int version = intOf(statement, "PRAGMA user_version");
      if (version > steps.size() || version < 0) {
        throw new StoreFaultException(StoreFault.NEWER, "schema version " + version);
      }
      if (version == 0 && intOf(statement, "SELECT count(*) FROM sqlite_master") > 0) {
        throw new StoreFaultException(StoreFault.FOREIGN, "it has tables of its own");
      }
      statement.execute("PRAGMA journal_mode = WAL");
      if (version < steps.size()) {
        migrate(statement);
      }
    }
  }

  /** Asks again under the lock: another process may have been faster. */
  private void migrate(Statement statement) throws SQLException {
    statement.execute("BEGIN IMMEDIATE");
    int version = intOf(statement, "PRAGMA user_version");
    for (; version < steps.size(); version++) {
      for (String sql : steps.get(version)) {
        statement.execute(sql);
      }
      statement.execute("PRAGMA user_version = " + (version + 1));
    }
    statement.execute("COMMIT");
  }

  private static int intOf(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.getInt(1);
    }
  }
}
