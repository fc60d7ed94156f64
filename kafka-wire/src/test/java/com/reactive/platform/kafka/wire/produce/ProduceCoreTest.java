package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProduceCoreTest {
  private final ScriptedCore script = ScriptedCore.ready();

  private static String bytes(int length) {
    return "x".repeat(length);
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 10, 11, 12, 13, 14})
  void speaksEachVersion(int version) {
    ScriptedCore fresh = new ScriptedCore();
    fresh.version = version;
    fresh.start();
    fresh.send(0, "a");
    fresh.send(1, "b");
    assertThat(fresh.last().header().apiVersion()).isEqualTo((short) Math.min(version, 13));
    assertThat(fresh.last().header().clientId()).isEqualTo("client");
    assertThat(fresh.last().data().acks()).isEqualTo((short) -1);
    assertThat(fresh.last().data().timeoutMs()).isEqualTo(1_000);
    assertThat(fresh.last().data().transactionalId()).isNull();
    fresh.answer(0, Errors.NONE);
    fresh.answer(1, Errors.NONE);
    assertThat(fresh.outcomes).containsExactly("0 acked 100", "1 acked 100");
  }

  @Test
  void sendsAllPartitionsOfABrokerInOneRequest() {
    script.append(1, "a");
    script.append(0, "b");
    script.append(1, "c");
    script.core.flush();
    assertThat(script.requests).hasSize(1);
    assertThat(script.last().batch(0).countOrNull() + script.last().batch(1).countOrNull())
        .isEqualTo(3);
    script.answer(0, Errors.NONE);
    assertThat(script.outcomes).hasSize(3);
  }

  @Test
  void sendsLargeBatchesWhole() {
    script.append(0, bytes(30_000));
    script.append(1, "small");
    script.core.flush();
    script.last().batch(0).ensureValid();
    script.last().batch(1).ensureValid();
    script.answer(0, Errors.NONE);
    assertThat(script.heldBytes()).isZero();
  }

  @Test
  void keepsRequestsWithinTheirLimit() {
    script.append(0, bytes(40_000));
    script.append(1, bytes(40_000));
    script.core.flush();
    assertThat(script.requests).hasSize(2);
    script.answer(0, Errors.NONE);
    script.answer(1, Errors.NONE);
    assertThat(script.outcomes).hasSize(2).allMatch(outcome -> outcome.contains("acked"));
  }

  @Test
  void sendsNothingBeforeFlush() {
    script.append(0, "a");
    assertThat(script.requests).isEmpty();
    script.core.flush();
    assertThat(script.requests).hasSize(1);
  }

  @Test
  void fillsTheOpenBatchWhileTheBrokerIsBusy() {
    script.send(0, "a");
    script.send(0, "b");
    script.send(0, "c");
    script.answer(0, Errors.NONE);
    assertThat(script.last().batch().countOrNull()).isEqualTo(2);
  }

  @Test
  void closesABatchThatIsFull() {
    script.append(0, bytes(10_000));
    script.append(0, bytes(10_000));
    script.core.flush();
    assertThat(script.last().batch().countOrNull()).isEqualTo(1);
  }

  @Test
  void refusesWhatDoesNotFitIntoTheBudget() {
    int appended = 0;
    while (script.append(0, bytes(1_000)) == AppendResult.APPENDED) {
      appended++;
    }
    assertThat(appended).isBetween(180, 199);
    assertThat(script.append(0, bytes(1_000))).isEqualTo(AppendResult.FULL);
    assertThat(script.core.bufferedBytes()).isLessThanOrEqualTo(200_000);
    script.core.flush();
    script.answer(0, Errors.NONE);
    assertThat(script.append(0, bytes(1_000))).isEqualTo(AppendResult.APPENDED);
  }

  @Test
  void refusesWhatFitsIntoNoRequest() {
    assertThat(script.append(0, bytes(64_000))).isEqualTo(AppendResult.TOO_LARGE);
    assertThat(script.append(0, bytes(63_500))).isEqualTo(AppendResult.APPENDED);
  }

  @Test
  void asksForMetadataThatItLacks() {
    ScriptedCore early = new ScriptedCore();
    assertThat(early.refreshes).containsExactly("t");
    assertThat(early.append(0, "a")).isEqualTo(AppendResult.NO_METADATA);
    early.view(0, 1);
    assertThat(early.topic.partitions()).isEqualTo(2);
    assertThat(early.append(2, "a")).isEqualTo(AppendResult.NO_METADATA);
    assertThat(early.append(1, "a")).isEqualTo(AppendResult.APPENDED);
  }

  @Test
  void asksForALeaderThatIsMissing() {
    script.view(-1, 0);
    script.refreshes.clear();
    script.send(0, "a");
    assertThat(script.refreshes).isNotEmpty();
    script.view(1, 0);
    script.up(1);
    assertThat(script.last().broker()).isEqualTo(1);
  }

  @Test
  void keepsKeylessRecordsTogetherUntilTheyLeave() {
    script.send(-1, "a", "b", "c");
    script.send(-1, "d", "e");
    assertThat(script.requests).hasSize(2);
    assertThat(script.requests.get(0).batch().countOrNull()).isEqualTo(3);
    assertThat(script.requests.get(1).batch().countOrNull()).isEqualTo(2);
    assertThat(script.requests.get(1).partition()).isNotEqualTo(script.requests.get(0).partition());
  }

  @Test
  void keepsKeylessRecordsAwayFromABrokerThatIsDown() {
    script.view(0, 1);
    script.core.onDisconnected(1, new IOException("refused"));
    script.send(1, "stuck");
    script.passes(200);
    script.core.onDisconnected(1, new IOException("refused"));
    for (int i = 0; i < 4; i++) {
      script.send(-1, "a");
      assertThat(script.last().partition()).isZero();
      script.answer(i, Errors.NONE);
    }
    script.passes(30_000);
    assertThat(script.outcomes).contains("0 notWritten TimeoutException");
    script.send(-1, "nothing waits there any more");
    assertThat(script.last().partition()).isZero();
    script.answer(4, Errors.NONE);
    script.up(1);
    script.send(-1, "it is back");
    assertThat(script.last().partition()).isOne();
  }

  @Test
  void keepsKeylessRecordsAwayFromABrokerThatDoesNotAnswer() {
    script.view(0, 1);
    script.up(1);
    script.send(1, "never answered");
    script.passes(11);
    script.send(1, "waits");
    for (int i = 1; i < 4; i++) {
      script.send(-1, "a");
      assertThat(script.last().partition()).isZero();
      script.answer(i, Errors.NONE);
    }
    script.answer(0, Errors.NONE);
    script.answer(4, Errors.NONE);
    script.send(-1, "a");
    assertThat(script.last().partition()).isOne();
  }

  /** They have the fate of the first: where one answer was lost, the next may be. */
  @Test
  void sendsOneRecordAheadAfterAnUnknownOutcome() {
    script.acquaint();
    script.send(0, "a");
    script.passes(10_000);
    script.lost(0);
    script.passes(20_000);
    assertThat(script.outcomes).containsExactly("1 unknown TimeoutException");
    script.send(0, "b", "c", "d");
    script.up(0);
    assertThat(script.last().batch().countOrNull()).isEqualTo(1);
    script.passes(10_000);
    script.lost(0);
    script.passes(20_000);
    assertThat(script.outcomes)
        .containsExactly(
            "1 unknown TimeoutException",
            "2 unknown TimeoutException",
            "3 notWritten TimeoutException",
            "4 notWritten TimeoutException");
    script.send(0, "e", "f", "g");
    script.up(0);
    script.answer(script.requests.size() - 1, Errors.NONE);
    assertThat(script.last().batch().countOrNull()).as("no longer in doubt").isEqualTo(2);
  }

  /** Answers may be lost on the way for longer than callers wait. */
  @Test
  void sendsNothingNewToABrokerThatOwedAnswers() {
    script.send(0, "a");
    script.passes(11);
    script.send(1, "b", "c");
    assertThat(script.requests).as("silent").hasSize(1);
    script.lost(0);
    script.passes(100);
    script.up(0);
    assertThat(script.last().partitions()).as("what may be written").containsExactly(0);
    script.lost(0);
    script.passes(5_000);
    script.up(0);
    assertThat(script.requests).hasSize(3);
    assertThat(script.last().partitions()).containsExactly(0);
    script.passes(25_000);
    assertThat(script.outcomes)
        .containsExactlyInAnyOrder(
            "0 unknown TimeoutException",
            "1 notWritten TimeoutException",
            "2 notWritten TimeoutException");
  }

  @Test
  void sendsOneRecordAheadToABrokerThatOwedAnswers() {
    script.send(0, "a");
    script.passes(30_000);
    script.lost(0);
    script.passes(1_000);
    script.up(0);
    script.send(1, "b", "c");
    assertThat(script.last().partitions()).containsExactly(1);
    assertThat(script.last().batch().countOrNull()).isEqualTo(1);
    int ahead = script.requests.size() - 1;
    script.send(0, "d");
    assertThat(script.requests).as("the others wait").hasSize(ahead + 1);
    script.answer(ahead, Errors.NONE);
    assertThat(script.last().partitions()).as("it answers").containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void pausesWhenTheBrokerAsksForIt() {
    script.send(0, "a");
    ProduceResponseData response = new ProduceResponseData().setThrottleTimeMs(500);
    script.answer(script.last(), response);
    script.passes(499);
    assertThat(script.requests).hasSize(1);
    script.passes(1);
    assertThat(script.requests).as("the batch had no answer").hasSize(2);
    assertThat(script.core.stats().throttled()).isEqualTo(1);
  }

  /** What it has not been sent is certainly not written. */
  @Test
  void sendsNoMoreToABrokerThatDoesNotAnswer() {
    script.send(0, "a");
    script.answer(script.requests.size() - 1, Errors.NONE);
    script.send(0, "b");
    script.passes(10);
    script.send(0, "c");
    assertThat(script.requests).as("within 10 ms").hasSize(3);
    script.passes(1);
    script.send(0, "d");
    script.send(1, "e");
    assertThat(script.requests).as("silent for 11 ms").hasSize(3);
    script.answer(1, Errors.NONE);
    assertThat(script.requests).as("it answers again").hasSize(4);
    assertThat(script.last().data().topicData().iterator().next().partitionData()).hasSize(2);
  }

  @Test
  void tellsHowLongEachAnswerTookByBroker() {
    script.view(0, 1);
    script.up(1);
    script.send(0, "a");
    script.passes(2);
    script.send(1, "b");
    script.passes(3);
    script.answer(1, Errors.NONE);
    script.answer(0, Errors.NONE);
    script.send(0, "c");
    script.lost(0);
    assertThat(script.answerTimes).containsExactly("1 3000000", "0 5000000");
  }

  @Test
  void tellsWhereItsRecordsAre() {
    script.send(0, "a", "b");
    script.answer(0, Errors.NONE);
    script.send(0, "c");
    script.answer(1, Errors.NOT_ENOUGH_REPLICAS);
    script.passes(1_000);
    script.answer(2, Errors.DUPLICATE_SEQUENCE_NUMBER);
    assertThat(script.outcomes).hasSize(3);
    assertThat(script.committed).containsExactly("t-0 100 +2");
  }

  @Test
  void waitsLongerForABrokerWhoseAnswersTakeLong() {
    for (int i = 0; i < 40; i++) {
      script.send(0, "a");
      script.passes(50);
      script.answer(script.requests.size() - 1, Errors.NONE);
    }
    script.send(0, "b");
    script.passes(150);
    script.send(0, "c");
    assertThat(script.requests).as("within four times its usual time").hasSize(42);
    script.passes(51);
    script.send(0, "d");
    assertThat(script.requests).hasSize(42);
  }

  @Test
  void givesUpAConnectionThatDoesNotAnswer() {
    script.send(0, "a");
    script.passes(9_999);
    assertThat(script.disconnects).isEmpty();
    script.passes(1);
    assertThat(script.disconnects).containsExactly(0);
    script.lost(0);
    script.passes(1_000);
    script.up(0);
    assertThat(script.requests).hasSize(2);
  }

  @Test
  void givesUpAConnectionThatAnswersNonsense() {
    script.send(0, "a");
    script.core.onResponse(0, 77, Unpooled.EMPTY_BUFFER);
    assertThat(script.disconnects).containsExactly(0);
    script.lost(0);
    script.passes(100);
    script.up(0);
    int correlationId = script.last().header().correlationId();
    script.core.onResponse(0, correlationId, Unpooled.wrappedBuffer(new byte[] {0, 9, 9}));
    assertThat(script.disconnects).containsExactly(0, 0);
  }

  @Test
  void connectsToLeadersBeforeTheFirstRecordAndAgainWhenLost() {
    ScriptedCore fresh = new ScriptedCore();
    fresh.view(0, 1);
    assertThat(fresh.connects).containsExactlyInAnyOrder(0, 1);
    fresh.connects.clear();
    fresh.lost(0);
    fresh.passes(99);
    assertThat(fresh.connects).isEmpty();
    fresh.passes(1);
    assertThat(fresh.connects).containsExactly(0);
    fresh.lost(0);
    fresh.passes(199);
    fresh.passes(1);
    assertThat(fresh.connects).as("pauses grow").containsExactly(0, 0);
  }

  @Test
  void failsClearlyWithABrokerThatIsTooOld() {
    ScriptedCore fresh = new ScriptedCore();
    fresh.core.onProducerId(new ProducerIdentity(5, (short) 0));
    fresh.view(0);
    fresh.send(0, "a");
    fresh.core.onConnected(0, 8);
    assertThat(fresh.outcomes).containsExactly("0 notWritten UnsupportedVersionException");
    assertThat(fresh.disconnects).containsExactly(0);
  }

  @Test
  void takesNothingMoreOnceClosed() {
    script.append(0, "a");
    script.core.close();
    assertThat(script.append(0, "b")).isEqualTo(AppendResult.CLOSED);
    assertThat(script.core.isIdle()).isFalse();
    script.answer(0, Errors.NONE);
    assertThat(script.core.isIdle()).isTrue();
    assertThat(script.outcomes).isEqualTo(List.of("0 acked 100"));
  }

  @Test
  void sendsTheNextRequestBeforeItTellsTheOutcomes() {
    List<Integer> requestsWhenTold = new ArrayList<>();
    RecordOutcomes listener =
        new RecordOutcomes() {
          @Override
          public void acked(int index, int partition, long offset) {
            requestsWhenTold.add(script.requests.size());
          }

          @Override
          public void notWritten(int index, Exception reason) {}

          @Override
          public void unknown(int index, Exception reason) {}
        };
    ProduceRecord record = new ProduceRecord().begin(1).value(new byte[1], 0, 1);
    script.core.append("t", 0, record, listener, 0);
    script.core.flush();
    script.send(0, "b");
    script.answer(0, Errors.NONE);
    assertThat(requestsWhenTold).containsExactly(2);
  }

  @Test
  void tellsTheOthersWhenAListenerThrows() {
    RecordOutcomes broken =
        new RecordOutcomes() {
          @Override
          public void acked(int index, int partition, long offset) {
            throw new IllegalStateException("as the test wants it");
          }

          @Override
          public void notWritten(int index, Exception reason) {}

          @Override
          public void unknown(int index, Exception reason) {}
        };
    ProduceRecord record = new ProduceRecord().begin(1).value(new byte[1], 0, 1);
    script.core.append("t", 0, record, broken, 0);
    script.send(0, "b");
    script.answer(0, Errors.NONE);
    assertThat(script.outcomes).containsExactly("0 acked 101");
    assertThat(script.core.isIdle()).isTrue();
  }

  @Test
  void keepsTheLongestPauseThatTheBrokerAskedFor() {
    script.acquaint();
    script.send(0, "a");
    script.send(0, "b");
    script.answer(script.requests.get(0), new ProduceResponseData().setThrottleTimeMs(500));
    script.answer(script.requests.get(1), new ProduceResponseData().setThrottleTimeMs(10));
    script.passes(499);
    assertThat(script.requests).hasSize(2);
    script.passes(1);
    assertThat(script.requests).hasSize(3);
  }
}
