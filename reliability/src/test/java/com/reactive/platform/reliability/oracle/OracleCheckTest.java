package com.reactive.platform.reliability.oracle;

import static com.reactive.platform.reliability.oracle.ResponseNote.PLAIN;
import static com.reactive.platform.reliability.oracle.Variant.DURABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of fault is found, and nothing else is taken for one. */
class OracleCheckTest {
  private static final long RUN = 0x1234_5678_9ABC_DEF0L;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final CheckOptions OPTIONS = CheckOptions.of("nowhere:1", "topic");

  @TempDir private Path folder;
  private long beginNanos; // before the journal's clock starts
  private long createdNanos; // and after
  private JournalWriter journal;
  private final CounterRecords topic = new CounterRecords();

  @BeforeEach
  void begin() throws IOException {
    beginNanos = System.nanoTime();
    journal = JournalWriter.create(folder, RUN, () -> START_MILLIS);
    createdNanos = System.nanoTime();
    // One that is as it should be, in a lane of its own.
    answer(9, 0, 201, 5, 70);
    topic.add(event(9, 0), 5, 70);
  }

  @AfterEach
  void end() throws IOException {
    journal.close();
  }

  private static OracleEvent event(int lane, int sequence) {
    return new OracleEvent(RUN, lane, sequence);
  }

  private void answer(int lane, int sequence, int status, int partition, long offset)
      throws IOException {
    journal.sent(lane, sequence, DURABLE);
    journal.answered(lane, sequence, status, PLAIN, partition, offset);
  }

  private OracleVerdict check(CheckOptions options) throws Exception {
    journal.flush();
    return OracleCheck.check(folder, options, topic, null);
  }

  private void assertFaults(OracleCount... expected) throws Exception {
    assertFaults(OPTIONS, expected);
  }

  private void assertFaults(CheckOptions options, OracleCount... expected) throws Exception {
    OracleVerdict verdict = check(options);
    Set<OracleCount> faults = EnumSet.noneOf(OracleCount.class);
    for (OracleCount what : OracleCount.values()) {
      if (what.isFault() && verdict.count(what) > 0) {
        faults.add(what);
      }
    }
    assertThat(faults).as(verdict.table()).containsExactlyInAnyOrder(expected);
    assertThat(verdict.passed()).isEqualTo(expected.length == 0);
    assertThat(verdict.problems()).hasSize(expected.length);
  }

  @Test
  void whatIsThereOnceAtItsPlaceIsRight() throws Exception {
    assertFaults();
  }

  @Test
  void anAckedEventThatIsMissingIsLost() throws Exception {
    answer(0, 0, 201, 1, 7);
    assertFaults(OracleCount.LOST);
    assertThat(check(OPTIONS).problems().get(0))
        .contains(event(0, 0).id())
        .contains("partition 1, offset 7");
  }

  @Test
  void anAckedEventAtAnotherOffsetIsMisplaced() throws Exception {
    answer(0, 0, 201, 1, 7);
    topic.add(event(0, 0), 1, 8);
    assertFaults(OracleCount.MISPLACED);
  }

  @Test
  void anAckedEventInAnotherPartitionIsMisplaced() throws Exception {
    answer(0, 0, 201, 1, 7);
    topic.add(event(0, 0), 2, 7);
    assertFaults(OracleCount.MISPLACED);
  }

  @Test
  void anEventThatIsThereTwiceIsDuplicated() throws Exception {
    answer(0, 0, 201, 1, 7);
    topic.add(event(0, 0), 1, 7).add(event(0, 0), 1, 8);
    assertFaults(OracleCount.DUPLICATED);
  }

  @Test
  void anUnknownThatIsThereTwiceIsDuplicated() throws Exception {
    answer(0, 0, 504, -1, -1);
    topic.add(event(0, 0), 1, 7).add(event(0, 0), 1, 8);
    assertFaults(OracleCount.DUPLICATED);
  }

  @Test
  void anEventThatWasNotWrittenMustNotBeThere() throws Exception {
    for (int status : new int[] {500, 503, 408, 429}) {
      answer(0, status, status, -1, -1);
    }
    topic.add(event(0, 503), 1, 7);
    assertFaults(OracleCount.NOT_WRITTEN_FOUND);
  }

