package com.reactive.platform.reliability.oracle;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a response says of the quarantine is found there, and each kind of fault is found, too. */
class QuarantineCheckTest {
  private static final long RUN = 0x1234_5678_9ABC_DEF0L;
  private static final CheckOptions OPTIONS = CheckOptions.of("nowhere:1", "topic");

  @TempDir private Path folder;
  private JournalWriter journal;
  private final CounterRecords topic = new CounterRecords();
  private final CounterRecords quarantine = new CounterRecords();

  @BeforeEach
  void begin() throws IOException {
    journal = JournalWriter.create(folder, RUN, () -> 1_700_000_000_000L);
    journal.sent(9, 0, Variant.DURABLE);
    journal.answered(9, 0, 201, ResponseNote.PLAIN, 0, 0);
    topic.add(event(9), 0, 0);
  }

  @AfterEach
  void end() throws IOException {
    journal.close();
  }

  private static OracleEvent event(int lane) {
    return new OracleEvent(RUN, lane, 0);
  }

  private void refused(int lane, Variant variant, boolean quarantined) throws IOException {
    ResponseNote note = quarantined ? ResponseNote.QUARANTINED : ResponseNote.PLAIN;
    journal.sent(lane, 0, variant);
    journal.answered(lane, 0, variant.refusal, note, -1, -1);
  }

  private static byte[] body(OracleEvent event, Variant variant) {
    RequestTemplate template = new RequestTemplate(OracleBodies.json(variant));
    ByteBuffer bytes = ByteBuffer.allocate(template.length());
    template.write(event, bytes);
    return bytes.array();
  }

  private void found(OracleEvent event, byte[] body, String contentType) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("event-id", event.id().getBytes(US_ASCII));
    headers.add("content-type", contentType.getBytes(US_ASCII));
    quarantine.add(headers, "", body, 1, 7);
  }

  private void found(OracleEvent event, Variant variant) {
    found(event, body(event, variant), "application/json");
  }

  private OracleVerdict check() throws Exception {
    journal.flush();
    return OracleCheck.check(folder, OPTIONS, topic, quarantine);
  }

  private void assertOnly(OracleCount fault) throws Exception {
    OracleVerdict verdict = check();
    assertThat(verdict.count(fault)).as(verdict.table()).isEqualTo(1);
    assertThat(verdict.problems()).hasSize(1).first().asString().contains(fault.text());
  }

  @Test
  void whatIsThereAsItWasSentIsRight() throws Exception {
    refused(0, Variant.BAD_JSON, true);
    refused(1, Variant.BAD_SCHEMA, true);
    refused(2, Variant.TOO_LARGE, false);
    found(event(0), Variant.BAD_JSON);
    found(event(1), Variant.BAD_SCHEMA);
    OracleVerdict verdict = check();
    assertThat(verdict.problems()).as(verdict.table()).isEmpty();
    assertThat(verdict.count(OracleCount.QUARANTINED)).isEqualTo(2);
    assertThat(verdict.count(OracleCount.QUARANTINED_UNTOLD)).isZero();
  }

  @Test
  void whatWasPromisedAndIsMissingIsLost() throws Exception {
    refused(0, Variant.BAD_JSON, true);
    refused(1, Variant.BAD_SCHEMA, true);
    found(event(1), Variant.BAD_SCHEMA);
    assertOnly(OracleCount.QUARANTINE_LOST);
  }

  @Test
  void whatIsThereTwiceIsDuplicated() throws Exception {
    refused(0, Variant.BAD_SCHEMA, true);
    found(event(0), Variant.BAD_SCHEMA);
    found(event(0), Variant.BAD_SCHEMA);
    assertOnly(OracleCount.QUARANTINED_TWICE);
  }

  @Test
  void withoutAPromiseItMayBeThereOrNot() throws Exception {
    refused(0, Variant.BAD_SCHEMA, false);
    refused(1, Variant.BAD_JSON, false);
    journal.sent(2, 0, Variant.BAD_JSON);
    journal.unanswered(2, 0);
    found(event(0), Variant.BAD_SCHEMA);
    found(event(2), Variant.BAD_JSON);
    OracleVerdict verdict = check();
    assertThat(verdict.problems()).as(verdict.table()).isEmpty();
    assertThat(verdict.count(OracleCount.QUARANTINED_UNTOLD)).isEqualTo(2);
  }

  @Test
  void aGoodEventIsAStrangerThere() throws Exception {
    found(event(9), Variant.DURABLE);
    assertOnly(OracleCount.QUARANTINE_STRANGER);
  }

  @Test
  void whatWasRefusedByItsHeadIsAStrangerThere() throws Exception {
    refused(0, Variant.TOO_LARGE, false);
    found(event(0), Variant.TOO_LARGE);
    assertOnly(OracleCount.QUARANTINE_STRANGER);
  }

  @Test
  void aBodyThatWasChangedIsDamaged() throws Exception {
    refused(0, Variant.BAD_SCHEMA, false);
    byte[] body = body(event(0), Variant.BAD_SCHEMA);
    found(event(0), Arrays.copyOf(body, body.length - 1), "application/json");
    assertOnly(OracleCount.QUARANTINE_DAMAGED);
  }

  @Test
  void ofAnotherFormOnlyTheIdIsLookedAt() throws Exception {
    refused(0, Variant.BAD_SCHEMA, false);
    found(event(0), new byte[] {1}, "application/proto");
    assertThat(check().problems()).isEmpty();
  }
}
