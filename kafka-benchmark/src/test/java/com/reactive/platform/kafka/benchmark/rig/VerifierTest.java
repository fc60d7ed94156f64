package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two lanes of 100 sends, two messages each; all but three are acknowledged. */
class VerifierTest {
  private static final long TAG = 42;
  private static final int SENDS = 100;
  private static final int NOT_WRITTEN = 10;
  private static final int UNKNOWN = 20;
  private static final int OPEN = 30;

  private final MessageFormat format = new MessageFormat(TAG, 40, Payload.RANDOM);
  private final List<SentMessages> lanes = List.of(lane(), lane());
  private final Verifier verifier =
      new Verifier(
          MemoryLog.reader(40),
          format,
          2,
          lanes,
          new RecordChecks(
              new Destination("t", "all", MemoryLog.reader(40)), topic -> 1, 0, 2, lanes));

  @Test
  void whatFitsIsVerifiedWithOrWithoutTheUnknown() {
    land(0, UNKNOWN, OPEN);
    land(1);
    Verification verification = verifier.verify(SENDS - 1 + SENDS - 3, "");

    assertThat(verification.verified()).as(verification.detail()).isTrue();
    assertThat(verification.sent()).isEqualTo(400);
    assertThat(verification.acked()).isEqualTo(388);
    assertThat(verification.notWritten()).isEqualTo(4);
    assertThat(verification.unknown()).isEqualTo(4);
    assertThat(verification.found()).isEqualTo(392);
    assertThat(verification.detail()).isEmpty();
  }

  @Test
  void aTornMessageIsDamagedAndLost() {
    landAll();
    byte[] torn = message(TAG, 0, 2 * SENDS - 1);
    torn[39] ^= 1;
    verifier.accept(MemoryLog.record(torn));
    assertWrong(0, 0, 1, "phantom: 1 damaged");
  }

  @Test
  void aMessageCutOffOrOfAnotherPayloadIsDamaged() {
    landAll();
    byte[] whole = message(TAG, 0, 2 * SENDS - 1);
    verifier.accept(MemoryLog.record(Arrays.copyOf(whole, 24)));
    verifier.accept(MemoryLog.record(Arrays.copyOf(whole, 32)));
    byte[] other = new byte[40];
    new MessageFormat(TAG, 40, Payload.CONSTANT).write(other, 0, 0, 2 * SENDS - 1, 0);
    verifier.accept(MemoryLog.record(other));
    assertWrong(0, 0, 3, "phantom: 3 damaged");
  }

  @Test
  void aMissingMessageIsLost() {
    landAllBut(7);
    verifier.accept(MemoryLog.record(message(TAG, 0, 14)));
    assertWrong(1, 0, 0, "lost: the first is message 15 of lane 0");
  }

  @Test
  void aMessageTooOftenIsDuplicated() {
    landAll();
    verifier.accept(MemoryLog.record(message(TAG, 1, 3)));
    verifier.accept(MemoryLog.record(message(TAG, 1, 3)));
    Verification verification = verifier.verify(verifier.records(), "");
    assertThat(verification.verified()).isFalse();
    assertThat(verification.duplicated()).isEqualTo(2);
  }

  @Test
  void anotherRunsMessageIsAPhantom() {
    landAll();
    verifier.accept(MemoryLog.record(message(TAG + 1, 0, 3)));
    byte[] shorter = new byte[30];
    new MessageFormat(TAG + 1, 30, Payload.CONSTANT).write(shorter, 0, 0, 4, 0);
    verifier.accept(MemoryLog.record(shorter));
    assertWrong(0, 0, 2, "phantom: 2 of another run");
  }

  @Test
  void aMessageThatWasNeverSentIsAPhantom() {
    landAll();
    verifier.accept(MemoryLog.record(message(TAG, 0, 2 * SENDS)));
    verifier.accept(MemoryLog.record(message(TAG, 2, 0)));
    verifier.accept(MemoryLog.record(message(TAG, 0, 1L << 47)));
    assertWrong(0, 0, 3, "phantom: 3 never sent");
  }

  @Test
  void aMessageThatWasNotWrittenIsAPhantom() {
    landAll();
    verifier.accept(MemoryLog.record(message(TAG, 0, 2 * NOT_WRITTEN)));
    assertWrong(0, 0, 1, "phantom: 1 said to be not written");
  }

  @Test
  void recordsThatCannotBeReadAreNotVerified() {
    landAll();
    Verification fewer = verifier.verify(verifier.records() + 1, "");
    assertThat(fewer.verified()).isFalse();
    assertThat(fewer.detail()).contains("by its offsets the log has");
    Verification unreadable = verifier.verify(verifier.records(), "could not be read to the end");
    assertThat(unreadable.verified()).isFalse();
    assertThat(unreadable.detail()).isEqualTo("could not be read to the end");
  }

  @Test
  void whatCannotBeReadIsNotLost() {
    land(0);
    Verification verification = verifier.verify(verifier.records(), "could not be read");
    assertThat(verification.verified()).isFalse();
    assertThat(verification.lost()).isZero();
    assertThat(verification.detail())
        .isEqualTo("could not be read, so nothing is known of 194 acknowledged messages");
  }

  private void assertWrong(long lost, long duplicated, long phantom, String detail) {
    Verification verification = verifier.verify(verifier.records(), "");
    assertThat(verification.verified()).isFalse();
    assertThat(verification.lost()).isEqualTo(lost);
    assertThat(verification.duplicated()).isEqualTo(duplicated);
    assertThat(verification.phantom()).isEqualTo(phantom);
    assertThat(verification.detail()).contains(detail);
  }

  private void landAll() {
    landAllBut(-1);
  }

  /** All acknowledged ones, but for one send of lane 0. */
  private void landAllBut(int send) {
    for (int i = 0; i < SENDS; i++) {
      if (i != send && i != NOT_WRITTEN && i != UNKNOWN && i != OPEN) {
        verifier.accept(record(0, i));
      }
    }
    land(1);
  }

  /** A lane's acknowledged sends, and these. */
  private void land(int lane, int... others) {
    for (int i = 0; i < SENDS; i++) {
      if (i != NOT_WRITTEN && i != UNKNOWN && i != OPEN) {
        verifier.accept(record(lane, i));
      }
    }
    for (int other : others) {
      verifier.accept(record(lane, other));
    }
  }

  private org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]> record(
      int lane, int send) {
    byte[] value = new byte[80];
    format.write(value, 0, lane, 2L * send, 0);
    format.write(value, 40, lane, 2L * send + 1, 0);
    return MemoryLog.record(value);
  }

  private static byte[] message(long tag, int lane, long sequence) {
    byte[] value = new byte[40];
    new MessageFormat(tag, 40, Payload.RANDOM).write(value, 0, lane, sequence, 0);
    return value;
  }

  private static SentMessages lane() {
    SendLedger ledger = new SendLedger(SENDS);
    ledger.prepare(0);
    for (int send = 0; send < SENDS; send++) {
      switch (send) {
        case NOT_WRITTEN -> ledger.settle(send, SendLedger.NOT_WRITTEN);
        case UNKNOWN -> ledger.settle(send, SendLedger.UNKNOWN);
        case OPEN -> {}
        default -> ledger.settle(send, SendLedger.ACKED);
      }
    }
    return new SentMessages(ledger, SENDS, new Samples());
  }
}