  @Test
  void anEventThatWasNeverSentIsPhantom() throws Exception {
    topic.add(event(0, 0), 1, 7);
    assertFaults(OracleCount.PHANTOM);
  }

  @Test
  void anEventOfAnotherContentIsDamaged() throws Exception {
    answer(0, 0, 504, -1, -1);
    OracleEvent event = event(0, 0);
    topic.add(event.id(), event.customer(), CounterRecords.value(event, 7), 1, 7);
    assertFaults(OracleCount.DAMAGED);
  }

  @Test
  void anEventWithAnotherKeyIsDamaged() throws Exception {
    answer(0, 0, 504, -1, -1);
    OracleEvent event = event(0, 0);
    topic.add(event.id(), "else", CounterRecords.value(event, event.value()), 1, 7);
    assertFaults(OracleCount.DAMAGED);
  }

  @Test
  void aCutValueIsDamaged() throws Exception {
    answer(0, 0, 504, -1, -1);
    OracleEvent event = event(0, 0);
    byte[] value = CounterRecords.value(event, event.value());
    topic.add(event.id(), event.customer(), Arrays.copyOf(value, 40), 1, 7);
    assertFaults(OracleCount.DAMAGED);
  }

  @Test
  void unknownsMayBeThereOrNot() throws Exception {
    answer(0, 0, 504, -1, -1);
    answer(0, 1, 504, -1, -1);
    journal.sent(0, 2, DURABLE);
    journal.unanswered(0, 2);
    journal.sent(0, 3, DURABLE);
    answer(0, 4, 502, -1, -1); // of a proxy, which does not know what the gateway did
    answer(0, 5, 502, -1, -1);
    topic.add(event(0, 0), 1, 7).add(event(0, 2), 1, 8).add(event(0, 3), 1, 9);
    topic.add(event(0, 4), 1, 10);
    assertFaults();
    assertThat(check(OPTIONS).count(OracleCount.UNKNOWN_FOUND)).isPositive();
  }

  @Test
  void aStatusThatTheContractDoesNotHaveIsAFault() throws Exception {
    answer(0, 0, 200, -1, -1);
    answer(0, 1, 505, -1, -1);
    assertFaults(OracleCount.GARBLED);
  }

  @Test
  void whatWasTakenWithoutWaitingIsThereOnceOrNot() throws Exception {
    answer(0, 0, 202, -1, -1);
    answer(0, 1, 202, -1, -1);
    topic.add(event(0, 0), 1, 7);
    assertFaults();
    assertThat(check(OPTIONS).count(OracleCount.ACCEPTED_MISSING)).isEqualTo(1);
    topic.add(event(0, 0), 1, 8);
    assertFaults(OracleCount.DUPLICATED);
  }

  @Test
  void whatWasSpooledIsThereOnceOrMore() throws Exception {
    for (int i = 0; i < 3; i++) {
      journal.sent(0, i, DURABLE);
      journal.answered(0, i, 202, ResponseNote.SPOOLED, -1, -1);
    }
    topic.add(event(0, 0), 1, 7).add(event(0, 1), 1, 8).add(event(0, 1), 1, 9);
    assertFaults(OracleCount.SPOOLED_LOST);
  }

  @Test
  void anIdThatWasSentTwiceMayBeThereTwice() throws Exception {
    answer(0, 0, 504, -1, -1);
    answer(0, 0, 201, 1, 8);
    topic.add(event(0, 0), 1, 7).add(event(0, 0), 1, 8);
    assertFaults();
    assertThat(check(OPTIONS).count(OracleCount.REPEATED)).isEqualTo(1);
  }

  @Test
  void aSecondAttemptThatWasNotWrittenGivesNoRightToASecondRecord() throws Exception {
    answer(0, 0, 504, -1, -1);
    answer(0, 0, 503, -1, -1);
    topic.add(event(0, 0), 1, 7).add(event(0, 0), 1, 8);
    assertFaults(OracleCount.DUPLICATED);
  }

  private static CheckOptions resent(TimeWindow... faults) {
    PostingMode mode = new PostingMode(OracleProtocol.HTTP1, true, false);
    return OPTIONS.withMode(mode, List.of(faults));
  }

