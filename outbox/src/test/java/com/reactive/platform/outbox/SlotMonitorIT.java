package com.reactive.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often a real Postgres is asked what it keeps for a slot. Without Kafka. */
@Timeout(300)
class SlotMonitorIT {
  private static final int SOME_BYTES = 2 << 20;

  private static TestPostgres postgres;

  private final String name = "o" + UUID.randomUUID().toString().substring(0, 8);
  private Connection database;
  private SlotMonitor monitor;

  /** Of the reader. */
  private long settledLsn = 1;

  /** When the monitor's connection began its last query; null if there is none. */
  private String lastQuery;

  @BeforeAll
  static void startPostgres() throws Exception {
    postgres = TestPostgres.start();
  }

  @AfterAll
  static void stopPostgres() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  @BeforeEach
  void makeSlot() throws SQLException {
    database = postgres.connect();
    TestPostgres.execute(
        database,
        "SELECT pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(name),
        "CREATE TABLE %s (filler text)".formatted(name));
    Map<String, String> keys = new HashMap<>(postgres.keys(name));
    keys.put("outbox.max-slot-lag-mebibytes", "1");
    monitor =
        new SlotMonitor(
            OutboxConfig.from(Settings.ofKeys(keys), List.of()).orElseThrow(), () -> settledLsn);
  }

  @AfterEach
  void dropSlot() throws SQLException {
    monitor.close();
    TestPostgres.execute(database, "SELECT pg_drop_replication_slot('%s')".formatted(name));
    database.close();
  }

  /** Returns true if the database was asked. */
  private boolean turn() {
    monitor.turn();
    String query =
        TestPostgres.first(
            database,
            "SELECT pid || ' ' || query_start FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                + " AND strpos(query, '''%s''') > 0 AND strpos(query, 'pg_wal_lsn_diff') > 0"
                    .formatted(name));
    boolean asked = query != null && !query.equals(lastQuery);
    lastQuery = query;
    return asked;
  }

  private void writeToTheLog() throws SQLException {
    TestPostgres.execute(
        database,
        "INSERT INTO %s SELECT string_agg(md5(i::text), '') FROM generate_series(1, %d) i"
            .formatted(name, SOME_BYTES / 16));
  }

  @Test
  void whileNothingMovesTheDatabaseIsAskedSeldom() throws Exception {
    for (int look = 0; look < SlotMonitor.LOOKS; look++) {
      assertThat(turn()).as("look %d", look).isTrue();
    }
    for (int minute = 0; minute < 2; minute++) {
      for (int turn = 1; turn < SlotMonitor.CALM_TURNS; turn++) {
        assertThat(turn()).as("turn %d", turn).isFalse();
      }
      assertThat(turn()).isTrue();
    }

    // What the database writes moves the reader, and then the next turn looks.
    writeToTheLog();
    settledLsn++;
    assertThat(monitor.lagBytes()).isLessThan(1 << 20);
    assertThat(turn()).isTrue();
    assertThat(monitor.lagBytes()).isGreaterThan(1 << 20);
    assertThat(turn()).isTrue();
    assertThat(turn()).isFalse();
  }

  /** A gateway that stands by, or has no room, hears nothing of what the database writes. */
  @Test
  void whileNobodyHereReadsTheDatabaseIsAskedEachTime() throws Exception {
    settledLsn = SlotMonitor.UNSETTLED;
    for (int turn = 0; turn < 2 * SlotMonitor.CALM_TURNS; turn++) {
      assertThat(turn()).as("turn %d", turn).isTrue();
    }
    assertThat(monitor.lagBytes()).isBetween(0L, 1L << 20);
    writeToTheLog();
    assertThat(turn()).isTrue();
    assertThat(monitor.lagBytes()).isGreaterThan(1 << 20);
  }

  @Test
  void afterAnErrorTheDatabaseIsAskedAgain() throws Exception {
    for (int look = 0; look < SlotMonitor.LOOKS; look++) {
      turn();
    }
    String pid = lastQuery.substring(0, lastQuery.indexOf(' '));
    TestPostgres.execute(database, "SELECT pg_terminate_backend(%s)".formatted(pid));
    while (monitor.lagBytes() >= 0) {
      monitor.turn();
    }
    assertThat(turn()).isTrue();
    assertThat(monitor.lagBytes()).isNotNegative();
  }
}
