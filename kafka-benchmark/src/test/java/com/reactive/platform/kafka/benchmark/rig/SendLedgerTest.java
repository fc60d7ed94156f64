package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SendLedgerTest {
  private static final int SENDS = 600_000;

  private final SendLedger ledger = new SendLedger(SENDS);

  @Test
  void countsAreThoseOfTheStates() {
    Random random = new Random(1);
    int[] states = new int[SENDS];
    for (int send = 0; send < SENDS; send++) {
      assertThat(ledger.prepare(send)).isTrue();
      states[send] = random.nextInt(4);
      if (states[send] != SendLedger.OPEN) {
        ledger.settle(send, states[send]);
      }
    }
    for (int round = 0; round < 200; round++) {
      int from = random.nextInt(SENDS);
      int to = from + random.nextInt(Math.min(SENDS - from, 1 + random.nextInt(300_000)));
      int state = random.nextInt(4);
      long expected = 0;
      for (int send = from; send < to; send++) {
        expected += states[send] == state ? 1 : 0;
      }
      assertThat(ledger.count(from, to, state)).isEqualTo(expected);
    }
    assertThat(ledger.state(77)).isEqualTo(states[77]);
  }

  @Test
  void onlyTheFirstOutcomeOfASendCounts() {
    ledger.prepare(5);
    assertThat(ledger.settle(5, SendLedger.NOT_WRITTEN)).isTrue();
    assertThat(ledger.settle(5, SendLedger.ACKED)).isFalse();
    assertThat(ledger.state(5)).isEqualTo(SendLedger.NOT_WRITTEN);
    assertThat(ledger.state(4)).isEqualTo(SendLedger.OPEN);
  }

  @Test
  void whatWasNeverMadeHasNoOutcome() {
    ledger.prepare(0);
    assertThat(ledger.settle(-1, SendLedger.ACKED)).isFalse();
    assertThat(ledger.settle(500_000, SendLedger.ACKED)).isFalse();
    assertThat(ledger.settle(1L << 40, SendLedger.ACKED)).isFalse();
    assertThat(ledger.settledFrom(0)).isZero();
    assertThat(ledger.settle(3, SendLedger.ACKED)).isTrue(); // the chunk is there
    assertThat(ledger.settledFrom(1)).isEqualTo(1);
    assertThat(ledger.settledFrom(4)).isZero();
  }

  @Test
  void itIsBounded() {
    assertThat(new SendLedger(1).prepare(262_143)).isTrue();
    assertThat(new SendLedger(1).prepare(262_144)).isFalse();
  }

  @Test
  void ofTwoThreadsExactlyOneIsFirst() throws InterruptedException {
    AtomicInteger firsts = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    Thread[] threads = new Thread[2];
    ledger.prepare(0);
    for (int i = 0; i < threads.length; i++) {
      int outcome = i + 1;
      threads[i] =
          new Thread(
              () -> {
                awaitUninterrupted(go);
                for (int send = 0; send < 200_000; send++) {
                  firsts.addAndGet(ledger.settle(send, outcome) ? 1 : 0);
                }
              });
      threads[i].start();
    }
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(firsts).hasValue(200_000);
    assertThat(
            ledger.count(0, 200_000, SendLedger.ACKED)
                + ledger.count(0, 200_000, SendLedger.NOT_WRITTEN))
        .isEqualTo(200_000);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