  @Test
  void whatALookUpSaysIsAPromise() throws Exception {
    CheckOptions options =
        OPTIONS.withMode(new PostingMode(OracleProtocol.HTTP1, false, true), List.of());
    for (int i = 0; i < 4; i++) {
      answer(0, i, 504, -1, -1);
    }
    journal.lookedUp(0, 0, 200, 1, 7);
    journal.lookedUp(0, 1, 404, -1, -1);
    journal.lookedUp(0, 2, 200, 1, 8);
    journal.lookedUp(0, 3, 404, -1, -1);
    topic.add(event(0, 0), 1, 7);
    topic.add(event(0, 3), 1, 8);
    assertFaults(options, OracleCount.LOST, OracleCount.NOT_WRITTEN_FOUND);
    assertThat(check(options).count(OracleCount.SETTLED_WRITTEN)).isEqualTo(2);
  }

  @Test
  void aLookUpNamesThePlaceOfTheRecord() throws Exception {
    answer(0, 0, 504, -1, -1);
    journal.lookedUp(0, 0, 200, 1, 7);
    topic.add(event(0, 0), 1, 8);
    assertFaults(OracleCount.MISPLACED);
  }

  @Test
  void whatNoLookUpTellsIsUnsettled() throws Exception {
    CheckOptions options =
        OPTIONS.withMode(new PostingMode(OracleProtocol.HTTP1, false, true), List.of());
    answer(0, 0, 504, -1, -1);
    assertFaults(options, OracleCount.UNSETTLED);
    journal.lookedUp(0, 0, 410, -1, -1);
    assertFaults(options, OracleCount.UNSETTLED);
    journal.lookedUp(0, 0, 404, -1, -1);
    assertFaults(options);
  }

  @Test
  void withResendsAnIdIsThereOnceWhateverItsAttempts() throws Exception {
    answer(0, 0, 504, -1, -1);
    answer(0, 0, 201, 1, 8);
    topic.add(event(0, 0), 1, 7).add(event(0, 0), 1, 8);
    assertFaults(resent(), OracleCount.DUPLICATED);
  }

  @Test
  void aReplayNamesThePlaceOfTheRecord() throws Exception {
    for (int i = 0; i < 2; i++) {
      answer(0, i, 504, -1, -1);
      journal.sent(0, i, DURABLE);
      journal.answered(0, i, 201, ResponseNote.REPLAYED, 1, 7 + i);
    }
    topic.add(event(0, 0), 1, 7).add(event(0, 1), 1, 9);
    assertFaults(resent(), OracleCount.MISPLACED);
    assertThat(check(resent()).count(OracleCount.REPLAYED)).isEqualTo(2);
  }

  @Test
  void anEventThatIsSentAgainGetsAFinalOutcome() throws Exception {
    answer(0, 0, 503, -1, -1);
    journal.sent(0, 1, DURABLE);
    journal.unanswered(0, 1);
    answer(0, 1, 422, -1, -1); // Final, though wrong.
    answer(0, 2, 504, -1, -1);
    answer(0, 2, 201, 1, 7);
    topic.add(event(0, 2), 1, 7);
    assertFaults(resent(), OracleCount.UNFINISHED, OracleCount.GOOD_REFUSED);
    assertThat(check(resent()).count(OracleCount.RETRIED)).isEqualTo(2);
  }

  @Test
  void manyAttemptsAreNotForgotten() throws Exception {
    for (int i = 0; i < 20; i++) {
      answer(0, 0, 504, -1, -1);
    }
    for (int i = 0; i < 20; i++) {
      answer(0, 0, 503, -1, -1);
    }
    answer(0, 0, 201, 1, 7);
    topic.add(event(0, 0), 1, 7);
    assertFaults(resent());
  }

  @Test
  void whatWasAckedBeforeTheTopicWasDeletedIsGoneByOrder() throws Exception {
    answer(0, 0, 201, 1, 7);
    TimeWindow then = new TimeWindow(START_MILLIS - 10, START_MILLIS + 60_000);
    assertFaults(OPTIONS.withTopicDeletions(List.of(then)));
    TimeWindow before = new TimeWindow(START_MILLIS - 20, START_MILLIS - 10);
    assertFaults(OPTIONS.withTopicDeletions(List.of(before)), OracleCount.LOST);
  }

