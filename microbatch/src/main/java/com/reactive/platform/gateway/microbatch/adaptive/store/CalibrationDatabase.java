package com.reactive.platform.gateway.microbatch.adaptive.store;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.ExpectedCost;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sqlite.SQLiteConfig;

/** All SQL, over one connection, for one key. Whoever calls deals with what it throws. */
final class CalibrationDatabase implements AutoCloseable {
  /** Opens connections; tests put faults in here. */
  @FunctionalInterface
  interface Connector {
    Connection connect(Path path) throws SQLException;
  }

  static final int MAX_OBSERVATIONS = 1_000;
  static final int MAX_KEYS = 64;
  private static final int BUSY_TIMEOUT_MILLIS = 250;
  private static final int MAX_WAL_BYTES = 1 << 20;

  private final Connection connection;
  private final CalibrationKey key;

  private CalibrationDatabase(Connection connection, CalibrationKey key) {
    this.connection = connection;
    this.key = key;
  }

  /** A URI, since a path may hold characters that mean something to the driver. */
  static Connection connect(Path path) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.setJournalSizeLimit(MAX_WAL_BYTES);
    config.enforceForeignKeys(true);
    return config.createConnection("jdbc:sqlite:" + path.toUri());
  }

  static CalibrationDatabase open(Path path, CalibrationKey key, Connector connector)
      throws SQLException, StoreFaultException {
    CalibrationDatabase database = new CalibrationDatabase(connector.connect(path), key);
    try {
      CalibrationSchema.CURRENT.migrate(database.connection);
      database.check();
      return database;
    } catch (SQLException | StoreFaultException | RuntimeException failure) {
      database.close();
      throw failure;
    }
  }

  private void check() throws SQLException, StoreFaultException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA quick_check(1)")) {
      String verdict = row.getString(1);
      if (!"ok".equals(verdict)) {
        throw new StoreFaultException(StoreFault.CORRUPT, verdict);
      }
    }
  }

  /** Environment and delivery mode of every key, those used last first. Reads only. */
  List<Map.Entry<String, String>> keys() throws SQLException {
    List<Map.Entry<String, String>> keys = new ArrayList<>();
    String sql =
        "SELECT environment, delivery_mode FROM learning_key ORDER BY used_at_ms DESC, id DESC";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        keys.add(Map.entry(row.getString(1), row.getString(2)));
      }
    }
    return keys;
  }

  Map<PressureLevel, Learned> load() throws SQLException {
    return load(key.environment(), key.deliveryMode());
  }

  /** Reads only, so it works beside a writer. Rows that make no sense are passed over. */
  Map<PressureLevel, Learned> load(String environment, String deliveryMode) throws SQLException {
    Map<PressureLevel, Learned> found = new EnumMap<>(PressureLevel.class);
    String sql =
        "SELECT best.* FROM best JOIN learning_key ON learning_key.id = key_id"
            + " WHERE environment = ? AND delivery_mode = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, environment);
      select.setString(2, deliveryMode);
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

  /** All of it or nothing. */
  void write(
      Map<PressureLevel, Learned> learned,
      Set<PressureLevel> forgotten,
      Observation seen,
      long atMillis)
      throws SQLException {
    execute("BEGIN IMMEDIATE");
    try {
      long keyId = keyId(atMillis);
      for (PressureLevel level : forgotten) {
        update("DELETE FROM best WHERE key_id = ? AND level = ?", keyId, level.name());
        update("DELETE FROM observation WHERE key_id = ? AND level = ?", keyId, level.name());
      }
      for (Map.Entry<PressureLevel, Learned> entry : learned.entrySet()) {
        putBest(keyId, entry.getKey(), entry.getValue(), atMillis);
      }
      if (seen != null) {
        addObservation(keyId, seen, atMillis);
      }
      execute("COMMIT");
    } catch (SQLException | RuntimeException failure) {
      rollBack(failure);
      throw failure;
    }
  }

  private long keyId(long atMillis) throws SQLException {
    String sql =
        "INSERT INTO learning_key (environment, delivery_mode, used_at_ms) VALUES (?, ?, ?)"
            + " ON CONFLICT DO UPDATE SET used_at_ms = excluded.used_at_ms RETURNING id";
    long id;
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      bind(insert, key.environment(), key.deliveryMode(), atMillis);
      try (ResultSet row = insert.executeQuery()) {
        id = row.getLong(1);
      }
    }
    update(
        "DELETE FROM learning_key WHERE id <> ? AND id NOT IN"
            + " (SELECT id FROM learning_key ORDER BY used_at_ms DESC LIMIT ?)",
        id,
        MAX_KEYS);
    return id;
  }

  private void putBest(long keyId, PressureLevel level, Learned learned, long atMillis)
      throws SQLException {
    ExpectedCost.Average expected = learned.expected();
    update(
        "INSERT OR REPLACE INTO best VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        keyId,
        level.name(),
        learned.best().flushBytes(),
        learned.best().flushIntervalNanos(),
        expected == null ? null : expected.score(),
        expected == null ? null : expected.eventsPerSecond(),
        expected == null ? null : expected.saturated(),
        learned.observations(),
        learned.cooling(),
        atMillis,
        learned.best().idlePauseNanos(),
        learned.pauseFailures());
  }

  private void addObservation(long keyId, Observation seen, long atMillis) throws SQLException {
    update(
        "INSERT INTO observation VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?," + " ?)",
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
        seen.steady(),
        seen.limits().idlePauseNanos(),
        seen.waitP99Nanos(),
        seen.requests());
    update(
        "DELETE FROM observation WHERE key_id = ?1 AND level = ?2 AND id <= (SELECT id"
            + " FROM observation WHERE key_id = ?1 AND level = ?2"
            + " ORDER BY id DESC LIMIT 1 OFFSET ?3)",
        keyId,
        seen.level().name(),
        MAX_OBSERVATIONS);
  }

  private void update(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      statement.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        statement.setNull(i + 1, Types.NULL);
      } else {
        statement.setObject(i + 1, values[i]);
      }
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** SQLite has already rolled back by itself after some failures. */
  private void rollBack(Exception failure) {
    try {
      execute("ROLLBACK");
    } catch (SQLException alreadyDone) {
      failure.addSuppressed(alreadyDone);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException failure) {
      // Whatever could be lost was lost by an earlier failure, which was reported.
      return;
    }
  }
}
