package com.reactive.platform.gateway.microbatch.adaptive.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.ExpectedCost;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of earlier releases, and their processes beside this one. */
class CalibrationMigrationTest {
  private static final PressureLevel LEVEL = StoreHarness.LEVEL;
  private static final List<List<String>> FIRST_RELEASE = List.of(CalibrationSchema.FIRST);
  private static final CalibrationKey STABLE =
      CalibrationKey.named("orders", "Kafka-2:9092, kafka-1:9092", "acks=all");

  /** Statements of the first release, which name no columns. */
  private static final List<String> WRITES_OF_THE_FIRST_RELEASE =
      List.of(
          "INSERT INTO learning_key (environment, delivery_mode, used_at_ms)"
              + " VALUES ('host=a cores=4 broker=b note=', 'acks=all', 5)"
              + " ON CONFLICT DO UPDATE SET used_at_ms = excluded.used_at_ms",
          "INSERT OR REPLACE INTO best VALUES (1, 'L5_BALANCED', 99, 5, 9, 8, 0, 4, 1, 1)",
          "INSERT INTO observation VALUES"
              + " (NULL, 1, 'L5_BALANCED', 1, 99, 5, 3, 4, 5, 6, 7, 0, 1)",
          "DELETE FROM observation WHERE key_id = 1 AND level = 'L5_BALANCED' AND id <= (SELECT id"
              + " FROM observation WHERE key_id = 1 AND level = 'L5_BALANCED'"
              + " ORDER BY id DESC LIMIT 1 OFFSET 0)");

  @TempDir Path directory;
  private StoreHarness files;

  @BeforeEach
  void harness() {
    files = new StoreHarness(directory.resolve("calibration.db"));
  }

  @Test
  void aFileOfTheFirstReleaseKeepsWhatItLearned() throws Exception {
    makeFile(FIRST_RELEASE);
    addKey(1, StoreHarness.KEY.environment());
    files.execute("INSERT INTO best VALUES (1, 'L5_BALANCED', 77, 5, 9, 8, 0, 3, 1, 1)");
    try (SqliteStore store = files.store()) {
      assertThat(store.load()).containsEntry(LEVEL, learned(77, 0, 3, 0));
      Learned paused = learned(77, 3, 4, 2);
      store.save(new Observation(LEVEL, paused.best(), 3, 4, 5, -6, 7, 8, 9, true, false), paused);
    }
    assertThat(files.kept()).isEqualTo(learned(77, 3, 4, 2));
    assertThat(files.query("SELECT wait_p99_ns || ' ' || requests FROM observation_more"))
        .isEqualTo("8 9");
  }

  @Test
  void aFileWithPausesInTheFirstTablesKeepsThem() throws Exception {
    makeFile(List.of(CalibrationSchema.FIRST, CalibrationSchema.PAUSES));
    addKey(1, StoreHarness.KEY.environment());
    files.execute("INSERT INTO best VALUES (1, 'L5_BALANCED', 77, 5, 9, 8, 0, 3, 1, 1, 4, 2)");

    assertThat(files.kept()).isEqualTo(learned(77, 4, 3, 2));
  }

  @Test
  void aProcessOfTheFirstReleaseGoesOnWritingToTheFileItHasOpen() throws Exception {
    makeFile(FIRST_RELEASE);
    addKey(1, "host=a cores=4 broker=b note=");
    try (SqliteStore store = files.store()) {
      store.load();
      for (String sql : WRITES_OF_THE_FIRST_RELEASE) {
        files.execute(sql);
      }
      StoreHarness.save(store, 4096, 1);
      assertThat(store.status().persistent()).isTrue();
    }
    assertThat(files.query("SELECT flush_bytes FROM best WHERE key_id = 1")).isEqualTo("99");
  }

  @Test
  void aProcessOfTheFirstReleaseThatStartsAfterwardsRefusesTheFileAsNewer() throws Exception {
    makeFile(FIRST_RELEASE);
    files.kept();

    assertThatThrownBy(() -> makeFile(FIRST_RELEASE))
        .isInstanceOf(StoreFaultException.class)
        .extracting(StoreFaultClassifier::classify)
        .isEqualTo(StoreFault.NEWER);
  }

  @Test
  void aStableKeyTakesOverWhatPodsHadLearned() throws Exception {
    makeFile(FIRST_RELEASE);
    addKey(1, "host=pod-a cores=4 broker=kafka-1:9092,kafka-2:9092 note=");
    addKey(2, "host=pod-b cores=2 broker=kafka-2:9092,kafka-1:9092 note=");
    addKey(3, "host=pod-c cores=2 broker=elsewhere:9092 note=");
    files.execute("INSERT INTO best VALUES (1, 'L5_BALANCED', 77, 5, 9, 8, 0, 3, 1, 1)");
    files.execute("INSERT INTO best VALUES (1, 'L2_FAST', 66, 5, 9, 8, 0, 2, 1, 1)");
    files.execute("INSERT INTO best VALUES (2, 'L5_BALANCED', 88, 5, 9, 8, 0, 9, 1, 1)");
    files.execute("INSERT INTO best VALUES (3, 'L1_REALTIME', 11, 5, 9, 8, 0, 9, 1, 1)");
    files.execute(
        "INSERT INTO observation VALUES (NULL, 1, 'L2_FAST', 1, 66, 5, 3, 4, 5, 6, 7, 0, 1)");

    try (SqliteStore store = files.store(STABLE)) {
      assertThat(store.load())
          .hasSize(2)
          .containsEntry(LEVEL, learned(88, 0, 9, 0))
          .containsEntry(PressureLevel.L2_FAST, learned(66, 0, 2, 0));
    }
    assertThat(files.query("SELECT group_concat(environment, ' | ') FROM learning_key"))
        .contains("orders", "pod-c")
        .doesNotContain("pod-a", "pod-b");
    assertThat(files.query("SELECT count(*) FROM observation")).isEqualTo("1");
  }

  @Test
  void whatAPodOfAnOlderReleaseLearnsMeanwhileIsTakenOverLater() throws Exception {
    try (SqliteStore store = files.store(STABLE)) {
      store.load();
      store.save(StoreHarness.seen(learned(77, 4, 3, 1)), learned(77, 4, 3, 1));
    }
    addKey(9, "host=pod-a cores=4 broker=kafka-1:9092,kafka-2:9092 note=");
    files.execute("INSERT INTO best VALUES (9, 'L5_BALANCED', 99, 5, 9, 8, 0, 2, 1, 1)");
    files.execute("INSERT INTO best VALUES (9, 'L2_FAST', 66, 5, 9, 8, 0, 2, 1, 1)");

    try (SqliteStore store = files.store(STABLE)) {
      assertThat(store.load())
          .containsEntry(LEVEL, learned(77, 4, 3, 1))
          .containsEntry(PressureLevel.L2_FAST, learned(66, 0, 2, 0));
    }
  }

  private static Learned learned(int bytes, long pauseNanos, long observations, int failures) {
    return new Learned(
        new FlushLimits(bytes, 5, pauseNanos),
        new ExpectedCost.Average(9, 8, false),
        observations,
        1,
        failures);
  }

  private void makeFile(List<List<String>> steps) throws SQLException, StoreFaultException {
    try (Connection connection = files.connect()) {
      new CalibrationSchema(CalibrationSchema.TABLES, steps).migrate(connection);
    }
  }

  private void addKey(int id, String environment) throws SQLException {
    files.execute(
        "INSERT INTO learning_key (id, environment, delivery_mode, used_at_ms) VALUES (%d, '%s',"
                .formatted(id, environment)
            + " 'acks=all', 1)");
  }
}
