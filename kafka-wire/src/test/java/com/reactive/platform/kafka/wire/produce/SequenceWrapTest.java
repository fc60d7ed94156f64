package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The numbers of a partition's records go on from 0 after 2^31 - 1. */
class SequenceWrapTest {
  private static final int MAX = Integer.MAX_VALUE;

  private final ScriptedCore script = ScriptedCore.ready();

  /** The next record has the last number but one. */
  @BeforeEach
  void count() {
    script.acquaint();
    BatchPool pool = new BatchPool(script.allocator, ScriptedCore.SETTINGS, System::nanoTime);
    RecordBatch many = pool.open(RecordBatch.OVERHEAD, RecordBatch.OVERHEAD, 0);
    many.records = MAX - 2;
    script.topic.partitions[0].sequence.seal(many);
    pool.releaseBytes(many);
  }

  @Test
  void batchesFollowEachOther() {
    script.send(0, "a", "b", "c");
    script.send(0, "d");
    assertThat(script.requests.get(0).sequence()).isEqualTo(MAX - 1);
    assertThat(script.requests.get(0).batch().lastSequence()).isZero();
    assertThat(script.requests.get(1).sequence()).isEqualTo(1);
  }

  @Test
  void theHalvesOfABatchHaveItsNumbers() {
    script.send(0, "a", "b", "c", "d");
    script.answer(0, Errors.MESSAGE_TOO_LARGE);
    script.passes(100);
    assertThat(script.requests.get(1).sequence()).isEqualTo(MAX - 1);
    script.answer(1, Errors.NONE);
    assertThat(script.requests.get(2).sequence()).isZero();
    script.answer(2, Errors.NONE);
    script.send(0, "e");
    assertThat(script.last().sequence()).isEqualTo(2);
  }

  @Test
  void whatWasRefusedLeavesItsNumbersToTheNext() {
    script.send(0, "a", "b", "c");
    script.answer(0, Errors.TOPIC_AUTHORIZATION_FAILED);
    script.passes(100);
    script.send(0, "d");
    assertThat(script.last().sequence()).isEqualTo(MAX - 1);
    assertThat(script.last().batch().producerEpoch()).isZero();
  }
}
