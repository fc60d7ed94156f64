package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.ProduceResponseData.BatchIndexAndErrorMessage;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches that are sent on after their callers were told that the outcome is unknown. */
class SettlingTest {
  private static final long FIVE_MINUTES = TimeUnit.MINUTES.toMillis(5);

  private final ScriptedCore script = ScriptedCore.settling();

  /** Requests may take longer than records have: they are in flight when these are told. */
  private static ScriptedCore patient() {
    ProduceSettings settings = ScriptedCore.patient().settling(TimeUnit.MINUTES.toNanos(5));
    return new ScriptedCore(settings).start();
  }

  /** Records 1 and 2 went to partition 0, and nothing is heard of them any more. */
  private void sendInVain() {
    script.acquaint();
    script.send(0, "a", "b");
    script.lost(0);
    script.passes(30_000);
    assertThat(script.outcomes)
        .containsExactly("1 unknown TimeoutException", "2 unknown TimeoutException");
    assertThat(script.settlements).isEmpty();
  }

  @Test
  void settlesAsWrittenWhatTheLeaderAcknowledges() {
    sendInVain();
    script.up(0);
    script.assertSameBatch(0, 1);
    script.answer(1, Errors.NONE);
    assertThat(script.settlements).containsExactly("1 written 101", "2 written 102");
    assertThat(script.outcomes).hasSize(2);
    assertThat(script.core.isIdle()).isTrue();
    assertThat(script.heldBytes()).isZero();
    assertThat(script.core.stats().settledWritten()).isEqualTo(2);
    assertThat(script.core.stats().acked()).as("the first").isEqualTo(1);
    assertThat(script.committed).as("not what was unknown").containsExactly("t-0 100 +1");
  }

  @Test
  void settlesAsWrittenWhatTheLeaderHasButDoesNotKnowWhere() {
    sendInVain();
    script.up(0);
    script.answer(1, Errors.DUPLICATE_SEQUENCE_NUMBER);
    assertThat(script.settlements).containsExactly("1 written -1", "2 written -1");
  }

  @Test
  void asksTheNewLeader() {
    sendInVain();
    script.view(1, 1);
    script.up(1);
    script.assertSameBatch(0, 1);
    assertThat(script.last().broker()).isEqualTo(1);
    script.answer(1, Errors.NONE);
    assertThat(script.settlements).hasSize(2);
  }

  @Test
  void sendsNewBatchesBehindWithTheNumbersThatFollow() {
    sendInVain();
    script.send(0, "c");
    script.up(0);
    assertThat(script.requests).as("a and b again, alone").hasSize(2);
    script.answer(1, Errors.NONE);
    assertThat(script.last().sequence()).isEqualTo(3);
    assertThat(script.last().batch().producerEpoch()).isZero();
    script.answer(2, Errors.NONE);
    assertThat(script.outcomes).endsWith("3 acked 103");
    assertThat(script.core.stats().epochBumps()).isZero();
  }

  @Test
  void callsNotWrittenWhatCouldNotBeSentBehindThem() {
    sendInVain();
    script.send(0, "c");
    script.passes(30_000);
    assertThat(script.outcomes).endsWith("3 notWritten TimeoutException");
    script.up(0);
    script.answer(1, Errors.NOT_ENOUGH_REPLICAS);
    script.send(0, "d");
    script.passes(30_000);
    assertThat(script.outcomes).endsWith("4 notWritten TimeoutException");
  }

  @Test
  void settlesSeveralInTheirOrder() {
    script.acquaint();
    for (String value : List.of("a", "b", "c")) {
      script.send(0, value);
    }
    script.lost(0);
    script.passes(30_000);
    script.up(0);
    for (int request = 3; request < 6; request++) {
      assertThat(script.requests).hasSize(request + 1);
      script.assertSameBatch(request - 3, request);
      script.answer(request, Errors.NONE);
    }
    assertThat(script.settlements)
        .containsExactly("1 written 101", "2 written 102", "3 written 103");
  }

