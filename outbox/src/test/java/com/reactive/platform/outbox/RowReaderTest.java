package com.reactive.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The positions that are confirmed, of servers that come and go. */
@Timeout(300)
class RowReaderTest {
  private static final ServerLog FIRST = new ServerLog("4711", "1", 1_000, "shop");
  private static final Relation TABLE =
      new Relation(
          1,
          "public",
          "outbox",
          List.of("id", "aggregatetype", "aggregateid", "payload"),
          List.of(2950, 25, 25, 3802),
          List.of("id"));

  private InFlightBudget budget = new InFlightBudget(1_000, 1 << 20);
  private MemoryGateway gateway;
  private RowDelivery delivery;
  private RowReader reader;

  @BeforeEach
  void start() throws Exception {
    gateway = new MemoryGateway(Map.of(), true);
    startReader();
  }

  private void startReader() throws IOException {
    delivery = new RowDelivery(gateway.context(), false, budget);
    OutboxConfig config =
        OutboxConfig.from(
                Settings.ofKeys(
                    Map.of("outbox.url", "postgresql://db/shop", "outbox.user", "reactive")),
                List.of())
            .orElseThrow();
    reader = new RowReader(config, delivery, budget, () -> false);
    connect(FIRST);
  }

  @AfterEach
  void stop() throws Exception {
    gateway.stop(delivery);
  }

  private void connect(ServerLog server) throws IOException {
    reader.forget();
    reader.connected(server, new KnownTables(Map.of(1, "public.outbox"), Map.of()));
    reader.begin(null);
    accept(PgOutputMessages.relation(TABLE));
  }

  /** As a server sends it. */
  private void accept(byte[] change) throws IOException {
    reader.accept(ByteBuffer.allocate(25 + change.length).put((byte) 'w').put(25, change).array());
  }

  private void keepalive(long lsn) throws IOException {
    reader.accept(ByteBuffer.allocate(18).put((byte) 'k').putLong(lsn).array());
  }

  private void commit(String id, long endLsn) throws Exception {
    accept(PgOutputMessages.begin(1));
    insert(id, "k");
    accept(PgOutputMessages.commit(endLsn));
    awaitKept();
  }

  private void insert(String id, String key) throws IOException {
    String payload = "{\"sessionId\":\"s\",\"action\":\"increment\",\"value\":1}";
    accept(PgOutputMessages.insert(TABLE.id(), List.of(id, "counter", key, payload)));
  }

  private void awaitKept() throws InterruptedException {
    while (!reader.awaitKept(1_000)) {
      // Not yet.
    }
  }

  @Test
  void aPositionIsKnownOverConnectionsToTheSameLog() throws Exception {
    commit("1", 500);
    assertThat(reader.confirmedLsn()).isEqualTo(500);
    keepalive(600);
    assertThat(reader.confirmedLsn()).isEqualTo(600);
    connect(new ServerLog("4711", "1", 1_200, "shop"));
    assertThat(reader.confirmedLsn()).isEqualTo(600);
  }

  @Test
  void theSlotDoesNotMoveBackAfterAnotherGatewayHadIt() throws Exception {
    commit("1", 500);
    connect(new ServerLog("4711", "1", 1_200, "shop"));
    reader.slotIsAt(300);
    assertThat(reader.confirmedLsn()).isEqualTo(500);
    reader.slotIsAt(800);
    assertThat(reader.confirmedLsn()).isEqualTo(800);
  }

  @Test
  void positionsOfAnotherLogAreNotConfirmed() throws Exception {
    commit("1", 900);
    connect(new ServerLog("4711", "2", 1_000, "shop"));
    assertThat(reader.confirmedLsn()).as("another timeline").isZero();
    commit("2", 700);
    assertThat(reader.confirmedLsn()).as("though lower than before").isEqualTo(700);
    connect(new ServerLog("4712", "2", 1_000, "shop"));
    assertThat(reader.confirmedLsn()).as("another cluster").isZero();
    keepalive(300);
    assertThat(reader.confirmedLsn()).isEqualTo(300);
  }

  @Test
  void positionsBehindTheEndOfTheLogAreNotConfirmed() throws Exception {
    commit("1", 900);
    connect(new ServerLog("4711", "1", 899, "shop"));
    assertThat(reader.confirmedLsn()).as("an older state of the same server").isZero();
    commit("2", 910);
    connect(new ServerLog("4711", "1", 2_000, "shop"));
    assertThat(reader.confirmedLsn()).isEqualTo(910);
    connect(new ServerLog("4711", "1", 1_999, "shop"));
    assertThat(reader.confirmedLsn()).as("older, though behind what was read").isZero();
  }

