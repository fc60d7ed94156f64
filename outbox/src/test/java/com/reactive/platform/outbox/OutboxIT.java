package com.reactive.platform.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A real Postgres, a real Kafka, and gateways that read the outbox of the one into the other. */
@ExtendWith(KafkaExtension.class)
@Timeout(300)
class OutboxIT {
  private static final int LARGE = 30_000;

  private static TestPostgres postgres;

  private final List<Gateway> gateways = new ArrayList<>();
  private TestKafka kafka;
  private String topic;
  private String name;
  private Connection database;

  /** Of the environment, beside what all tests have. */
  private final Map<String, String> further = new HashMap<>();

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
  void prepare(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(3);
    name = "o" + UUID.randomUUID().toString().substring(0, 8);
    database = postgres.connect();
    setUp();
  }

  @AfterEach
  void stop() throws Exception {
    // A stop waits for the server to say something; nobody needs what it would confirm.
    TestPostgres.first(
        database, "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active");
    for (Gateway gateway : gateways) {
      gateway.close();
      assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
    }
    database.close();
  }

  private Map<String, String> environment() {
    Map<String, String> env = new HashMap<>(further);
    env.put("REACTIVE_HTTP_PORT", "0");
    env.put("REACTIVE_ADMIN_PORT", "0");
    env.put("REACTIVE_KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    env.put("REACTIVE_STREAMS_COUNTER_TOPIC", topic);
    env.put("REACTIVE_BATCH_CALIBRATION_FILE", "");
    postgres
        .keys(name)
        .forEach(
            (key, value) ->
                env.put("REACTIVE_" + key.toUpperCase(Locale.ROOT).replace('.', '_'), value));
    // The server is silent for half of this at most, which is how long a stop may wait.
    env.put("REACTIVE_OUTBOX_URL", postgres.url() + "?options=-c%20wal_sender_timeout=8s");
    return env;
  }

  private List<String> setUp() throws Exception {
    List<StreamDefinition> streams = GatewayConfig.from(Settings.of(environment())).streams();
    OutboxConfig config = OutboxConfig.from(Settings.of(environment()), streams).orElseThrow();
    return new OutboxSetup(config).run(false);
  }

  private Gateway start() throws Exception {
    Gateway gateway = Gateway.start(GatewayConfig.from(Settings.of(environment())));
    gateways.add(gateway);
    await("ready", gateway::ready);
    return gateway;
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("not within two minutes: %s", what).isLessThan(deadline);
      Thread.sleep(10);
    }
  }

  /** Returns the ids in the order of the rows. */
  private List<String> insert(int rows, int keys) throws SQLException {
    return insert(rows, "k", keys);
  }

