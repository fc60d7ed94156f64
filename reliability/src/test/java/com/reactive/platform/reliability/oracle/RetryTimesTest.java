package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RetryTimesTest {
  private static final OracleEvent EVENT = new OracleEvent(7, 1, 2);

  private final Violations findings = new Violations();
  private final RetryTimes times =
      new RetryTimes(List.of(new TimeWindow(1_000, 2_000), new TimeWindow(1_500, 6_000)), findings);

  private void sentAgain(long firstMillis, long finalMillis) {
    times.outcome(EVENT, false, firstMillis);
    times.outcome(EVENT, false, firstMillis + 10);
    times.outcome(EVENT, true, finalMillis);
  }

  private void assertLate(long count) {
    assertThat(findings.count(OracleCount.RETRIED_LATE)).isEqualTo(count);
  }

  @Test
  void whileAFaultIsInForceNothingIsLate() {
    sentAgain(1_100, 5_900); // The first is healed long since, the second is not.
    assertLate(0);
  }

  @Test
  void aSecondAfterTheLastHealingIsLate() {
    sentAgain(1_100, 7_000);
    assertLate(0);
    sentAgain(1_100, 7_001);
    assertLate(1);
  }

  @Test
  void withoutAFaultTheFirstOutcomeCounts() {
    sentAgain(60_000, 61_000);
    assertLate(0);
    sentAgain(60_000, 61_001);
    assertLate(1);
  }

  @Test
  void onlyEventsThatWereSentAgainCount() {
    times.outcome(EVENT, true, 60_000);
    assertThat(findings.count(OracleCount.RETRIED)).isZero();
    sentAgain(60_000, 60_100);
    times.end();
    assertThat(findings.count(OracleCount.RETRIED)).isEqualTo(1);
    assertThat(findings.count(OracleCount.UNFINISHED)).isZero();
    times.outcome(EVENT, false, 70_000);
    times.end();
    assertThat(findings.count(OracleCount.UNFINISHED)).isEqualTo(1);
  }
}
