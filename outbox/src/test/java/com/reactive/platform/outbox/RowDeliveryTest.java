package com.reactive.platform.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class RowDeliveryTest {
  private static final String GOOD = "{\"sessionId\":\"s\",\"action\":\"increment\",\"value\":1}";

  private static final String STREAM = MemoryGateway.STREAM;

  private final InFlightBudget budget = new InFlightBudget(100_000, 1 << 30);
  private MemoryGateway gateway;
  private RowDelivery delivery;

  private void start(boolean skipsInvalid) throws Exception {
    start(Map.of(), skipsInvalid);
  }

  private void start(Map<String, String> keys, boolean skipsInvalid) throws Exception {
    start(new MemoryGateway(keys, false), skipsInvalid);
  }

  private void start(MemoryGateway made, boolean skipsInvalid) {
    gateway = made;
    delivery = new RowDelivery(gateway.context(), skipsInvalid, budget);
  }

  @AfterEach
  void stop() throws Exception {
    gateway.stop(delivery);
  }

  private static OutboxRow row(String stream, String key, String id, long endLsn) {
    return row(stream, key, id, endLsn, GOOD);
  }

  /** Its payload is no event. */
  private static OutboxRow bad(String key, String id, long endLsn) {
    return row(STREAM, key, id, endLsn, "{\"sessionId\":\"s\"}");
  }

  private static OutboxRow row(String stream, String key, String id, long endLsn, String json) {
    return rowOf(OutboxConfig.SOURCE, stream, key, id, endLsn, json);
  }

  private static OutboxRow rowThatMayComeAgain(String origin, String id, long endLsn) {
    OutboxRow row = rowOf(origin, STREAM, "b", id, endLsn, GOOD);
    row.mayComeAgain = true;
    return row;
  }

  private static OutboxRow rowOf(
      String origin, String stream, String key, String id, long endLsn, String json) {
    byte[] payload = json.getBytes(UTF_8);
    OutboxRow row =
        new OutboxRow(
            payload.length,
            origin,
            stream,
            id.getBytes(UTF_8),
            key.getBytes(UTF_8),
            null,
            "Made",
            payload,
            0,
            payload.length,
            1);
    row.endLsn = endLsn;
    return row;
  }

  private void offer(OutboxRow... rows) throws InterruptedException {
    for (OutboxRow row : rows) {
      if (!row.isEnd()) {
        assertThat(budget.acquire(row.bytes, 60_000)).isTrue();
      }
    }
    delivery.offer(List.of(rows));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(5);
    }
  }

  private void awaitLsn(long lsn) throws InterruptedException {
    await(() -> delivery.progress().confirmedLsn() == lsn);
  }

  private String awaitInvalid() throws InterruptedException {
    await(() -> !delivery.progress().invalid().isEmpty());
    return delivery.progress().invalid();
  }

  /** Whatever fails: all rows are written, and those of a key in their order. */
  @Test
  void orderPerKeyHoldsWhateverFails() throws Exception {
    start(false);
    gateway.failing = true;
    int rows = 200;
    for (int i = 0; i < rows; i++) {
      offer(row(STREAM, "k" + gateway.random.nextInt(100), "id-" + i, i + 1));
    }
    awaitLsn(rows);
    Set<String> seen = new HashSet<>();
    Map<String, Integer> lastOfKey = new HashMap<>();
    List<String> faults = new ArrayList<>();
    for (String each : gateway.written) {
      String[] parts = each.split(" ", -1);
      int number = Integer.parseInt(parts[1].substring(3));
      if (lastOfKey.getOrDefault(parts[0], -1) > number) {
        faults.add(each);
      }
      lastOfKey.put(parts[0], number);
      seen.add(parts[1]);
    }
    assertThat(faults).as("seed %d", gateway.seed).isEmpty();
    assertThat(seen).as("seed %d", gateway.seed).hasSize(rows);
    assertThat(delivery.progress().events()).isEqualTo(rows);
    assertThat(delivery.progress().transactions()).isEqualTo(rows);
    assertThat(delivery.progress().retries()).isPositive();
    assertThat(budget.held().rows()).isZero();
  }

  @Test
  void aTransactionIsConfirmedWhenAllBeforeItIsKept() throws Exception {
    start(false);
    gateway.accepting = () -> false;
    offer(row(STREAM, "a", "1", 0), row(STREAM, "b", "2", 10), OutboxRow.endOf(20));
    offer(OutboxRow.endOf(30));
    gateway.awaitLoop();
    assertThat(delivery.progress().confirmedLsn()).isZero();
    assertThat(delivery.progress().oldestMillis()).isEqualTo(1);
    gateway.accepting = () -> true;
    awaitLsn(30);
    assertThat(delivery.progress().finished()).isEqualTo(4);
    assertThat(delivery.progress().transactions()).isEqualTo(3);
    assertThat(delivery.progress().oldestMillis()).isZero();
  }

  @Test
  void aRowThatNoStreamTakesStopsAllBehindIt() throws Exception {
    start(false);
    offer(row(STREAM, "a", "1", 1), row("none", "a", "2", 2), row(STREAM, "b", "3", 3));
    assertThat(awaitInvalid()).isEqualTo("row 2 of stream none: there is no such stream");
    awaitLsn(1);
    assertThat(gateway.written).containsExactly("a 1");
  }

  @Test
  void orIsSkippedIfThatIsWanted() throws Exception {
    start(true);
    gateway.refused = "4";
    offer(
        row(STREAM, "a", "1", 1),
        row("none", "a", "2", 2),
        row(STREAM, "a", "not an id", 3),
        row(STREAM, "a", "4", 4),
        row(STREAM, "a", "5", 5));
    awaitLsn(5);
    assertThat(gateway.written).containsExactly("a 1", "a 5");
    assertThat(delivery.progress().skipped()).isEqualTo(3);
    assertThat(delivery.progress().events()).isEqualTo(2);
  }

  @Test
  void orGoesToTheQuarantineOfItsStream() throws Exception {
    start(Map.of("quarantine", "refused"), false);
    gateway.quarantining = false;
    offer(row(STREAM, "a", "1", 1), bad("a", "2", 2), row(STREAM, "b", "3", 3));
    awaitLsn(1);
    gateway.awaitLoop();
    assertThat(delivery.progress().confirmedLsn()).isEqualTo(1);
    gateway.quarantining = true;
    awaitLsn(3);
    assertThat(gateway.quarantined).containsExactly("a 2");
    assertThat(gateway.written).containsExactly("a 1", "b 3");
    assertThat(delivery.progress().invalid()).isEmpty();
    assertThat(delivery.progress().skipped()).isZero();
  }

  @Test
  void aRowThatTheQuarantineLosesStaysWhereItIs() throws Exception {
    start(Map.of("quarantine", "refused"), true);
    gateway.losing = true;
    offer(bad("a", "1", 1), row(STREAM, "a", "2", 2));
    assertThat(awaitInvalid()).endsWith("the quarantine of its stream does not take it");
    assertThat(delivery.progress().confirmedLsn()).isZero();
    gateway.losing = false;
    awaitLsn(2);
    assertThat(gateway.quarantined).containsExactly("a 1");
    assertThat(gateway.written).containsExactly("a 2");
  }

  @Test
  void noRowIsSkippedForAnErrorOfOurs() throws Exception {
    start(true);
    gateway.accepting =
        () -> {
          throw new IllegalStateException("for the test");
        };
    offer(row(STREAM, "a", "1", 1));
    assertThat(awaitInvalid())
        .startsWith("row 1 of stream counter: internal-error")
        .endsWith("for the test");
    assertThat(delivery.progress().skipped()).isZero();
    assertThat(delivery.progress().confirmedLsn()).isZero();
  }

  @Test
  void packedRecordsAreRefusedForTheyHaveNoKey() throws Exception {
    start(Map.of("format", "packed", "key", ""), false);
    offer(row(STREAM, "a", "1", 1));
    assertThat(awaitInvalid()).contains("the stream must have format: event");
    assertThat(gateway.written).isEmpty();
  }

  @Test
  void idsAreThoseOfTheirTable() throws Exception {
    start(new MemoryGateway(Map.of(), true), false);
    String origin = OutboxConfig.SOURCE;
    offer(
        rowThatMayComeAgain(origin, "1", 1),
        rowThatMayComeAgain(origin, "1", 2),
        rowThatMayComeAgain("outbox 4711/shop/public.outbox", "1", 3));
    awaitLsn(3);
    assertThat(gateway.written).containsExactly("b 1", "b 1");
    assertThat(delivery.progress().events()).isEqualTo(3);
  }

  @Test
  void onlyIdsOfRowsThatMayComeAgainAreRemembered() throws Exception {
    start(new MemoryGateway(Map.of(), true), false);
    String origin = OutboxConfig.SOURCE;
    offer(row(STREAM, "a", "whole", 1), rowThatMayComeAgain(origin, "part", 2));
    awaitLsn(2);
    assertThat(gateway.remembered()).isEqualTo(1);
    offer(
        row(STREAM, "a", "whole", 3),
        rowThatMayComeAgain(origin, "part", 4),
        row(STREAM, "b", "part", 5));
    awaitLsn(5);
    assertThat(gateway.written).containsExactlyInAnyOrder("a whole", "b part", "a whole");
    assertThat(delivery.progress().events()).isEqualTo(5);
  }

  /** Some outcomes come before their rows are tried again, after a second, and some after. */
  @Test
  void noRowIsWrittenTwiceIfItsOutcomeComesLater() throws Exception {
    start(new MemoryGateway(Map.of(), true), false);
    gateway.settling = true;
    gateway.failing = true;
    int rows = 200;
    for (int i = 0; i < rows; i++) {
      offer(row(STREAM, "k" + i, "id-" + i, i + 1));
    }
    awaitLsn(rows);
    assertThat(gateway.written).as("seed %d", gateway.seed).doesNotHaveDuplicates().hasSize(rows);
    assertThat(delivery.progress().retries()).isPositive();
    assertThat(gateway.remembered()).isPositive();
  }

  @Test
  void aRowWhoseOutcomeStaysUnknownIsWrittenAgain() throws Exception {
    start(new MemoryGateway(Map.of(), true), false);
    gateway.failing = true;
    int rows = 200;
    for (int i = 0; i < rows; i++) {
      offer(row(STREAM, "k" + i, "id-" + i, i + 1));
    }
    awaitLsn(rows);
    assertThat(Set.copyOf(gateway.written)).as("seed %d", gateway.seed).hasSize(rows);
    assertThat(gateway.written.size()).isGreaterThan(rows);
    assertThat(delivery.progress().events()).isEqualTo(rows);
  }

  /** Another row has the id of one whose outcome was unknown: it is not taken for that one. */
  @Test
  void aRowIsNotTakenForAnotherWithItsId() throws Exception {
    start(new MemoryGateway(Map.of(), true), false);
    gateway.settling = true;
    gateway.unknownOnce = "1";
    offer(row(STREAM, "a", "1", 1));
    awaitLsn(1);
    offer(row(STREAM, "a", "1", 2, GOOD.replace('1', '2')));
    assertThat(awaitInvalid()).contains("idempotency-key-reused");
    assertThat(gateway.written).containsExactly("a 1");
  }

  private static OutboxRow ofTable(
      List<String> keyFields, String id, long commitMillis, String json) {
    byte[] payload = json.getBytes(UTF_8);
    CapturedTable table = new CapturedTable("public.clicks", STREAM, true, keyFields, Map.of());
    OutboxRow row =
        new OutboxRow(
            payload.length,
            OutboxConfig.SOURCE,
            STREAM,
            id.getBytes(UTF_8),
            "s".getBytes(UTF_8),
            table,
            null,
            payload,
            0,
            payload.length,
            commitMillis);
    row.endLsn = 1;
    return row;
  }

  /** Its order was that of another key. */
  @Test
  void aStreamWhoseKeyHasChangedSinceTheStartStopsTheSource() throws Exception {
    // Also where invalid rows are skipped: this one is not.
    start(Map.of(), true);
    offer(ofTable(List.of("sessionId"), "1", 7, GOOD));
    assertThat(awaitInvalid()).contains("has changed since the start; restart the gateway");
    assertThat(gateway.written).isEmpty();
  }

  @Test
  void aRowOfATableWhoseKeyFitsIsKept() throws Exception {
    start(Map.of(), false);
    offer(ofTable(List.of("customerId", "sessionId"), "1", 7, GOOD));
    awaitLsn(1);
    assertThat(gateway.written).containsExactly("s 1");
  }
}
