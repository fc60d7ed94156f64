package com.reactive.platform.gateway.microbatch.adaptive.store;

import com.reactive.platform.gateway.microbatch.adaptive.ExpectedCost;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** What was learned of each level of a key: the tables {@code best} and {@code best_more}. */
final class LearnedRows {
  private LearnedRows() {}

  /** Reads only, so it works beside a writer. Rows that make no sense are passed over. */
  static Map<PressureLevel, Learned> of(Connection connection, long keyId) throws SQLException {
    Map<PressureLevel, Learned> found = new EnumMap<>(PressureLevel.class);
    String sql =
        "SELECT * FROM best LEFT JOIN best_more USING (key_id, level) WHERE best.key_id = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      Sql.bind(select, keyId);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          addTo(found, row);
        }
      }
    }
    return found;
  }

  private static void addTo(Map<PressureLevel, Learned> found, ResultSet row) throws SQLException {
    try {
      found.put(PressureLevel.valueOf(row.getString("level")), learned(row));
    } catch (IllegalArgumentException senseless) {
      // The level then starts from its bootstrap, and its next write replaces the row.
    }
  }

  /** A row of an older release has no part in {@code best_more}: its columns read as 0. */
  private static Learned learned(ResultSet row) throws SQLException {
    long bytes = row.getLong("flush_bytes");
    FlushLimits limits =
        new FlushLimits(
            (int) Math.min(bytes, PressureLevel.MAX_FLUSH_BYTES),
            row.getLong("flush_interval_ns"),
            row.getLong("idle_pause_ns"));
    double score = row.getDouble("expected_score");
    double eventsPerSecond = row.getDouble("expected_events_per_s");
    boolean usable = score > 0 && eventsPerSecond > 0 && Double.isFinite(score + eventsPerSecond);
    return new Learned(
        limits,
        usable
            ? new ExpectedCost.Average(score, eventsPerSecond, row.getBoolean("expected_saturated"))
            : null,
        row.getLong("observations"),
        row.getInt("cooling"),
        row.getInt("pause_failures"));
  }

  static void put(
      Connection connection, long keyId, PressureLevel level, Learned learned, long atMillis)
      throws SQLException {
    ExpectedCost.Average expected = learned.expected();
    Sql.update(
        connection,
        "INSERT OR REPLACE INTO best (key_id, level, flush_bytes, flush_interval_ns,"
            + " expected_score, expected_events_per_s, expected_saturated, observations, cooling,"
            + " updated_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        keyId,
        level.name(),
        learned.best().flushBytes(),
        learned.best().flushIntervalNanos(),
        expected == null ? null : expected.score(),
        expected == null ? null : expected.eventsPerSecond(),
        expected == null ? null : expected.saturated(),
        learned.observations(),
        learned.cooling(),
        atMillis);
    Sql.update(
        connection,
        "INSERT OR REPLACE INTO best_more (key_id, level, idle_pause_ns, pause_failures)"
            + " VALUES (?, ?, ?, ?)",
        keyId,
        level.name(),
        learned.best().idlePauseNanos(),
        learned.pauseFailures());
  }

  /** Returns whether there was anything. */
  static boolean delete(Connection connection, long keyId, PressureLevel level)
      throws SQLException {
    Sql.update(
        connection, "DELETE FROM best_more WHERE key_id = ? AND level = ?", keyId, level.name());
    return Sql.update(
            connection, "DELETE FROM best WHERE key_id = ? AND level = ?", keyId, level.name())
        > 0;
  }
}
