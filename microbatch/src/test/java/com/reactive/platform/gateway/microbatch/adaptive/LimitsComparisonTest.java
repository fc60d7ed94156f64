package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsComparisonTest {
  private static final FlushLimits LIMITS = new FlushLimits(1024, 1_000_000);
  private static final long BUDGET_NANOS = 100_000_000;

  @ParameterizedTest
  @CsvSource({
    "50000, 106, BETTER",
    "50000, 104, NOT_BETTER",
    "50000, 71, NOT_BETTER",
    "50000, 69, HURTS",
    "55000, 116, BETTER", // even if all of the load's tenth is taken out
    "55000, 110, INCONCLUSIVE", // the load alone may have done that
    "55000, 104, NOT_BETTER",
    "45000, 100, INCONCLUSIVE", // in proportion to the load it is better
    "45000, 94, NOT_BETTER",
    "66000, 1000, INCONCLUSIVE", // another load
    "38000, 1000, INCONCLUSIVE",
    "500000, 69, HURTS", // far worse at any load
    "5000, 30, INCONCLUSIVE", // a tenth of the load explains it
  })
  void ofTwoLoadsThatWereServed(long events, double score, LimitsComparison verdict) {
    assertThat(compare(Windows.scored(LIMITS, events, score), Windows.scored(LIMITS, 100)))
        .isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "true, 200000, true, 100000, BETTER", // the rate is a result, not a load
    "true, 104000, true, 100000, NOT_BETTER",
    "true, 60000, true, 100000, HURTS",
    "false, 106000, true, 100000, BETTER", // it relieved the sink
    "false, 100000, true, 100000, INCONCLUSIVE", // or the load has gone
    "true, 99000, false, 100000, NOT_BETTER", // it refused what the incumbent served
    "true, 60000, false, 100000, HURTS",
    "true, 150000, false, 100000, INCONCLUSIVE", // more came than the incumbent ever saw
  })
  void ofSaturatedWindows(
      boolean saturated,
      long events,
      boolean saturatedBefore,
      long eventsBefore,
      LimitsComparison v) {
    Observation trial = Windows.of(LIMITS, events, 1_000_000_000, 1, saturated);
    Observation incumbent = Windows.of(LIMITS, eventsBefore, 1_000_000_000, 1, saturatedBefore);

    assertThat(compare(trial, incumbent)).isEqualTo(v);
  }

  @Test
  void beyondTheBudgetHurtsUnlessTheIncumbentIsThereToo() {
    Observation fine = Windows.of(LIMITS, 50_000, 1_000_000_000, BUDGET_NANOS, false);
    Observation late = Windows.of(LIMITS, 50_000, 1_000_000, BUDGET_NANOS + 1, false);
    Observation later = Windows.of(LIMITS, 50_000, 1_000_000, BUDGET_NANOS * 2, false);

    assertThat(compare(late, fine)).isEqualTo(LimitsComparison.HURTS);
    assertThat(compare(late, later)).isEqualTo(LimitsComparison.BETTER);
  }

  private static LimitsComparison compare(Observation trial, Observation incumbent) {
    return LimitsComparison.of(
        Window.of(trial, BUDGET_NANOS, 4, 2), Window.of(incumbent, BUDGET_NANOS, 4, 1));
  }
}
