package com.reactive.platform.kafka.wire.produce;

import static com.reactive.platform.kafka.wire.produce.ScriptedCore.TOPIC_ID;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.wire.produce.ScriptedCore.Request;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.message.ProduceResponseData.BatchIndexAndErrorMessage;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/**
 * The cases of Kafka's SenderTest and TransactionManagerTest that concern idempotence: DESIGN.md.
 */
class SenderCasesTest {
  private final ScriptedCore script = ScriptedCore.ready();

  @Test
  void numbersBatchesInARow() {
    script.acquaint();
    script.send(0, "a", "b");
    script.send(0, "c");
    assertThat(script.requests).extracting(Request::sequence).containsExactly(1, 3);
    script.answer(0, Errors.NONE);
    script.answer(1, Errors.NONE);
    assertThat(script.outcomes).containsExactly("1 acked 101", "2 acked 102", "3 acked 103");
  }

  @Test
  void sendsOneBatchUntilTheLeaderHasAcknowledgedOne() {
    script.send(0, "a");
    script.send(0, "b");
    assertThat(script.requests).hasSize(1);
    script.answer(0, Errors.NONE);
    assertThat(script.requests).hasSize(2);
  }

  @Test
  void hasAtMostFiveBatchesUnanswered() {
    script.acquaint();
    for (String value : List.of("a", "b", "c", "d", "e", "f", "g")) {
      script.send(0, value);
    }
    assertThat(script.requests).hasSize(5);
    script.answer(0, Errors.NONE);
    assertThat(script.requests).hasSize(6);
    assertThat(script.last().batch().countOrNull()).as("f and g").isEqualTo(2);
  }

  @Test
  void sendsSeveralAgainInOrderOneAtATime() {
    script.acquaint();
    script.send(0, "a");
    script.send(0, "b");
    script.send(0, "c");
    script.loseAndReconnect();
    script.send(0, "d");
    assertThat(script.requests).hasSize(4);
    script.assertSameBatch(0, 3);
    script.answer(3, Errors.NONE);
    assertThat(script.requests).hasSize(5);
    script.assertSameBatch(1, 4);
    script.answer(4, Errors.NONE);
    assertThat(script.requests).as("the last, and behind it the new one").hasSize(7);
    script.assertSameBatch(2, 5);
    assertThat(script.last().sequence()).isEqualTo(4);
  }

