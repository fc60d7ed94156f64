package com.reactive.platform.gateway.microbatch.adaptive.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tables, as steps that are taken in order: {@code PRAGMA user_version} counts those that a
 * database has behind it. A step that was released never changes; a change is a new step.
 */
final class CalibrationSchema {
  static final List<String> FIRST =
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

  static final Set<String> TABLES = Set.of("learning_key", "best", "observation");

  /** H, and what its score needs. */
  static final List<String> PAUSES =
      List.of(
          "ALTER TABLE best ADD COLUMN idle_pause_ns INTEGER NOT NULL DEFAULT 0",
          "ALTER TABLE best ADD COLUMN pause_failures INTEGER NOT NULL DEFAULT 0",
          "ALTER TABLE observation ADD COLUMN idle_pause_ns INTEGER NOT NULL DEFAULT 0",
          "ALTER TABLE observation ADD COLUMN wait_p99_ns INTEGER NOT NULL DEFAULT -1",
          "ALTER TABLE observation ADD COLUMN requests INTEGER NOT NULL DEFAULT 0");

  /**
   * Gives the tables of the first step their first columns back, since processes of the first
   * release insert rows by position: one that has the file open goes on writing. Whatever is new
   * stands beside them, and statements name their columns.
   */
  private static final List<String> BESIDE =
      List.of(
          """
          CREATE TABLE best_more (
            key_id INTEGER NOT NULL REFERENCES learning_key ON DELETE CASCADE,
            level TEXT NOT NULL,
            idle_pause_ns INTEGER NOT NULL DEFAULT 0,
            pause_failures INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (key_id, level)) WITHOUT ROWID
          """,
          """
          CREATE TABLE observation_more (
            observation_id INTEGER PRIMARY KEY REFERENCES observation ON DELETE CASCADE,
            idle_pause_ns INTEGER NOT NULL DEFAULT 0,
            wait_p99_ns INTEGER NOT NULL DEFAULT -1,
            requests INTEGER NOT NULL DEFAULT 0)
          """,
          """
          INSERT INTO best_more (key_id, level, idle_pause_ns, pause_failures)
          SELECT key_id, level, idle_pause_ns, pause_failures FROM best
          """,
          """
          INSERT INTO observation_more (observation_id, idle_pause_ns, wait_p99_ns, requests)
          SELECT id, idle_pause_ns, wait_p99_ns, requests FROM observation
          """,
          "ALTER TABLE best DROP COLUMN idle_pause_ns",
          "ALTER TABLE best DROP COLUMN pause_failures",
          "ALTER TABLE observation DROP COLUMN idle_pause_ns",
          "ALTER TABLE observation DROP COLUMN wait_p99_ns",
          "ALTER TABLE observation DROP COLUMN requests",
          "ALTER TABLE learning_key ADD COLUMN edits INTEGER NOT NULL DEFAULT 0");

  static final CalibrationSchema CURRENT =
      new CalibrationSchema(TABLES, List.of(FIRST, PAUSES, BESIDE));

  private final Set<String> tables;
  private final List<List<String>> steps;

  /**
   * @param tables those that the first step makes and no later one drops
   */
  CalibrationSchema(Set<String> tables, List<List<String>> steps) {
    this.tables = tables;
    this.steps = steps;
  }

  /** Brings the database up to date; refuses one that is newer, or not ours, unchanged. */
  void migrate(Connection connection) throws SQLException, StoreFaultException {
    try (Statement statement = connection.createStatement()) {
      int version = intOf(statement, "PRAGMA user_version");
      requireOurs(version, tablesOf(statement));
      statement.execute("PRAGMA journal_mode = WAL");
      if (version < steps.size()) {
        migrate(statement);
      }
    }
  }

  /** Others count their versions too, so the number alone does not make a database ours. */
  private void requireOurs(int version, Set<String> found) throws StoreFaultException {
    if (version == 0 && !found.isEmpty()) {
      throw new StoreFaultException(StoreFault.FOREIGN, "it has tables of its own");
    }
    if (version != 0 && !found.containsAll(tables)) {
      throw new StoreFaultException(StoreFault.FOREIGN, "it has other tables");
    }
    if (version > steps.size() || version < 0) {
      throw new StoreFaultException(StoreFault.NEWER, "schema version " + version);
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

  private static Set<String> tablesOf(Statement statement) throws SQLException {
    Set<String> names = new HashSet<>();
    try (ResultSet row = statement.executeQuery("SELECT name FROM sqlite_master")) {
      while (row.next()) {
        names.add(row.getString(1));
      }
    }
    return names;
  }

  private static int intOf(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.getInt(1);
    }
  }
}
