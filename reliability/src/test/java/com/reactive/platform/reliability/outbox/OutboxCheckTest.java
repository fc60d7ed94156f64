package com.reactive.platform.reliability.outbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.reliability.oracle.CounterRecords;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Each fault is planted once, and found. */
class OutboxCheckTest {
  private static final int KEYS = LoadRow.KEYS;

  private final OutboxCheck check = new OutboxCheck(2);
  private long offset;

  private void record(LoadRow row) {
    record(row, 0);
  }

  private void record(LoadRow row, int partition) {
    record(row.id(), row, row.number(), partition);
  }

  /** With the id of one row, and else what is in another. */
  private void record(String id, LoadRow row, int value, int partition) {
    byte[] event = CounterRecords.value(row.id(), row.sessionId(), "", value);
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("topic", partition, offset++, row.key().getBytes(US_ASCII), event);
    record.headers().add("event-id", id.getBytes(US_ASCII));
    record.headers().add("event-type", LoadRow.TYPE.getBytes(US_ASCII));
    check.record(record);
  }

  private static LoadRow row(int number) {
    return new LoadRow(1, number);
  }

  @Test
  void committedRowsInOrderAreRightAndRepeatsAreCounted() {
    check.committed(1, 0, 1);
    check.committed(1, KEYS, KEYS + 2);
    record(row(0));
    record(row(KEYS + 1), 1);
    record(row(KEYS));
    record(row(0));
    OutboxVerdict verdict = check.verdict();
    assertThat(verdict.problems()).isEmpty();
    assertThat(verdict.rows()).isEqualTo(3);
    assertThat(verdict.records()).isEqualTo(4);
    assertThat(verdict.repeats()).isEqualTo(1);
  }

  @Test
  void aCommittedRowThatIsMissingIsLost() {
    check.committed(1, 5, 7);
    record(row(6));
    assertThat(check.verdict().problems())
        .containsExactly("1 committed rows are not in Kafka: row 5 of writer 1");
  }

  @Test
  void anEventOfARowThatWasRolledBackIsInvented() {
    check.committed(1, 5, 6);
    record(row(5));
    record(row(6));
    assertThat(check.verdict().problems())
        .containsExactly("1 events are of rows that were not committed: row 6 of writer 1 at 0@1");
  }

  @Test
  void anEventBehindAYoungerOneOfItsKeyIsDisordered() {
    check.committed(1, 0, 1);
    check.committed(1, KEYS, KEYS + 1);
    record(row(KEYS));
    record(row(0));
    assertThat(check.verdict().problems())
        .containsExactly(
            "1 events are behind a younger one with the same key:"
                + " row 0 of writer 1 at 0@1, behind row "
                + KEYS);
  }

  @Test
  void aKeyInTwoPartitionsHasNoOrder() {
    check.committed(1, 0, 1);
    check.committed(1, KEYS, KEYS + 1);
    record(row(0));
    record(row(KEYS), 1);
    assertThat(check.verdict().count(OutboxFault.DISORDERED)).isEqualTo(1);
  }

  @Test
  void anEventThatIsNotItsRowIsAltered() {
    check.committed(1, 0, 3);
    record(row(0).id(), row(0), 7, 0);
    record(row(1).id(), row(2), 2, 0);
    record(row(2));
    assertThat(check.verdict().count(OutboxFault.ALTERED)).isEqualTo(2);
  }

  @Test
  void aRepeatWithAnotherIdIsOfNoRow() {
    check.committed(1, 0, 1);
    record(row(0));
    record(UUID.randomUUID().toString(), row(0), 0, 0);
    record("", row(0), 0, 0);
    record(new LoadRow(2, 0).id(), row(0), 0, 0);
    OutboxVerdict verdict = check.verdict();
    assertThat(verdict.count(OutboxFault.FOREIGN)).isEqualTo(3);
    assertThat(verdict.repeats()).isZero();
  }
}
