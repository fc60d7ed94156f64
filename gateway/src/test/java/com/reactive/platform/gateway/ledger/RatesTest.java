package com.reactive.platform.gateway.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatesTest {
  private static final long SECOND = 1_000_000_000L;

  private final Rates rates = new Rates();

  @Test
  void oneSampleIsNoRate() {
    assertThat(rates.receivedPerSecond()).isZero();
    assertThat(rates.ackedPerSecond()).isZero();
    rates.sample(snapshot(100, 50), 5 * SECOND);
    assertThat(rates.receivedPerSecond()).isZero();
    assertThat(rates.ackedPerSecond()).isZero();
  }

  @Test
  void theRateIsTheGrowthPerSecondThatPassed() {
    rates.sample(snapshot(100, 50), 0);
    rates.sample(snapshot(160, 80), 2 * SECOND);
    assertThat(rates.receivedPerSecond()).isEqualTo(30, within(1e-9));
    assertThat(rates.ackedPerSecond()).isEqualTo(15, within(1e-9));
  }

  /** nanoTime starts anywhere, below zero and close to its overflow too. */
  @ParameterizedTest
  @ValueSource(longs = {0, -5 * SECOND, Long.MAX_VALUE - SECOND / 2})
  void theClockMayStartAnywhere(long start) {
    rates.sample(snapshot(0, 0), start);
    rates.sample(snapshot(10, 5), start + SECOND);
    assertThat(rates.receivedPerSecond()).isEqualTo(10, within(1e-9));
    assertThat(rates.ackedPerSecond()).isEqualTo(5, within(1e-9));
  }

  @Test
  void whatIsOlderThanTenSecondsIsForgotten() {
    long received = 0;
    for (int second = 0; second <= 30; second++) {
      received += second <= 20 ? 1_000 : 7;
      rates.sample(snapshot(received, received), second * SECOND);
    }
    assertThat(rates.receivedPerSecond()).isEqualTo(7, within(1e-9));
    assertThat(rates.ackedPerSecond()).isEqualTo(7, within(1e-9));
  }

  @Test
  void tenSecondsAreRemembered() {
    for (int second = 0; second <= 10; second++) {
      rates.sample(snapshot(second == 0 ? 0 : 500, 0), second * SECOND);
    }
    assertThat(rates.receivedPerSecond()).isEqualTo(50, within(1e-9));
    rates.sample(snapshot(500, 0), 11 * SECOND);
    assertThat(rates.receivedPerSecond()).isZero();
  }

  @Test
  void onlyAckedEventsCountAsAcked() {
    rates.sample(snapshot(0, 0), 0);
    Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      ended.put(outcome, 100L);
    }
    rates.sample(new Ledger.Snapshot(1_600, 0, 0, ended), SECOND);
    assertThat(rates.ackedPerSecond()).isEqualTo(100, within(1e-9));
  }

  @Test
  void twoSamplesOfTheSameMomentDivideByNothing() {
    rates.sample(snapshot(1, 1), SECOND);
    rates.sample(snapshot(1, 1), SECOND);
    assertThat(rates.receivedPerSecond()).isZero();
  }

  private static Ledger.Snapshot snapshot(long received, long acked) {
    Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
    ended.put(Outcome.ACKED, acked);
    return new Ledger.Snapshot(received, 0, received - acked, ended);
  }
}