  @Test
  void countsAnAnswerThatComesLate() {
    ScriptedCore patient = patient();
    patient.send(0, "a");
    patient.passes(30_000);
    assertThat(patient.outcomes).containsExactly("0 unknown TimeoutException");
    patient.answer(0, Errors.NONE);
    assertThat(patient.settlements).containsExactly("0 written 100");
    assertThat(patient.requests).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Errors.class,
      names = {
        "NOT_ENOUGH_REPLICAS",
        "CORRUPT_MESSAGE",
        "TOPIC_AUTHORIZATION_FAILED",
        "MESSAGE_TOO_LARGE",
        "OUT_OF_ORDER_SEQUENCE_NUMBER",
        "INVALID_PRODUCER_EPOCH",
        "INVALID_RECORD"
      })
  void settlesAsNotWrittenWhatWasOnlyEverRefused(Errors error) {
    ScriptedCore patient = patient();
    patient.send(0, "a", "b");
    patient.passes(30_000);
    patient.answer(0, error);
    assertThat(patient.settlements).hasSize(2).allMatch(told -> told.contains("notWritten"));
    patient.passes(1_000);
    assertThat(patient.requests).as("not sent again").hasSize(1);
    assertThat(patient.core.isIdle()).isTrue();
    assertThat(patient.heldBytes()).isZero();
    assertThat(patient.core.stats().settledNotWritten()).isEqualTo(2);
  }

  @Test
  void settlesAllRecordsOfABatchAlikeThoughOnlyOneIsRefused() {
    ScriptedCore patient = patient();
    patient.send(0, "a", "bad");
    patient.passes(30_000);
    patient.answer(
        0,
        part ->
            part.setErrorCode(Errors.INVALID_RECORD.code())
                .setRecordErrors(List.of(new BatchIndexAndErrorMessage().setBatchIndex(1))));
    assertThat(patient.settlements).hasSize(2).allMatch(told -> told.contains("notWritten"));
  }

