package com.reactive.platform.gateway.microbatch.adaptive.store;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LevelCosts;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sqlite.SQLiteConfig;

/** A file over one connection, for one key. Whoever calls deals with what it throws. */
final class CalibrationDatabase implements AutoCloseable {
  /** Opens connections; tests put faults in here. */
  @FunctionalInterface
  interface Connector {
    Connection connect(Path path) throws SQLException;
  }

  /** Part of a transaction. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws SQLException;
  }

  private static final int BUSY_TIMEOUT_MILLIS = 250;
  private static final int MAX_WAL_BYTES = 1 << 20;

  private final Connection connection;
  private final CalibrationKey key;
  private long edits;

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

  /** Every key, those used last first. Reads only. */
  List<KeyRows.Row> keys() throws SQLException {
    return KeyRows.all(connection);
  }

  /** Reads only, so it works beside a writer. Later writes expect what is read here. */
  Map<PressureLevel, Learned> load() throws SQLException {
    KeyRows.Row row = KeyRows.find(connection, key.environment(), key.deliveryMode());
    edits = row == null ? 0 : row.edits();
    return row == null ? Map.of() : LearnedRows.of(connection, row.id());
  }

  Map<PressureLevel, Learned> load(long keyId) throws SQLException {
    return LearnedRows.of(connection, keyId);
  }

  /** What the latest windows of the key's levels have shown. */
  Map<PressureLevel, LevelCosts> costs() throws SQLException {
    Map<PressureLevel, LevelCosts> costs = new EnumMap<>(PressureLevel.class);
    KeyRows.Row row = KeyRows.find(connection, key.environment(), key.deliveryMode());
    if (row != null) {
      for (Map.Entry<PressureLevel, Learned> entry : load(row.id()).entrySet()) {
        PressureLevel level = entry.getKey();
        costs.put(
            level, ObservationRows.costs(connection, row.id(), level, entry.getValue().best()));
      }
    }
    return costs;
  }

  /**
   * Writes all of it or nothing.
   *
   * @return false if nothing was written, since somebody edited the key after {@link #load}
   */
  boolean write(
      Map<PressureLevel, Learned> learned,
      Set<PressureLevel> forgotten,
      Observation seen,
      long atMillis)
      throws SQLException {
    return inTransaction(
        () -> {
          KeyRows.Row row = KeyRows.find(connection, key.environment(), key.deliveryMode());
          if (row != null && row.edits() != edits) {
            return false;
          }
          long keyId = KeyRows.use(connection, key.environment(), key.deliveryMode(), atMillis);
          for (PressureLevel level : forgotten) {
            LearnedRows.delete(connection, keyId, level);
            ObservationRows.delete(connection, keyId, level);
          }
          for (Map.Entry<PressureLevel, Learned> entry : learned.entrySet()) {
            LearnedRows.put(connection, keyId, entry.getKey(), entry.getValue(), atMillis);
          }
          if (seen != null) {
            ObservationRows.add(connection, keyId, seen, atMillis);
          }
          return true;
        });
  }

  /** Takes over what was learned under the keys of older releases, which had a host's name. */
  void takeOverPredecessors(long atMillis) throws SQLException {
    if (KeyRows.predecessors(connection, key).isEmpty()) {
      return;
    }
    inTransaction(
        () -> {
          long keyId = KeyRows.use(connection, key.environment(), key.deliveryMode(), atMillis);
          for (KeyRows.Row row : KeyRows.predecessors(connection, key)) {
            KeyRows.moveTo(connection, row, keyId, atMillis);
          }
          return true;
        });
  }

  /** For whoever edits a file beside the processes that learn. */
  Connection connection() {
    return connection;
  }

  /** All of it or nothing. */
  <T> T inTransaction(Work<T> work) throws SQLException {
    Sql.execute(connection, "BEGIN IMMEDIATE");
    try {
      T result = work.run();
      Sql.execute(connection, "COMMIT");
      return result;
    } catch (SQLException | RuntimeException failure) {
      rollBack(failure);
      throw failure;
    }
  }

  /** SQLite has already rolled back by itself after some failures. */
  private void rollBack(Exception failure) {
    try {
      Sql.execute(connection, "ROLLBACK");
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
