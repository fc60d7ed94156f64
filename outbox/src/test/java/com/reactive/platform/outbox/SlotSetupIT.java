package com.reactive.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a real Postgres says while nobody streams yet. Without Kafka. */
@Timeout(300)
class SlotSetupIT {
  private static TestPostgres postgres;

  private final String name = "o" + UUID.randomUUID().toString().substring(0, 8);
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private OutboxConfig config;
  private Connection database;
  private ReplicationConnection connection;
  private SlotSetup setup;
  private PublishedTables tables;

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
  void connect() throws SQLException {
    config = OutboxConfig.from(Settings.ofKeys(postgres.keys(name)), List.of()).orElseThrow();
    database = postgres.connect();
    connection = ReplicationConnection.open(config);
    setup = new SlotSetup(config, connection);
    tables = new PublishedTables(config, connection);
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
    database.close();
    thread.shutdownNow();
  }

  private void await(String sql) throws InterruptedException {
    while (!"t".equals(TestPostgres.first(database, sql))) {
      Thread.sleep(5);
    }
  }

  @Test
  void aTableThatIsNotPublishedUnderItsNameIsRefused() throws Exception {
    assertThatThrownBy(tables::known)
        .isInstanceOf(OutboxTableException.class)
        .hasMessageContaining("there is no publication " + name);

    TestPostgres.execute(
        database,
        "CREATE TABLE other_%s (id uuid)".formatted(name),
        "CREATE PUBLICATION %s FOR TABLE other_%s".formatted(name, name));
    assertThatThrownBy(tables::known).hasMessageContaining("does not publish public." + name);

    TestPostgres.execute(
        database,
        "CREATE TABLE %s (id uuid, month int) PARTITION BY LIST (month)".formatted(name),
        "CREATE TABLE %s_1 PARTITION OF %s FOR VALUES IN (1)".formatted(name, name),
        "ALTER PUBLICATION %s SET TABLE %s".formatted(name, name));
    assertThatThrownBy(tables::known).hasMessageContaining("publish_via_partition_root = true");

    TestPostgres.execute(
        database, "ALTER PUBLICATION %s SET (publish_via_partition_root = true)".formatted(name));
    tables.known();
  }