  /** Of a transaction whose end does not come. */
  private void handOver(String id) throws Exception {
    accept(PgOutputMessages.begin(1));
    insert(id, "k");
    reader.handOver();
    awaitKept();
  }

  @Test
  void anIdIsOneOfItsTable() throws Exception {
    handOver("1");
    connect(new ServerLog("4711", "2", 1_000, "shop"));
    handOver("1");
    assertThat(gateway.written).as("of the same database, also after a failover").hasSize(1);
    connect(new ServerLog("4712", "1", 1_000, "shop"));
    handOver("1");
    connect(new ServerLog("4712", "1", 1_000, "crm"));
    handOver("1");
    assertThat(gateway.written).hasSize(3);
  }

  /** Then all of it comes again, and what was handed over before is known. */
  @Test
  void aConnectionMayEndWithinATransaction() throws Exception {
    accept(PgOutputMessages.begin(1));
    insertMany(700);
    endsAndBringsAllOfIt(800);
    assertThat(gateway.remembered()).as("all but those that came with the end").isEqualTo(768);
  }

  /** As before, where rows are handed over to make room. */
  @Test
  void aConnectionMayEndWithinATransactionThatWaitsForRoom() throws Exception {
    budget = new InFlightBudget(50, 1 << 20);
    startReader();
    accept(PgOutputMessages.begin(1));
    insertMany(120);
    endsAndBringsAllOfIt(130);
    assertThat(gateway.remembered()).isGreaterThanOrEqualTo(80);
  }

  private void endsAndBringsAllOfIt(int rows) throws Exception {
    reader.forget();
    awaitKept();
    assertThat(reader.confirmedLsn()).isZero();
    connect(FIRST);
    accept(PgOutputMessages.begin(1));
    insertMany(rows);
    accept(PgOutputMessages.commit(900));
    awaitKept();
    assertThat(reader.confirmedLsn()).isEqualTo(900);
    assertThat(gateway.written).doesNotHaveDuplicates().hasSize(rows);
  }

  private void insertMany(int rows) throws IOException {
    for (int i = 0; i < rows; i++) {
      insert("id-" + i, "k" + i);
    }
  }

  /** What waits in the slot has the names of its time; passed over, it would be confirmed. */
  @Test
  void aTableIsKnownByItsOidWhateverItWasCalled() throws Exception {
    Relation renamed =
        new Relation(1, "old", "orders", TABLE.columns(), TABLE.typeOids(), TABLE.primaryKey());
    accept(PgOutputMessages.relation(renamed));
    commit("1", 500);
    connect(FIRST);
    accept(PgOutputMessages.relation(renamed));
    commit("2", 510);
    assertThat(gateway.written).hasSize(2);
  }

  /** Several rows might have the rest of it in common. */
  @Test
  void aPartOfAPrimaryKeyIsAnError() throws Exception {
    OutboxConfig config =
        OutboxConfig.from(
                Settings.ofKeys(
                    Map.of(
                        "outbox.url", "postgresql://db/shop",
                        "outbox.user", "reactive",
                        "streams.counter.from", "public.t",
                        "streams.counter.enabled", "false")),
                List.of())
            .orElseThrow();
    KnownTables known =
        new KnownTables(Map.of(7, "public.t"), Map.of("public.t", List.of("b", "a")));
    RowLayouts layouts = new RowLayouts(config, FIRST, known);
    assertThatThrownBy(() -> layouts.of(plain(List.of("a", "v"), List.of("a"))))
        .isInstanceOf(OutboxTableException.class)
        .hasMessageContaining("without a column of its primary key");
    // It was smaller then; it had another name then; it is not said.
    assertThat(layouts.of(plain(List.of("a", "b"), List.of("a")))).isNotNull();
    assertThat(layouts.of(plain(List.of("a", "x"), List.of("a", "x")))).isNotNull();
    assertThat(layouts.of(plain(List.of("a", "b"), null))).isNotNull();
  }

  private static Relation plain(List<String> columns, List<String> key) {
    return new Relation(7, "public", "t", columns, List.of(25, 25), key);
  }
}