  @Test
  void sendsAgainBehindTheHeadWhatCameOutOfOrder() {
    script.acquaint();
    script.send(0, "a");
    script.send(0, "b");
    script.answer(0, Errors.NOT_ENOUGH_REPLICAS);
    script.answer(1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    script.passes(100);
    assertThat(script.requests).hasSize(3);
    script.assertSameBatch(0, 2);
    script.answer(2, Errors.NONE);
    script.assertSameBatch(1, 3);
    script.answer(3, Errors.NONE);
    assertThat(script.outcomes).containsExactly("1 acked 101", "2 acked 102");
    assertThat(script.core.stats().epochBumps()).isZero();
  }

  @Test
  void acknowledgesASecondThatSucceedsBeforeTheFirst() {
    script.acquaint();
    script.send(0, "a");
    script.send(0, "b");
    script.answer(0, Errors.REQUEST_TIMED_OUT);
    script.answer(1, Errors.NONE);
    assertThat(script.outcomes).containsExactly("2 acked 102");
    script.passes(100);
    script.assertSameBatch(0, 2);
    script.answer(2, part -> part.setErrorCode(Errors.NONE.code()).setBaseOffset(101));
    assertThat(script.outcomes).contains("1 acked 101");
    assertThat(script.core.stats().offsetsBackwards()).isZero();
  }

  @Test
  void sendsNothingNewThatWouldMakeTheLeaderForgetAnUnresolvedBatch() {
    script.acquaint();
    for (String value : List.of("a", "b", "c", "d", "e")) {
      script.send(0, value);
    }
    script.answer(0, Errors.REQUEST_TIMED_OUT);
    for (int acked = 1; acked < 5; acked++) {
      script.answer(acked, Errors.NONE);
    }
    script.send(0, "f");
    script.passes(100);
    assertThat(script.requests).as("the first again, alone").hasSize(6);
    script.assertSameBatch(0, 5);
    script.answer(5, Errors.NONE);
    assertThat(script.last().sequence()).isEqualTo(6);
  }

  @Test
  void splitsABatchThatIsTooLargeAndKeepsItsNumbers() {
    script.acquaint();
    script.send(0, "a", "b", "c");
    script.answer(0, Errors.MESSAGE_TOO_LARGE);
    assertThat(script.last().sequence()).isEqualTo(1);
    assertThat(script.last().batch().countOrNull()).isEqualTo(1);
    script.answer(1, Errors.NONE);
    assertThat(script.last().sequence()).isEqualTo(2);
    assertThat(script.last().batch().countOrNull()).isEqualTo(2);
    script.answer(2, Errors.NONE);
    assertThat(script.outcomes).containsExactly("1 acked 101", "2 acked 102", "3 acked 103");
    assertThat(script.heldBytes()).isZero();
  }

  @Test
  void makesSmallerBatchesOnceOneWasTooLarge() {
    script.acquaint();
    String kilobyte = "x".repeat(1_000);
    script.send(0, kilobyte, kilobyte, kilobyte, kilobyte);
    script.answer(0, Errors.MESSAGE_TOO_LARGE);
    script.answer(1, Errors.NONE);
    script.answer(2, Errors.NONE);
    script.send(1, kilobyte, kilobyte, kilobyte, kilobyte);
    assertThat(script.last().batch().countOrNull()).isEqualTo(2);
    assertThat(script.core.stats().splits()).isEqualTo(1);
  }

  @Test
  void learnsNothingFromASingleRecordThatIsTooLarge() {
    script.acquaint();
    script.send(0, "x".repeat(10_000));
    script.answer(0, Errors.MESSAGE_TOO_LARGE);
    script.send(0, "a".repeat(4_000), "b".repeat(4_000));
    assertThat(script.last().batch().countOrNull()).isEqualTo(2);
  }

  @Test
  void doesNotSplitWhatHasExpired() {
    ScriptedCore patient = new ScriptedCore(ScriptedCore.patient()).start();
    patient.send(0, "a", "b");
    patient.passes(30_000);
    patient.answer(0, Errors.MESSAGE_TOO_LARGE);
    assertThat(patient.requests).hasSize(1);
    assertThat(patient.outcomes).hasSize(2).allMatch(outcome -> outcome.contains("unknown"));
    assertThat(patient.heldBytes()).isZero();
  }

  @Test
  void refusesOnlyTheRecordsThatTheBrokerNames() {
    script.acquaint();
    script.send(0, "a", "bad", "c");
    script.answer(
        0,
        part ->
            part.setErrorCode(Errors.INVALID_RECORD.code())
                .setErrorMessage("some are bad")
                .setRecordErrors(List.of(new BatchIndexAndErrorMessage().setBatchIndex(1))));
    assertThat(script.outcomes).containsExactly("2 notWritten InvalidRecordException");
    assertThat(script.last().sequence()).isEqualTo(1);
    assertThat(script.last().batch().countOrNull()).isEqualTo(2);
    script.answer(1, Errors.NONE);
    assertThat(script.outcomes).endsWith("1 acked 101", "3 acked 102");
  }

  @Test
  void waitsForTheOldLeadersAnswersBeforeItAsksTheNewOne() {
    script.acquaint();
    script.send(0, "a");
    script.send(0, "b");
    script.view(1, 0);
    script.up(1);
    script.answer(0, Errors.NOT_LEADER_OR_FOLLOWER);
    script.passes(999);
    assertThat(script.requests).hasSize(2);
    script.answer(1, Errors.NOT_LEADER_OR_FOLLOWER);
    script.passes(1_000);
    assertThat(script.requests).hasSize(3);
    assertThat(script.last().broker()).isEqualTo(1);
    script.assertSameBatch(0, 2);
  }

  @Test
  void followsTheLeaderThatTheAnswerNames() {
    script.up(0);
    script.send(0, "a");
    script.refreshes.clear();
    script.answer(
        0,
        part -> {
          part.setErrorCode(Errors.NOT_LEADER_OR_FOLLOWER.code());
          part.currentLeader().setLeaderId(2).setLeaderEpoch(99);
        });
    assertThat(script.refreshes).isEmpty();
    assertThat(script.connects).endsWith(2);
    script.up(2);
    assertThat(script.last().broker()).as("without a pause").isEqualTo(2);
  }

  @Test
  void waitsForAProducerId() {
    ScriptedCore early = new ScriptedCore();
    early.view(0);
    early.up(0);
    early.send(0, "a");
    assertThat(early.requests).isEmpty();
    early.core.onProducerId(new ProducerIdentity(1, (short) 0));
    assertThat(early.requests).hasSize(1);
  }

  @Test
  void failsWhatWaitsForAProducerIdThatIsNotToBeHad() {
    ScriptedCore early = new ScriptedCore();
    early.view(0);
    early.up(0);
    early.send(0, "a");
    early.core.onProducerIdFailed(new ClusterAuthorizationException("no"));
    assertThat(early.outcomes).containsExactly("0 notWritten ClusterAuthorizationException");
    early.send(0, "b");
    assertThat(early.idsRequested).isEqualTo(2);
  }

  @Test
  void identifiesTopicsByIdFromVersion13On() {
    script.version = 13;
    script.view(1, 1);
    script.up(1);
    script.send(0, "a");
    assertThat(script.last().data().topicData().iterator().next().topicId()).isEqualTo(TOPIC_ID);
    script.answer(0, Errors.NONE);
    assertThat(script.outcomes).containsExactly("0 acked 100");
  }

  @Test
  void tellsTheFateOfEachRecordWhenAborted() {
    script.send(0, "sent");
    script.send(0, "waiting");
    script.core.abort(new IOException("stop"));
    assertThat(script.outcomes)
        .containsExactlyInAnyOrder("0 unknown IOException", "1 notWritten IOException");
    assertThat(script.disconnects).containsExactly(0);
    assertThat(script.append(0, "late")).isEqualTo(AppendResult.CLOSED);
    assertThat(script.heldBytes()).isZero();
  }
}
