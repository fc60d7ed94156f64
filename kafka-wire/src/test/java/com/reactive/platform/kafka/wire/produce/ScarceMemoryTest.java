package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** Netty's memory runs out for a while: what was there already is told its outcome all the same. */
class ScarceMemoryTest {
  private final ScriptedCore script = ScriptedCore.ready();

  @Test
  void sendsARequestOnceThereIsMemoryForIt() {
    script.acquaint();
    script.append(0, "a");
    script.append(1, "b");
    script.allocator.exhausted = true;
    script.core.flush();
    script.passes(100);
    assertThat(script.requests).isEmpty();
    script.allocator.exhausted = false;
    script.passes(200);
    assertThat(script.requests).hasSize(1);
    script.answer(0, Errors.NONE);
    assertThat(script.outcomes).hasSize(2).allMatch(outcome -> outcome.contains("acked"));
    assertThat(script.heldBytes()).isZero();
  }

  @Test
  void whatFindsNoMemoryInTimeIsNotWritten() {
    script.send(0, "a");
    script.answer(0, Errors.NONE);
    script.append(0, "b");
    script.allocator.exhausted = true;
    script.core.flush();
    script.passes(30_000);
    assertThat(script.outcomes).last().isEqualTo("1 notWritten TimeoutException");
    script.allocator.exhausted = false;
    script.send(0, "c");
    assertThat(script.last().sequence()).as("the numbers were not used").isEqualTo(1);
    script.answer(1, Errors.NONE);
    assertThat(script.heldBytes()).isZero();
  }

  @Test
  void sendsWithoutCompressionWhatItCannotCompress() {
    ScriptedCore gzip =
        new ScriptedCore(ScriptedCore.settings(5, Compression.gzip().build())).start();
    gzip.append(0, "x".repeat(1_000));
    gzip.allocator.exhausted = true;
    gzip.core.flush();
    gzip.allocator.exhausted = false;
    gzip.passes(100);
    assertThat(gzip.requests).hasSize(1);
    gzip.answer(0, Errors.NONE);
    assertThat(gzip.outcomes).containsExactly("0 acked 100");
    assertThat(gzip.heldBytes()).isZero();
  }

  @Test
  void readsTheRestOfAnAnswerWhenAPartFails() {
    script.acquaint();
    script.append(0, "a");
    script.append(0, "b");
    script.append(1, "c");
    script.core.flush();
    script.allocator.exhausted = true;
    try {
      script.answer(0, Errors.MESSAGE_TOO_LARGE);
    } catch (OutOfMemoryError e) {
      // The halves of the first part have no room. This ends the connection, as any error would.
    }
    script.allocator.exhausted = false;
    script.loseAndReconnect();
    for (int i = 1; i < script.requests.size(); i++) {
      script.answer(i, Errors.NONE);
    }
    assertThat(script.outcomes).hasSize(3);
    assertThat(script.core.isIdle()).isTrue();
    assertThat(script.heldBytes()).isZero();
  }

  @Test
  void leavesABatchAsItWasWhenARecordCannotBeAppended() {
    script.append(0, "a");
    ProduceRecord tooShort = new ProduceRecord().begin(1_000).value(new byte[3], 0, 100);
    assertThatThrownBy(() -> script.core.append(script.topic, 0, tooShort, script, 9))
        .isInstanceOf(IndexOutOfBoundsException.class);
    script.append(0, "b");
    script.core.flush();
    script.last().batch().ensureValid();
    assertThat(script.last().batch()).hasSize(2);
  }
}
