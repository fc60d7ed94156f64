package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees.Order;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** One lane, two partitions; all sends are acknowledged. */
class RecordChecksTest {
  private static final int PARTITIONS = 2;
  private static final int SENDS = 100;
  private static final long NOW = System.currentTimeMillis();

  private final SendLedger ledger = new SendLedger(SENDS);
  private final Samples samples = new Samples();
  private final RecordChecks checks = checks(Order.ACKNOWLEDGED);

  @Test
  void whatIsAsPromisedIsRight() {
    send(0, SENDS, 0);
    for (int i = 0; i < SENDS; i++) {
      answer(i, partitionOf(i), i);
      land(i, partitionOf(i), "id" + i, NOW);
    }
    assertThat(checks.wrong()).isEmpty();
    assertThat(checks.answersChecked()).isEqualTo(SENDS);
  }

  @Test
  void anAnswerMustNameThePlaceAndTheIdOfItsRecord() {
    send(0, 3, 0);
    answer(0, partitionOf(0), 1);
    answer(1, partitionOf(1), 1);
    samples.answered(2, new ResponseFields("id1", "t", partitionOf(2), 2));
    for (int i = 0; i < 3; i++) {
      land(i, partitionOf(i), "id" + i, NOW);
    }
    assertThat(checks.wrong())
        .containsExactly(
            "answers: 1 named another place than that of their record: the first is message 0 of"
                + " lane 0 at partition %d, offset 0, answered partition %d, offset 1"
                    .formatted(partitionOf(0), partitionOf(0)),
            "answers: 1 named another event id than the header of their record: the first is"
                + " message 2 of lane 0 at partition %d, offset 2".formatted(partitionOf(2)));
  }

  @Test
  void anAnswerThatSaysNothingIsWrong() {
    send(0, 1, 0);
    samples.answered(0, new ResponseFields("", "", -1, -1));
    land(0, partitionOf(0), "id", NOW);
    assertThat(checks.wrong()).hasSize(2);
  }

  @Test
  void aRecordElsewhereThanItsKeyIsWrong() {
    send(0, 2, 0);
    land(0, 1 - partitionOf(0), "a", NOW);
    land(1, partitionOf(1), "b", NOW);
    assertThat(checks.wrong())
        .singleElement()
        .asString()
        .startsWith("partition: 1 records are not where their key belongs");
  }

  @Test
  void anIdMayComeOnce() {
    send(0, 3, 0);
    land(0, 0, 0, "a", NOW);
    land(1, 0, 0, "a", NOW);
    land(2, 0, 0, "", NOW);
    assertThat(wrongStarts())
        .contains(
            "event-id: 1 records have that of the record before",
            "event-id: 1 records have no such header");

    RecordChecks others = checks(Order.NONE);
    for (int i = 0; i < 10; i++) {
      others.check(record(i, 0, i, "id" + i % 2, NOW), 0, i);
    }
    assertThat(others.wrong()).anyMatch(wrong -> wrong.startsWith("event-id: 8 of those"));
  }

  @Test
  void aTimeOutsideOfTheRunIsWrong() {
    send(0, 3, 0);
    land(0, partitionOf(0), "a", 0);
    land(1, partitionOf(1), "b", NOW + 3_600_000);
    land(2, partitionOf(2), "c", NOW);
    assertThat(checks.wrong())
        .singleElement()
        .asString()
        .startsWith("time: 2 records have a timestamp outside of the run")
        .endsWith("1970-01-01T00:00:00Z");
  }

  @Test
  void whatWasSentAfterAnAcknowledgementStandsBehindIt() {
    send(0, 4, 0); // at the same time: in any order
    send(4, 5, 4); // the first four had been acknowledged
    land(3, 0, 0, "d", NOW);
    land(1, 0, 0, "b", NOW);
    land(4, 0, 0, "e", NOW);
    assertThat(wrongStarts()).noneMatch(wrong -> wrong.startsWith("order"));
    land(2, 0, 0, "c", NOW);
    land(0, 1, 0, "a", NOW); // another partition
    assertThat(wrongStarts())
        .contains("order: 1 messages stand behind one that was sent after they were acknowledged");
  }