  @Test
  void aPublicationThatCannotWorkIsRefused() throws Exception {
    Map<String, String> keys = new HashMap<>(postgres.keys(name));
    keys.put("outbox.table", "");
    keys.put("streams.counter.enabled", "true");
    keys.put("streams.counter.from", "public." + name);
    keys.put("batch.calibration-file", "");
    Settings settings = Settings.ofKeys(keys);
    OutboxConfig plain =
        OutboxConfig.from(settings, GatewayConfig.from(settings).streams()).orElseThrow();
    PublishedTables published = new PublishedTables(plain, connection);
    TestPostgres.execute(
        database,
        "CREATE TABLE %s (a int, b int)".formatted(name),
        "CREATE PUBLICATION %s FOR TABLE %s WITH (publish = 'update')".formatted(name, name));
    assertThatThrownBy(published::known).hasMessageContaining("does not publish inserts");
    TestPostgres.execute(database, "ALTER PUBLICATION %s SET (publish = 'insert')".formatted(name));
    assertThatThrownBy(published::known).hasMessageContaining("has no primary key");
    TestPostgres.execute(
        database,
        "ALTER TABLE %s ADD PRIMARY KEY (b, a)".formatted(name),
        "ALTER PUBLICATION %s SET TABLE %s (a)".formatted(name, name));
    assertThatThrownBy(published::known)
        .hasMessageContaining("leaves out a column of the primary key");
    TestPostgres.execute(
        database, "ALTER PUBLICATION %s SET TABLE %s (b, a)".formatted(name, name));
    assertThat(published.known().primaryKeys()).containsEntry("public." + name, List.of("b", "a"));
    assertThat(new OutboxSetup(plain).run(true))
        .containsExactly(
            "SELECT pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(name));
    TestPostgres.execute(database, "SELECT pg_drop_replication_slot('%s')".formatted(name));
  }

  /** The server says nothing until it ends; whoever left would leave a slot behind each time. */
  @Test
  void aSlotIsWaitedForWhileATransactionIsOpen() throws Exception {
    new OutboxSetup(config).run(false);
    MemoryGateway gateway = new MemoryGateway(Map.of(), false);
    InFlightBudget budget = new InFlightBudget(1_000, 1 << 20);
    RowDelivery delivery = new RowDelivery(gateway.context(), false, budget);
    RowReader rows = new RowReader(config, delivery, budget, () -> false);
    rows.connected(connection.serverLog(), tables.known());
    try (Connection application = postgres.connect()) {
      application.setAutoCommit(false);
      TestPostgres.execute(
          application,
          new OutboxSetup(config)
              .example("counter", "{\"sessionId\": \"s\", \"action\": \"set\", \"value\": 1}"));
      Future<Boolean> created = thread.submit(() -> setup.create(rows));
      await("SELECT count(*) = 1 FROM pg_replication_slots WHERE temporary");
      assertThat(connection.waitsWithLimit()).isFalse();
      assertThat(created.isDone()).isFalse();

      application.commit();
      assertThat(created.get()).isTrue();
    }
    assertThat(
            TestPostgres.first(
                database, "SELECT string_agg(slot_name, ' ') FROM pg_replication_slots"))
        .isEqualTo(name);
    assertThat(gateway.written).hasSize(1);
    gateway.stop(delivery);
    assertThat(connection.slotLsn(name)).isPositive();
    assertThat(connection.slotLsn("none")).isZero();
    connection.start(name, name, 0);
    assertThat(connection.waitsWithLimit()).isTrue();
  }

  @Test
  void theFirstRowOfASnapshotMayTakeAnyTimeUntilTheConnectionIsGivenUp() throws Exception {
    Connection beside = connection.openBeside(config);
    try (Statement statement = beside.createStatement()) {
      ReplicationConnection.queryWithoutLimit(statement, "SELECT 1").close();
      assertThat(beside.getNetworkTimeout()).as("for further rows").isPositive();
      Future<ResultSet> slow =
          thread.submit(
              () -> ReplicationConnection.queryWithoutLimit(statement, "SELECT pg_sleep(3600)"));
      await(
          "SELECT count(*) = 1 FROM pg_stat_activity"
              + " WHERE state = 'active' AND query = 'SELECT pg_sleep(3600)'");
      assertThat(beside.getNetworkTimeout()).isZero();
      connection.abort();
      assertThatThrownBy(slow::get).hasCauseInstanceOf(SQLException.class);
    }
  }

  @Test
  void neitherUrlNorRoleChangesWhatTheReaderReliesOn() throws Exception {
    Map<String, String> keys = new HashMap<>(postgres.keys(name));
    String options = "?options=-c%20bytea_output=escape%20-c%20wal_sender_timeout=";
    keys.put("outbox.url", postgres.url() + options + "0");
    OutboxConfig other = OutboxConfig.from(Settings.ofKeys(keys), List.of()).orElseThrow();
    try (ReplicationConnection opened = ReplicationConnection.open(other)) {
      assertThat(opened.queryRow("SHOW wal_sender_timeout")).containsExactly("15s");
      assertThat(opened.queryRow("SHOW bytea_output")).containsExactly("hex");
    }
    keys.put("outbox.url", postgres.url() + options + "8s");
    OutboxConfig shorter = OutboxConfig.from(Settings.ofKeys(keys), List.of()).orElseThrow();
    try (ReplicationConnection opened = ReplicationConnection.open(shorter)) {
      assertThat(opened.queryRow("SHOW wal_sender_timeout")).containsExactly("8s");
    }
  }

  /** Silently, a snapshot would lack the rows that the role may not see. */
  @Test
  void aSnapshotThatRowSecurityWouldCutIsAnError() throws Exception {
    new OutboxSetup(config).run(false);
    TestPostgres.execute(
        database,
        "CREATE ROLE r%s LOGIN REPLICATION PASSWORD '%s'".formatted(name, LocalPostgres.PASSWORD),
        "GRANT SELECT ON %s TO r%s".formatted(name, name),
        "ALTER TABLE %s ENABLE ROW LEVEL SECURITY".formatted(name));
    Map<String, String> keys = new HashMap<>(postgres.keys(name));
    keys.put("outbox.user", "r" + name);
    OutboxConfig restricted = OutboxConfig.from(Settings.ofKeys(keys), List.of()).orElseThrow();
    MemoryGateway gateway = new MemoryGateway(Map.of(), false);
    InFlightBudget budget = new InFlightBudget(1_000, 1 << 20);
    RowDelivery delivery = new RowDelivery(gateway.context(), false, budget);
    RowReader rows = new RowReader(restricted, delivery, budget, () -> false);
    try (ReplicationConnection opened = ReplicationConnection.open(restricted)) {
      rows.connected(opened.serverLog(), new KnownTables(Map.of(), Map.of()));
      assertThatThrownBy(() -> new SlotSetup(restricted, opened).create(rows))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("row-level security");
    }
    gateway.stop(delivery);
  }

  @Test
  void theLogOfTheServerIsThatOfItsPositions() throws Exception {
    ServerLog log = connection.serverLog();
    assertThat(log.database()).isEqualTo("postgres");
    assertThat(log.system())
        .isEqualTo(
            TestPostgres.first(database, "SELECT system_identifier FROM pg_control_system()"));
    assertThat(connection.serverLog().continues(log, log.endLsn())).isTrue();
    postgres.crash();
    try (ReplicationConnection again = ReplicationConnection.open(config)) {
      assertThat(again.serverLog().continues(log, log.endLsn())).as("after a crash").isTrue();
    }
    database = postgres.connect();
  }
}