  @Test
  void anAckThatComesWhenTheTopicIsThereAgainMayBeOfTheOldOne() throws Exception {
    journal.sent(0, 0, DURABLE);
    long sentMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNanos);
    Thread.sleep(20);
    journal.answered(0, 0, 201, PLAIN, 1, 7);
    TimeWindow then = new TimeWindow(START_MILLIS - 10, START_MILLIS + sentMillis);
    assertFaults(OPTIONS.withTopicDeletions(List.of(then)));
  }

  @Test
  void anAckOfAnAttemptAfterTheDeletionIsNotExcused() throws Exception {
    answer(0, 0, 504, -1, -1);
    long sentMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNanos);
    TimeWindow then = new TimeWindow(START_MILLIS - 10, START_MILLIS + sentMillis);
    while (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - createdNanos) <= sentMillis) {
      Thread.sleep(1);
    }
    answer(0, 0, 201, 1, 7);
    assertFaults(OPTIONS.withTopicDeletions(List.of(then)), OracleCount.LOST);
  }

  @Test
  void eventsThatAnOrderlyStopAcceptedGetAResponse() throws Exception {
    journal.sent(0, 0, DURABLE);
    journal.unanswered(0, 0);
    topic.add(event(0, 0), 1, 7);
    assertFaults();
    TimeWindow then = new TimeWindow(START_MILLIS, START_MILLIS + 60_000);
    assertFaults(OPTIONS.withOrderlyStops(List.of(then)), OracleCount.STORED_UNANSWERED);
  }

  @Test
  void whatRetentionDeletedIsNotCalledLost() throws Exception {
    answer(0, 0, 201, 1, 7);
    topic.beginsAt(1, 8);
    assertFaults(OracleCount.EXPIRED);
  }

  @Test
  void othersRecordsMatterInATopicOfOurOwnOnly() throws Exception {
    topic.add("somebody", "key", new byte[] {1}, 0, 0);
    topic.add(new OracleEvent(1, 0, 0), 0, 1);
    assertFaults();
    assertThat(check(OPTIONS).count(OracleCount.FOREIGN)).isEqualTo(2);
    assertFaults(OPTIONS.ofOwnTopic(), OracleCount.INTRUDERS);
  }

  @Test
  void answersThatWereMixedUpOrUnreadableAreFaults() throws Exception {
    journal.sent(0, 0, DURABLE);
    journal.answered(0, 0, 201, ResponseNote.SWAPPED, 1, 7);
    journal.sent(0, 1, DURABLE);
    journal.answered(0, 1, 201, ResponseNote.GARBLED, -1, -1);
    answer(0, 2, 302, -1, -1);
    assertFaults(OracleCount.MIXED_UP, OracleCount.GARBLED);
  }

  @Test
  void badRequestsAreToBeRefusedAndGoodOnesNot() throws Exception {
    journal.sent(0, 0, Variant.BAD_JSON);
    journal.answered(0, 0, 400, PLAIN, -1, -1);
    assertFaults();
    journal.sent(0, 1, Variant.BAD_SCHEMA);
    journal.answered(0, 1, 202, PLAIN, -1, -1);
    answer(0, 2, 422, -1, -1);
    assertFaults(OracleCount.BAD_TAKEN, OracleCount.GOOD_REFUSED);
  }

  @Test
  void aTopicThatCannotBeReadProvesNothing() throws Exception {
    topic.unreadable("it is gone");
    assertThat(check(OPTIONS).problems()).containsExactly("it is gone, so nothing is proven");
  }

  @Test
  void aRunWithoutSuccessProvesNothing(@TempDir Path empty) throws Exception {
    assertThat(OracleCheck.check(empty, OPTIONS, new CounterRecords(), null).problems())
        .containsExactly("no request succeeded, so nothing is proven");
  }

  @Test
  void aTornJournalIsReadUpToTheTear() throws Exception {
    journal.flush();
    answer(0, 0, 201, 1, 7);
    journal.flush();
    cut(3);
    assertFaults();
    assertThat(check(OPTIONS).count(OracleCount.TORN)).isPositive();
  }

  @Test
  void aCorruptJournalProvesNothing() throws Exception {
    journal.flush();
    Path file = file();
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 5] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> OracleCheck.check(folder, OPTIONS, topic, null))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining("has a wrong sum");
  }

  private void cut(int bytes) throws IOException {
    byte[] all = Files.readAllBytes(file());
    Files.write(file(), Arrays.copyOf(all, all.length - bytes));
  }

  private Path file() {
    return folder.resolve(JournalFormat.fileName(RUN));
  }
}
