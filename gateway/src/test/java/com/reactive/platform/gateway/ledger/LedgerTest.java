package com.reactive.platform.gateway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Ledger.Snapshot;
import com.reactive.platform.gateway.ledger.Outcome.Category;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LedgerTest {
  private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

  private final Ledger ledger = new Ledger();

  @Test
  void aNewLedgerIsEmptyAndBalanced() {
    Snapshot snapshot = ledger.snapshot(0);
    assertThat(snapshot.received()).isZero();
    assertThat(snapshot.inFlight()).isZero();
    assertThat(snapshot.ended()).containsOnlyKeys(Outcome.values());
    assertThat(snapshot.ended().values()).containsOnly(0L);
    assertThat(snapshot.balanced()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aRequestIsInFlightUntilItEnds(Outcome outcome) {
    ledger.received();
    assertThat(ledger.snapshot(0).inFlight()).isEqualTo(1);
    assertThat(ledger.snapshot(0).balanced()).isTrue();
    ledger.refused(outcome);
    Snapshot snapshot = ledger.snapshot(0);
    assertThat(snapshot.received()).isEqualTo(1);
    assertThat(snapshot.inFlight()).isZero();
    assertThat(snapshot.ended().get(outcome)).isEqualTo(1);
    for (Category category : Category.values()) {
      assertThat(snapshot.total(category)).isEqualTo(category == outcome.category() ? 1 : 0);
    }
    assertThat(snapshot.balanced()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "ACKED, ACKED",
    "NOT_WRITTEN, FAILED",
    "UNKNOWN, FAILED",
    "INTERNAL, FAILED",
    "FULL, SHED",
    "KAFKA_UNAVAILABLE, SHED",
    "DRAINING, SHED",
    "MALFORMED, REJECTED",
    "TOO_LARGE, REJECTED",
    "HEADERS_TOO_LARGE, REJECTED",
    "MEDIA_TYPE, REJECTED",
    "SCHEMA, REJECTED",
    "NOT_FOUND, REJECTED",
    "METHOD, REJECTED",
    "TIMEOUT, REJECTED",
    "DISCONNECTED, REJECTED"
  })
  void everyOutcomeIsATermOfTheSum(Outcome outcome, Category category) {
    assertThat(outcome.category()).isEqualTo(category);
  }

  @Test
  void theTermsAddUp() {
    int number = 0;
    for (Outcome outcome : Outcome.values()) {
      number++;
      for (int i = 0; i < number; i++) {
        ledger.received();
        ledger.refused(outcome);
      }
    }
    ledger.received();
    Snapshot snapshot = ledger.snapshot(0);
    long sum = snapshot.inFlight();
    for (Category category : Category.values()) {
      sum += snapshot.total(category);
    }
    assertThat(snapshot.received()).isEqualTo(number * (number + 1L) / 2 + 1).isEqualTo(sum);
    assertThat(snapshot.balanced()).isTrue();
  }

  @Test
  void aSnapshotStaysAsItWas() {
    ledger.received();
    Snapshot before = ledger.snapshot(0);
    ledger.refused(Outcome.ACKED);
    assertThat(before.inFlight()).isEqualTo(1);
    assertThat(before.total(Category.ACKED)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "3, 1, 2, true",
    "3, 1, 1, false",
    "3, 1, 3, false",
    "3, 0, 2, false",
    "2, 1, 2, false"
  })
  void aSumThatDoesNotHoldIsDetected(long received, long inFlight, long acked, boolean balanced) {
    Map<Outcome, Long> ended = new EnumMap<>(Map.of(Outcome.ACKED, acked));
    assertThat(new Snapshot(received, 0, inFlight, ended).balanced()).isEqualTo(balanced);
  }

  @Test
  void anAcceptedEventIsInFlightAsLongAsTheBatcherHoldsIt() {
    ledger.received();
    ledger.accepted();
    assertThat(ledger.snapshot(1).inFlight()).isEqualTo(1);
    assertThat(ledger.snapshot(1).balanced()).isTrue();
    assertThat(ledger.snapshot(0).balanced()).as("the batcher has lost it").isFalse();
    ledger.completed(Outcome.ACKED);
    assertThat(ledger.snapshot(0).balanced()).isTrue();
  }

  /** The very faults that the sum is there to find: a request that is counted out twice. */
  @Test
  void aRequestThatIsRefusedTwiceIsDetected() {
    ledger.received();
    ledger.refused(Outcome.FULL);
    ledger.refused(Outcome.MALFORMED);
    assertThat(ledger.snapshot(0).balanced()).isFalse();
  }

  @Test
  void anEventThatIsCompletedTwiceIsDetected() {
    ledger.received();
    ledger.accepted();
    ledger.completed(Outcome.ACKED);
    ledger.completed(Outcome.UNKNOWN);
    assertThat(ledger.snapshot(0).balanced()).isFalse();
  }

  @Test
  @Timeout(300)
  void nothingIsLostBetweenThreads() throws InterruptedException {
    int each = 50_000;
    Thread[] threads = new Thread[4];
    CountDownLatch start = new CountDownLatch(1);
    for (int t = 0; t < threads.length; t++) {
      Outcome outcome = OUTCOMES.get(t);
      threads[t] =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (InterruptedException e) {
                  return;
                }
                for (int i = 0; i < each; i++) {
                  ledger.received();
                  ledger.refused(outcome);
                }
              });
      threads[t].start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    Snapshot snapshot = ledger.snapshot(0);
    assertThat(snapshot.received()).isEqualTo(4L * each);
    assertThat(snapshot.inFlight()).isZero();
    for (int t = 0; t < threads.length; t++) {
      assertThat(snapshot.ended().get(OUTCOMES.get(t))).isEqualTo(each);
    }
  }
}
