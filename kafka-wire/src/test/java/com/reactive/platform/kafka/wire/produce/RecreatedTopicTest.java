package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** A topic is deleted and made anew, and the partitions that it has then. */
class RecreatedTopicTest {
  private final ScriptedCore script = ScriptedCore.ready();

  @Test
  void forgetsPartitionsThatATopicMadeAnewDoesNotHave() {
    script.view(0, 0, 0, 0);
    script.recreate(0, 0);
    assertThat(script.topic.partitions()).isEqualTo(2);
    assertThat(script.append(2, "a")).isEqualTo(AppendResult.NO_METADATA);
    for (int i = 0; i < 20; i++) {
      byte[] key = {(byte) i};
      ProduceRecord record = new ProduceRecord().begin(1).key(key, 0, 1).value(key, 0, 1);
      script.core.append(script.topic, -1, record, script, i);
    }
    script.core.flush();
    script.answer(0, Errors.NONE);
    assertThat(script.outcomes).hasSize(20).allMatch(outcome -> outcome.contains("acked"));
  }

  @Test
  void tellsWhatBecameOfTheRecordsOfAPartitionThatIsNoMore() {
    script.view(0, 0, 1);
    script.send(2, "a");
    script.recreate(0, 0);
    script.passes(30_000);
    assertThat(script.outcomes).containsExactly("0 notWritten TimeoutException");
    script.core.close();
    assertThat(script.core.isIdle()).isTrue();
  }

  @Test
  void sendsToPartitionsThatComeBack() {
    script.view(0, 0, 0);
    script.recreate(0, 0);
    script.view(0, 0, 0);
    script.view(0, 0);
    assertThat(script.topic.partitions()).as("the last view is of a broker behind").isEqualTo(3);
    script.send(2, "a");
    script.answer(0, Errors.NONE);
    assertThat(script.outcomes).containsExactly("0 acked 100");
  }

  @Test
  void sendsAgainWhatTheTopicThatIsGoneHasAcknowledged() {
    script.version = 13;
    script.lost(0);
    script.passes(100);
    script.up(0);
    script.send(0, "a");
    script.recreate(0, 0);
    script.answer(0, Errors.NONE);
    assertThat(script.outcomes).isEmpty();
    script.assertSameBatch(0, 1);
    script.answer(1, Errors.NONE);
    assertThat(script.outcomes).containsExactly("0 acked 100");
  }
}