  /** The answer to the second attempt says nothing of the first, whose answer was lost. */
  @ParameterizedTest
  @EnumSource(Errors.class)
  void neverSettlesAsNotWrittenWhatMayBe(Errors error) {
    sendInVain();
    script.up(0);
    script.answer(1, error);
    script.passes(FIVE_MINUTES);
    assertThat(script.settlements).hasSize(2).noneMatch(told -> told.contains("notWritten"));
    assertThat(script.core.isIdle()).isTrue();
    assertThat(script.heldBytes()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Errors.class,
      names = {"OUT_OF_ORDER_SEQUENCE_NUMBER", "UNKNOWN_PRODUCER_ID", "UNKNOWN_SERVER_ERROR"})
  void goesOnUnderTheNextEpochOnceTheNumbersTellNothing(Errors error) {
    sendInVain();
    script.send(0, "c");
    script.up(0);
    script.answer(1, error);
    assertThat(script.settlements).hasSize(2).allMatch(told -> told.contains("unsettled"));
    script.passes(1_000);
    assertThat(script.last().batch().producerEpoch()).isEqualTo((short) 1);
    assertThat(script.last().sequence()).isZero();
    script.answer(2, Errors.NONE);
    assertThat(script.outcomes).endsWith("3 acked 100");
  }

  @Test
  void givesUpAfterItsTime() {
    sendInVain();
    script.passes(FIVE_MINUTES - 1);
    assertThat(script.settlements).isEmpty();
    assertThat(script.core.isIdle()).isFalse();
    script.passes(1);
    assertThat(script.settlements)
        .containsExactly("1 unsettled TimeoutException", "2 unsettled TimeoutException");
    assertThat(script.core.isIdle()).isTrue();
    assertThat(script.heldBytes()).isZero();
    assertThat(script.core.stats().unsettled()).isEqualTo(2);
  }

  /** By then the broker may have forgotten the producer, and would write the batch once more. */
  @Test
  void sendsNothingAgainAfterItsTimeThoughTheTimerIsLate() {
    sendInVain();
    script.passesUnnoticed(FIVE_MINUTES);
    script.up(0);
    assertThat(script.requests).hasSize(1);
    script.passes(0);
    assertThat(script.settlements).hasSize(2).allMatch(told -> told.contains("unsettled"));
  }

  @Test
  void tellsOneSettlementThoughAnAnswerFollows() {
    ProduceSettings settings = ScriptedCore.patient().settling(TimeUnit.SECONDS.toNanos(5));
    ScriptedCore patient = new ScriptedCore(settings).start();
    patient.acquaint();
    patient.send(0, "a");
    patient.passes(35_000);
    assertThat(patient.outcomes).containsExactly("1 unknown TimeoutException");
    assertThat(patient.settlements).containsExactly("1 unsettled TimeoutException");
    assertThat(patient.core.isIdle()).as("owes an answer").isFalse();
    patient.answer(0, Errors.NONE);
    assertThat(patient.settlements).hasSize(1);
    patient.send(0, "b");
    assertThat(patient.last().sequence()).isEqualTo(2);
    assertThat(patient.last().batch().producerEpoch()).isZero();
  }

  @Test
  void givesUpWhatManyConnectionsWereLostWith() {
    sendInVain();
    for (int attempt = 1; attempt <= 5; attempt++) {
      assertThat(script.settlements).isEmpty();
      script.up(0);
      assertThat(script.requests).hasSize(1 + attempt);
      script.lost(0);
      script.passes(1_000);
    }
    assertThat(script.settlements)
        .containsExactly("1 unsettled NetworkException", "2 unsettled NetworkException");
  }

  @Test
  void keepsTryingWhileNoBrokerIsThere() {
    sendInVain();
    for (int second = 0; second < 100; second++) {
      script.lost(0);
      script.passes(1_000);
    }
    assertThat(script.settlements).isEmpty();
  }

  /** The budget is an eighth of 200,000. */
  @Test
  void givesUpTheOldestBeyondTheBudget() {
    script.acquaint();
    for (int i = 0; i < 3; i++) {
      script.send(0, "x".repeat(10_000));
    }
    script.lost(0);
    script.passes(30_000);
    assertThat(script.outcomes).hasSize(3);
    assertThat(script.settlements).containsExactly("1 unsettled TimeoutException");
    assertThat(script.core.stats().settlingBytes()).isBetween(20_000L, 25_000L);
    assertThat(script.core.bufferedBytes()).as("new records have all of theirs").isZero();
    script.up(0);
    script.answer(3, Errors.NONE);
    script.answer(4, Errors.NONE);
    assertThat(script.settlements).endsWith("2 written 102", "3 written 103");
    assertThat(script.core.stats().settlingBytes()).isZero();
    assertThat(script.core.stats().settlingRecords()).isZero();
    script.send(0, "new");
    assertThat(script.last().batch().producerEpoch()).as("behind a gap").isEqualTo((short) 1);
  }

  @Test
  void keepsKeylessRecordsAway() {
    script.view(0, 1);
    script.up(1);
    sendInVain();
    for (int i = 0; i < 5; i++) {
      byte[] value = {(byte) i};
      ProduceRecord record = new ProduceRecord().begin(1_000).value(value, 0, 1);
      script.core.append(script.topic, -1, record, script, 10 + i);
      script.core.flush();
      assertThat(script.last().partition()).isEqualTo(1);
      script.answer(script.requests.size() - 1, Errors.NONE);
    }
  }

  @Test
  void isIdleOnlyOnceAllIsSettled() {
    sendInVain();
    script.core.close();
    assertThat(script.core.isIdle()).isFalse();
    script.up(0);
    script.answer(1, Errors.NONE);
    assertThat(script.core.isIdle()).isTrue();
  }

  @Test
  void leavesUnsettledWhatIsAborted() {
    sendInVain();
    script.view(0, 1);
    script.up(1);
    script.send(1, "c");
    script.core.abort(new IOException("stop"));
    assertThat(script.outcomes).endsWith("3 unknown IOException");
    assertThat(script.settlements)
        .containsExactlyInAnyOrder(
            "1 unsettled IOException", "2 unsettled IOException", "3 unsettled IOException");
    assertThat(script.heldBytes()).isZero();
    assertThat(script.core.stats().settlingBytes()).isZero();
  }

  @Test
  void doesNotSendToATopicThatWasMadeAnew() {
    sendInVain();
    script.recreate(1, 1);
    assertThat(script.settlements)
        .containsExactly(
            "1 unsettled UnknownTopicIdException", "2 unsettled UnknownTopicIdException");
    script.up(1);
    assertThat(script.requests).hasSize(1);
    script.send(0, "c");
    assertThat(script.last().batch().producerEpoch()).isEqualTo((short) 1);
  }
}
