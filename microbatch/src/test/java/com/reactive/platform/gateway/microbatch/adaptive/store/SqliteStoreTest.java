package com.reactive.platform.gateway.microbatch.adaptive.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LevelCosts;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.StoreStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest {
  private static final PressureLevel LEVEL = StoreHarness.LEVEL;

  @TempDir Path directory;
  private StoreHarness files;

  @BeforeEach
  void harness() {
    files = new StoreHarness(directory.resolve("calibration.db"));
  }

  @Test
  void keepsWhatWasLearned() {
    try (SqliteStore store = files.store()) {
      assertThat(store.load()).isEmpty();
      StoreHarness.save(store, 4096, 1);
      StoreHarness.save(store, 8192, 2);
      assertThat(store.status()).isEqualTo(new StoreStatus(true, "kept in " + files.path));
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(8192, 2));
  }

  @Test
  void keepsALevelThatExpectsNothingYet() {
    Learned learned = new Learned(new FlushLimits(4096, 1_000), null, 0, 0);
    try (SqliteStore store = files.store()) {
      store.load();
      store.save(StoreHarness.seen(learned), learned);
    }
    assertThat(files.kept()).isEqualTo(learned);
  }

  @Test
  void anotherKeyLearnsApart() {
    CalibrationKey otherHost = new CalibrationKey("other", 4, "broker", "", "acks=all");
    CalibrationKey otherCores = new CalibrationKey("host", 2, "broker", "", "acks=all");
    CalibrationKey otherBroker = new CalibrationKey("host", 4, "far", "", "acks=all");
    CalibrationKey otherNote = new CalibrationKey("host", 4, "broker", "night", "acks=all");
    CalibrationKey otherMode = new CalibrationKey("host", 4, "broker", "", "acks=1");
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
    }
    for (CalibrationKey key : Set.of(otherHost, otherCores, otherBroker, otherNote, otherMode)) {
      try (SqliteStore store = files.store(key)) {
        assertThat(store.load()).as(key.toString()).isEmpty();
        StoreHarness.save(store, 1 << 20, 1);
      }
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 1));
  }

  @Test
  void recordsEveryObservationAsItWas() throws SQLException {
    Learned learned = StoreHarness.learned(4096, 1);
    try (SqliteStore store = files.store()) {
      store.load();
      store.save(
          new Observation(LEVEL, new FlushLimits(1, 2), 3, 4, 5, -6, 7, true, false), learned);
    }
    String columns =
        "level, at_ms, flush_bytes, flush_interval_ns, events, bytes, wall_ns, cpu_ns, p99_ns,"
            + " saturated, steady";
    assertThat(files.query("SELECT concat_ws(' ', " + columns + ") FROM observation"))
        .isEqualTo("L5_BALANCED " + StoreHarness.NOW.toEpochMilli() + " 1 2 3 4 5 -6 7 1 0");
  }

  @Test
  void keepsTheNewestThousandObservationsOfALevel() throws SQLException {
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
      files.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)"
              + " INSERT INTO observation SELECT NULL, 1, 'L5_BALANCED', i, 1, 1, 1, 1, 1, 1, 1,"
              + " 0, 1 FROM n");
      files.execute(
          "INSERT INTO observation"
              + " SELECT NULL, 1, 'L1_REALTIME', 1, 1, 1, 1, 1, 1, 1, 1, 0, 1");
      StoreHarness.save(store, 4096, 2);
    }
    assertThat(files.query("SELECT count(*) FROM observation WHERE level = 'L5_BALANCED'"))
        .isEqualTo("1000");
    assertThat(files.query("SELECT min(at_ms) FROM observation WHERE level = 'L5_BALANCED'"))
        .isEqualTo("502");
    assertThat(files.query("SELECT count(*) FROM observation WHERE level = 'L1_REALTIME'"))
        .isEqualTo("1");
  }

  @Test
  void keepsTheKeysThatWereUsedLast() throws SQLException {
    try (SqliteStore store = files.store()) {
      store.load();
      files.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)"
              + " INSERT INTO learning_key SELECT i, 'host ' || i, '', i, 0 FROM n");
      files.execute("INSERT INTO best VALUES (1, 'L5_BALANCED', 1, 1, 1, 1, 0, 1, 1, 1)");
      StoreHarness.save(store, 4096, 1);
    }
    assertThat(files.query("SELECT count(*) FROM learning_key"))
        .isEqualTo(String.valueOf(KeyRows.MAX_KEYS));
    assertThat(files.query("SELECT min(id) FROM learning_key")).isEqualTo("38");
    assertThat(files.query("SELECT count(*) FROM best")).isEqualTo("1"); // the old key's is gone
  }

  @Test
  void forgetsALevelAndItsObservations() throws SQLException {
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
      store.forget(LEVEL);
    }
    assertThat(files.kept()).isNull();
    assertThat(files.query("SELECT count(*) FROM observation")).isEqualTo("0");
  }

  @Test
  void rowsThatMakeNoSenseArePassedOver() throws SQLException {
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
    }
    files.execute("INSERT INTO best VALUES (1, 'L77', 1, 1, 1, 1, 0, 1, 1, 1)");
    files.execute("INSERT INTO best VALUES (1, 'L1_REALTIME', -5, 1, 1, 1, 0, 1, 1, 1)");
    files.execute("INSERT INTO best VALUES (1, 'L2_FAST', 5, 5, -1, 'x', 0, 1, 1, 1)");
    try (SqliteStore store = files.store()) {
      Map<PressureLevel, Learned> found = store.load();
      assertThat(found.keySet()).isEqualTo(EnumSet.of(PressureLevel.L2_FAST, LEVEL));
      assertThat(found.get(PressureLevel.L2_FAST).expected()).isNull();
    }
  }

  @Test
  void twoProcessesShareTheFile() {
    try (SqliteStore one = files.store();
        SqliteStore other = files.store()) {
      one.load();
      other.load();
      StoreHarness.save(one, 4096, 1);
      StoreHarness.save(other, 8192, 1);
      assertThat(one.status().persistent()).isTrue();
      assertThat(other.status().persistent()).isTrue();
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(8192, 1));
  }

  @Test
  void bundlesASqliteWithoutTheKnownWalFaults() throws SQLException {
    int[] parts =
        Arrays.stream(files.query("SELECT sqlite_version()").split("\\."))
            .mapToInt(Integer::parseInt)
            .toArray();

    assertThat(Arrays.compare(parts, new int[] {3, 51, 3})).isNotNegative();
  }

  @Test
  void usesTheWriteAheadLogAndCountsItsSchema() throws SQLException {
    try (SqliteStore store = files.store()) {
      store.load();
    }
    assertThat(files.query("PRAGMA journal_mode")).isEqualTo("wal");
    assertThat(files.query("PRAGMA user_version")).isEqualTo("3");
  }

  @Test
  void windowsBeforeTheStartShowWhatAPauseCosts() {
    Learned paused = new Learned(new FlushLimits(77, 9, 5), null, 4, 1, 0);
    try (SqliteStore store = files.store()) {
      store.load();
      store.save(window(new FlushLimits(50, 9), 100), paused);
      store.save(window(paused.best(), 400), paused);
    }
    try (SqliteStore again = files.store()) {
      again.load();
      LevelCosts costs = again.costs().get(LEVEL);
      assertThat(costs.best().requestsPerThousand()).isEqualTo(2.5);
      assertThat(costs.unpaused().requestsPerThousand()).isEqualTo(10);
    }
  }

  /** 400 events in 4 requests or 1. */
  private static Observation window(FlushLimits limits, int eventsPerRequest) {
    return new Observation(LEVEL, limits, 400, 4, 5, 6, 7, 8, 400 / eventsPerRequest, false, true);
  }

  @Test
  void closedItKeepsNothingAnyMore() {
    SqliteStore store = files.store();
    store.load();
    StoreHarness.save(store, 4096, 1);
    store.close();
    StoreHarness.save(store, 8192, 2);
    store.forget(LEVEL);
    store.close();

    assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 1));
    assertThat(store.status().text()).startsWith("closed");
    assertThat(Files.exists(directory.resolve("calibration.db-wal"))).isFalse();
  }
}