  private List<String> insert(int rows, String keyPrefix, int keys) throws SQLException {
    List<String> ids = new ArrayList<>();
    try (PreparedStatement insert =
        database.prepareStatement(
            "INSERT INTO "
                + name
                + " (id, aggregatetype, aggregateid, payload)"
                + " VALUES (?::uuid, 'counter', ?, ?::jsonb)")) {
      for (int i = 0; i < rows; i++) {
        String id = UUID.randomUUID().toString();
        ids.add(id);
        insert.setString(1, id);
        insert.setString(2, keyPrefix + i % keys);
        insert.setString(3, "{\"sessionId\": \"s\", \"action\": \"set\", \"value\": " + i + "}");
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return ids;
  }

  private static String id(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.headers().lastHeader("event-id").value(), UTF_8);
  }

  private List<String> idsInKafka() {
    return kafka.readAll(topic).stream().map(OutboxIT::id).toList();
  }

  private void awaitInKafka(Set<String> ids) throws InterruptedException {
    await("all in Kafka", () -> new LinkedHashSet<>(idsInKafka()).containsAll(ids));
  }

  private void awaitEvents(Gateway gateway, long events) throws InterruptedException {
    await("events are kept", () -> gateway.ledger().total(Outcome.Category.ACKED) >= events);
  }

  /** Waits until Postgres has heard that there is nothing more for the slot. */
  private void awaitConfirmed() throws Exception {
    String position = TestPostgres.first(database, "SELECT pg_current_wal_lsn()");
    String sql =
        "SELECT confirmed_flush_lsn >= '%s' FROM pg_replication_slots WHERE slot_name = '%s'"
            .formatted(position, name);
    await("confirmed up to " + position, () -> "t".equals(TestPostgres.first(database, sql)));
  }

  @Test
  void whatIsCommittedBecomesEventsAndNothingElse() throws Exception {
    List<String> before = insert(20, 4);
    start();
    List<String> expected = new ArrayList<>(before);
    awaitInKafka(Set.copyOf(before));

    database.setAutoCommit(false);
    expected.addAll(insert(10, 2));
    Savepoint savepoint = database.setSavepoint();
    insert(5, 2);
    database.rollback(savepoint);
    expected.addAll(insert(10, 2));
    database.commit();
    insert(7, 1);
    database.rollback();
    database.setAutoCommit(true);
    expected.addAll(insert(3, 1));

    awaitInKafka(Set.copyOf(expected));
    awaitConfirmed();
    List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
    assertThat(records).extracting(OutboxIT::id).containsExactlyInAnyOrderElementsOf(expected);
    Map<String, List<String>> byKey = new HashMap<>();
    records.forEach(
        record ->
            byKey
                .computeIfAbsent(new String(record.key(), UTF_8), key -> new ArrayList<>())
                .add(id(record)));
    assertThat(byKey).hasSize(4);
    assertThat(byKey)
        .allSatisfy(
            (key, ids) -> assertThat(expected).as("order of %s", key).containsSubsequence(ids));
  }

  /** Of the rows that are there, and of those that come. */
  @Test
  void rowsOfAPlainTableBecomeEventsAsTheyArePublished() throws Exception {
    String plain = "plain_" + name;
    further.put("REACTIVE_STREAMS_COUNTER_FROM", "public." + plain);
    further.put("REACTIVE_STREAMS_COUNTER_FROM_COLUMNS_SESSION_ID", "sessionId");
    TestPostgres.execute(
        database,
        "CREATE TABLE %s (id bigint PRIMARY KEY, session_id text, action text, value int, pin text,"
                .formatted(plain)
            + " twice int GENERATED ALWAYS AS (2 * value) STORED)");
    assertThat(setUp())
        .containsExactly(
            "ALTER PUBLICATION \"%s\" ADD TABLE \"public\".\"%s\"".formatted(name, plain));
    assertThat(setUp()).isEmpty();
    // Neither the secret nor the id is of the event, nor are rows of others.
    TestPostgres.execute(
        database,
        "ALTER PUBLICATION %s SET TABLE %s, %s (id, session_id, action, value) WHERE (value >= 0)"
            .formatted(name, name, plain));
    further.put("REACTIVE_STREAMS_COUNTER_FROM_COLUMNS_ID", "");
    String insert =
        "INSERT INTO %s (id, session_id, action, value, pin)".formatted(plain)
            + " SELECT i, 's' || i %% 3, 'set', CASE i %% 5 WHEN 0 THEN -1 ELSE i %% 5 END, 'secret'"
            + " FROM generate_series(%d, %d) i";
    TestPostgres.execute(database, insert.formatted(1, 100));
    List<String> outbox = insert(5, 1);
    start();
    awaitInKafka(Set.copyOf(outbox));
    TestPostgres.execute(database, insert.formatted(101, 200));
    Set<String> expected = new LinkedHashSet<>(outbox);
    IntStream.rangeClosed(1, 200).filter(i -> i % 5 > 0).forEach(i -> expected.add("" + i));
    awaitInKafka(expected);
    awaitConfirmed();

    List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
    assertThat(records).extracting(OutboxIT::id).containsExactlyInAnyOrderElementsOf(expected);
    Map<String, Integer> last = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (!outbox.contains(id(record))) {
        int id = Integer.parseInt(id(record));
        String key = new String(record.key(), UTF_8);
        assertThat(key).isEqualTo("s" + id % 3);
        assertThat(last.getOrDefault(key, 0)).as("order of %s", key).isLessThan(id);
        last.put(key, id);
        GenericRecord event = decoded(record.value());
        assertThat(event.get("sessionId")).hasToString(key);
        assertThat(event.get("action")).hasToString("set");
        assertThat(event.get("value")).isEqualTo(id % 5);
      }
    }
  }

