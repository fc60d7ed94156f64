package com.reactive.platform.gateway.microbatch.adaptive.store;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LevelCosts;
import com.reactive.platform.gateway.microbatch.adaptive.LimitsCost;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The latest windows of each level: the tables {@code observation} and {@code observation_more}.
 */
final class ObservationRows {
  static final int MAX_OBSERVATIONS = 1_000;

  private ObservationRows() {}

  static void add(Connection connection, long keyId, Observation seen, long atMillis)
      throws SQLException {
    Sql.update(
        connection,
        "INSERT INTO observation (key_id, level, at_ms, flush_bytes, flush_interval_ns, events,"
            + " bytes, wall_ns, cpu_ns, p99_ns, saturated, steady)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        keyId,
        seen.level().name(),
        atMillis,
        seen.limits().flushBytes(),
        seen.limits().flushIntervalNanos(),
        seen.events(),
        seen.bytes(),
        seen.wallNanos(),
        seen.cpuNanos(),
        seen.p99Nanos(),
        seen.saturated(),
        seen.steady());
    Sql.update(
        connection,
        "INSERT INTO observation_more (observation_id, idle_pause_ns, wait_p99_ns, requests)"
            + " VALUES (last_insert_rowid(), ?, ?, ?)",
        seen.limits().idlePauseNanos(),
        seen.waitP99Nanos(),
        seen.requests());
    Sql.update(
        connection,
        "DELETE FROM observation WHERE key_id = ?1 AND level = ?2 AND id <= (SELECT id"
            + " FROM observation WHERE key_id = ?1 AND level = ?2"
            + " ORDER BY id DESC LIMIT 1 OFFSET ?3)",
        keyId,
        seen.level().name(),
        MAX_OBSERVATIONS);
  }

  /** What the latest windows have shown of these limits, and of none with an H. */
  static LevelCosts costs(Connection connection, long keyId, PressureLevel level, FlushLimits best)
      throws SQLException {
    LimitsCost ofBest =
        latest(
            connection,
            "flush_bytes = ? AND flush_interval_ns = ? AND coalesce(idle_pause_ns, 0) = ?",
            keyId,
            level.name(),
            best.flushBytes(),
            best.flushIntervalNanos(),
            best.idlePauseNanos());
    LimitsCost unpaused = latest(connection, "coalesce(idle_pause_ns, 0) = 0", keyId, level.name());
    return new LevelCosts(ofBest, unpaused);
  }

  /** Null if there is none that can be judged. */
  private static LimitsCost latest(Connection connection, String condition, Object... values)
      throws SQLException {
    String sql =
        "SELECT * FROM observation LEFT JOIN observation_more ON observation_id = id"
            + " WHERE key_id = ? AND level = ? AND steady AND NOT saturated AND events >= 10"
            + " AND cpu_ns > 0 AND wall_ns > 0 AND p99_ns >= 0 AND "
            + condition
            + " ORDER BY id DESC LIMIT 1";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      Sql.bind(select, values);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? LimitsCost.of(observation(row)) : null;
      }
    } catch (IllegalArgumentException senseless) {
      return null;
    }
  }

  private static Observation observation(ResultSet row) throws SQLException {
    return new Observation(
        PressureLevel.valueOf(row.getString("level")),
        new FlushLimits(
            row.getInt("flush_bytes"),
            row.getLong("flush_interval_ns"),
            row.getLong("idle_pause_ns")),
        row.getLong("events"),
        row.getLong("bytes"),
        row.getLong("wall_ns"),
        row.getLong("cpu_ns"),
        row.getLong("p99_ns"),
        row.getLong("wait_p99_ns"),
        row.getLong("requests"),
        row.getBoolean("saturated"),
        row.getBoolean("steady"));
  }

  static void delete(Connection connection, long keyId, PressureLevel level) throws SQLException {
    Sql.update(
        connection, "DELETE FROM observation WHERE key_id = ? AND level = ?", keyId, level.name());
  }
}