  @Test
  void whatMayNotBeInKafkaMayComeLater() {
    samples.sending(0, 0);
    samples.sending(1, 1);
    ledger.prepare(0);
    ledger.settle(0, SendLedger.UNKNOWN);
    ledger.settle(1, SendLedger.ACKED);
    land(1, 0, 0, "b", NOW);
    land(0, 0, 0, "a", NOW);
    assertThat(wrongStarts()).noneMatch(wrong -> wrong.startsWith("order"));
  }

  @Test
  void aLaneThatKeepsItsOrderStandsInIt() {
    RecordChecks inOrder = checks(Order.SENT);
    send(0, 3, 0);
    inOrder.check(record(1, 0, 0, "b", NOW), 0, 1);
    inOrder.check(record(0, 1, 0, "a", NOW), 0, 0);
    assertThat(inOrder.wrong()).noneMatch(wrong -> wrong.startsWith("order"));
    inOrder.check(record(2, 1, 0, "c", NOW), 0, 2);
    inOrder.check(record(0, 0, 1, "d", NOW), 0, 0);
    assertThat(inOrder.wrong()).anyMatch(wrong -> wrong.startsWith("order: 1 messages"));
  }

  @Test
  void oneInSixtyFourIsNotedWhicheverNobodyCanForesee() {
    long noted = 0;
    boolean[] residues = new boolean[Samples.ONE_IN];
    for (long send = 0; send < 1_000_000; send++) {
      if (Samples.has(send)) {
        noted++;
        residues[(int) (send % Samples.ONE_IN)] = true;
        samples.sending(send, send - 7);
      }
    }
    assertThat(noted)
        .isBetween(8_192L + (1_000_000 - 8_192) / 64 - 1, 8_192L + (1_000_000 - 8_192) / 64 + 1);
    assertThat(residues).doesNotContain(false);
    for (long send = 0; send < 1_000_000; send++) {
      if (Samples.has(send)) {
        assertThat(samples.settledBelow(send)).isEqualTo(send - 7);
      }
    }
  }

  private List<String> wrongStarts() {
    return checks.wrong().stream()
        .map(wrong -> wrong.substring(0, wrong.indexOf(": the")))
        .toList();
  }

  private void send(int from, int to, int settledBelow) {
    ledger.prepare(from);
    for (int send = from; send < to; send++) {
      samples.sending(send, settledBelow);
      ledger.settle(send, SendLedger.ACKED);
    }
  }

  private void answer(int send, int partition, long offset) {
    samples.answered(send, new ResponseFields("id" + send, "t", partition, offset));
  }

  private void land(int send, int partition, String id, long millis) {
    land(send, partition, send, id, millis);
  }

  private void land(int send, int partition, long offset, String id, long millis) {
    checks.check(record(send, partition, offset, id, millis), 0, send);
  }

  private RecordChecks checks(Order order) {
    DeliveryGuarantees guarantees = new DeliveryGuarantees(order, 1, true, true, true);
    return new RecordChecks(
        new Destination(List.of("t"), "all", (record, expected, found) -> {}, true, guarantees),
        topic -> PARTITIONS,
        NOW,
        1,
        List.of(new SentMessages(ledger, SENDS, samples)));
  }

  private static byte[] key(int send) {
    return ("key" + send).getBytes(StandardCharsets.US_ASCII);
  }

  private static int partitionOf(int send) {
    return Utils.toPositive(Utils.murmur2(key(send))) % PARTITIONS;
  }

  private static ConsumerRecord<byte[], byte[]> record(
      int send, int partition, long offset, String id, long millis) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("event-id", id.getBytes(StandardCharsets.US_ASCII));
    byte[] value = {1};
    return new ConsumerRecord<>(
        "t",
        partition,
        offset,
        millis,
        TimestampType.CREATE_TIME,
        1,
        1,
        key(send),
        value,
        headers,
        Optional.empty());
  }
}