  private static GenericRecord decoded(byte[] value) throws IOException {
    return new BinaryMessageDecoder<GenericRecord>(GenericData.get(), StreamsConfig.counterSchema())
        .decode(value);
  }

  /** Memory is bounded by rows: here by far less than the transaction. */
  @Test
  void aLargeTransactionPasses() throws Exception {
    Gateway gateway = start();
    await("the slot is there", this::hasSlot);
    database.setAutoCommit(false);
    Set<String> ids = new LinkedHashSet<>(insert(LARGE, 20_000));
    database.commit();
    database.setAutoCommit(true);
    awaitEvents(gateway, LARGE);
    List<String> written = idsInKafka();
    assertThat(written).hasSize(LARGE);
    assertThat(ids.equals(Set.copyOf(written))).as("all of them, once").isTrue();
  }

  /** The reader and the event loop sleep in pauses, and no row is forgotten. */
  @Test
  void rowsThatComeAllTheTimeAreGathered() throws Exception {
    further.put("REACTIVE_BATCH_ADAPTIVE", "false");
    further.put("REACTIVE_BATCH_FLUSH_INTERVAL_MS", "20");
    further.put("REACTIVE_BATCH_IDLE_PAUSE_US", "8000");
    Gateway gateway = start();
    await("the slot is there", this::hasSlot);
    Set<String> ids = new LinkedHashSet<>();
    Set<String> rested = new LinkedHashSet<>();
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (rested.size() < 2) {
      assertThat(System.nanoTime()).as("%s", rested).isLessThan(deadline);
      for (int i = 0; i < 50; i++) {
        // Of other keys each time: rows of one key wait for each other, and then for no pause.
        ids.addAll(insert(5, "k" + i + "-", 5));
      }
      rested.addAll(resting());
    }
    awaitEvents(gateway, ids.size());
    List<String> written = idsInKafka();
    assertThat(written).hasSize(ids.size());
    assertThat(ids.equals(Set.copyOf(written))).as("all of them, once").isTrue();
  }

  private static List<String> resting() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(LockSupport::getBlocker)
        .filter(Objects::nonNull)
        .map(blocker -> blocker.getClass().getSimpleName())
        .filter(Set.of("RestingIoHandler", "ReaderRest")::contains)
        .toList();
  }

  private boolean hasSlot() {
    String sql = "SELECT 1 FROM pg_replication_slots WHERE active AND slot_name = '%s'";
    return TestPostgres.first(database, sql.formatted(name)) != null;
  }

  /** One reads, the other takes over; a crash of the database between. */
  @Test
  void nothingIsLostOrWrittenTwiceWhenGatewaysAndTheDatabaseEnd() throws Exception {
    Gateway first = start();
    Set<String> ids = new LinkedHashSet<>(insert(200, 20));
    awaitInKafka(ids);
    Gateway second = start();
    ids.addAll(insert(200, 20));
    first.close();
    ids.addAll(insert(200, 20));
    awaitInKafka(ids);

    ids.addAll(insert(500, 20));
    postgres.crash();
    database = postgres.connect();
    ids.addAll(insert(200, 20));
    awaitInKafka(ids);
    awaitConfirmed();
    assertThat(second.ready()).isTrue();
    assertThat(idsInKafka()).containsExactlyInAnyOrderElementsOf(ids);
  }
}
