package com.reactive.platform.gateway.microbatch.adaptive.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.ExpectedCost;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.Windows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Stores over real files, with a clock that tests move, and a look into the files beside them. */
public final class StoreHarness {
  public static final CalibrationKey KEY = new CalibrationKey("host", 4, "broker", "", "acks=all");
  static final PressureLevel LEVEL = Windows.LEVEL;
  static final Instant NOW = Instant.parse("2026-11-21T10:11:12Z");

  final AtomicLong nanos = new AtomicLong();
  final Path path;

  StoreHarness(Path path) {
    this.path = path;
  }

  SqliteStore store() {
    return store(KEY);
  }

  SqliteStore store(CalibrationKey key) {
    return store(key, CalibrationDatabase::connect);
  }

  SqliteStore store(CalibrationKey key, CalibrationDatabase.Connector connector) {
    return new SqliteStore(
        new CalibrationFile(path), key, connector, InstantSource.fixed(NOW), nanos::get);
  }

  void retryIsDue() {
    nanos.addAndGet(SqliteStore.RETRY_NANOS);
  }

  public static Learned learned(int flushBytes, long observations) {
    return new Learned(
        new FlushLimits(flushBytes, 2_000_000),
        new ExpectedCost.Average(123.5, 5_000.25, false),
        observations,
        7);
  }

  static Observation seen(Learned learned) {
    return Windows.scored(learned.best(), 100);
  }

  static void save(SqliteStore store, int flushBytes, long observations) {
    Learned learned = learned(flushBytes, observations);
    assertThat(store.save(seen(learned), learned)).isEmpty();
  }

  /** What a new process would find. */
  Learned kept() {
    try (SqliteStore reader = store()) {
      return reader.load().get(LEVEL);
    }
  }

  Connection connect() throws SQLException {
    return CalibrationDatabase.connect(path);
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  String query(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.getString(1);
    }
  }
}
