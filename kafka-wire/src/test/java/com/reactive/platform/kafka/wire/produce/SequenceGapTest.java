package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/**
 * Numbered batches that are refused, or given up, and what becomes of those behind them: cases of
 * Kafka's SenderTest and TransactionManagerTest, see DESIGN.md.
 */
class SequenceGapTest {
  private final ScriptedCore script = ScriptedCore.ready();

  @Test
  void bumpsTheEpochWhenTheHeadIsOutOfOrder() {
    script.acquaint();
    script.send(0, "a");
    script.send(0, "b");
    script.answer(0, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    script.answer(1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    script.passes(1_000);
    assertThat(script.last().batch().producerEpoch()).isEqualTo((short) 1);
    assertThat(script.last().sequence()).isZero();
    script.answer(2, Errors.NONE);
    assertThat(script.last().sequence()).isEqualTo(1);
    script.answer(3, Errors.NONE);
    assertThat(script.outcomes).containsExactly("1 acked 100", "2 acked 101");
  }

  @Test
  void doesNotSendUnderANewEpochWhatMayBeWritten() {
    script.acquaint();
    script.send(0, "a");
    script.send(0, "b");
    script.loseAndReconnect();
    script.append(0, "c");
    script.core.flush();
    script.answer(2, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    assertThat(script.outcomes).containsExactly("1 unknown OutOfOrderSequenceException");
    script.passes(1_000);
    script.assertSameBatch(1, 3);
    script.answer(3, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    script.passes(1_000);
    assertThat(script.last().batch().producerEpoch()).isEqualTo((short) 1);
    assertThat(script.last().batch().countOrNull()).isEqualTo(1);
    script.answer(4, Errors.NONE);
    assertThat(script.outcomes).last().isEqualTo("3 acked 100");
  }

  @Test
  void expiresUnsentBatchesWithoutAGap() {
    ScriptedCore unconnected = new ScriptedCore();
    unconnected.core.onProducerId(new ProducerIdentity(5, (short) 0));
    unconnected.view(0);
    unconnected.send(0, "a");
    unconnected.passes(30_000);
    assertThat(unconnected.outcomes).containsExactly("0 notWritten TimeoutException");
    unconnected.up(0);
    unconnected.send(0, "b");
    assertThat(unconnected.last().sequence()).isZero();
    assertThat(unconnected.last().batch().producerEpoch()).isZero();
  }

  @Test
  void holdsNewBatchesWhileAnExpiredOneIsUnresolved() {
    script.acquaint();
    script.send(0, "a");
    script.passes(10);
    script.send(0, "b");
    script.passes(9_990);
    script.loseAndReconnect();
    script.passes(9_000);
    script.lost(0);
    script.passes(10_900);
    assertThat(script.outcomes).containsExactly("1 unknown TimeoutException");
    script.append(0, "c");
    script.up(0);
    assertThat(script.last().sequence()).as("b, again").isEqualTo(2);
    script.core.flush();
    int requests = script.requests.size();
    script.answer(requests - 1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    script.passes(1_000);
    assertThat(script.outcomes).contains("2 unknown OutOfOrderSequenceException");
    assertThat(script.last().batch().producerEpoch()).isEqualTo((short) 1);
    assertThat(script.last().sequence()).isZero();
  }

  @Test
  void bumpsTheEpochWhenAllSentBatchesExpire() {
    script.acquaint();
    script.send(0, "a");
    script.loseAndReconnect();
    script.lost(0);
    script.passes(31_000);
    script.up(0);
    script.send(0, "b");
    assertThat(script.last().batch().producerEpoch()).isEqualTo((short) 1);
    assertThat(script.last().sequence()).isZero();
  }

  @Test
  void keepsTheNumbersWhenAnAbandonedBatchIsAcknowledgedAfterAll() {
    ScriptedCore patient = new ScriptedCore(ScriptedCore.patient()).start();
    patient.acquaint();
    patient.send(0, "a");
    patient.passes(30_000);
    assertThat(patient.outcomes).containsExactly("1 unknown TimeoutException");
    assertThat(patient.core.isIdle()).isFalse();
    patient.answer(0, Errors.NONE);
    assertThat(patient.core.isIdle()).isTrue();
    assertThat(patient.outcomes).hasSize(1);
    assertThat(patient.heldBytes()).isZero();
    patient.send(0, "b");
    assertThat(patient.last().sequence()).isEqualTo(2);
    assertThat(patient.last().batch().producerEpoch()).isZero();
  }

  @Test
  void takesANewProducerIdWhenTheEpochIsExhausted() {
    ScriptedCore worn = new ScriptedCore();
    worn.core.onProducerId(new ProducerIdentity(5, Short.MAX_VALUE));
    worn.view(0);
    worn.up(0);
    worn.send(0, "a");
    worn.answer(0, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    worn.passes(100);
    assertThat(worn.idsRequested).isEqualTo(2);
    worn.core.onProducerId(new ProducerIdentity(6, (short) 0));
    assertThat(worn.last().batch().producerId()).isEqualTo(6);
    assertThat(worn.last().sequence()).isZero();
  }

  @Test
  void usesTheNumbersAgainOfWhatWasRefused() {
    script.acquaint();
    script.send(0, "a");
    script.answer(0, Errors.TOPIC_AUTHORIZATION_FAILED);
    script.passes(100);
    script.send(0, "b");
    assertThat(script.outcomes).containsExactly("1 notWritten TopicAuthorizationException");
    assertThat(script.last().sequence()).isEqualTo(1);
    assertThat(script.last().batch().producerEpoch()).isZero();
  }

  @Test
  void numbersTheFollowersAnewWhenTheFirstIsRefused() {
    script.acquaint();
    script.send(0, "a");
    script.send(0, "b");
    script.answer(0, Errors.CLUSTER_AUTHORIZATION_FAILED);
    script.answer(1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    script.passes(1_000);
    assertThat(script.last().batch().countOrNull()).isEqualTo(1);
    script.answer(2, Errors.NONE);
    assertThat(script.outcomes).hasSize(2).contains("1 notWritten ClusterAuthorizationException");
    assertThat(script.outcomes.get(1)).startsWith("2 acked");
  }
}
