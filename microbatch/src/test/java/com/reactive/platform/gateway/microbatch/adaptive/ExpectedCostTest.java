package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExpectedCostTest {
  private static final FlushLimits LIMITS = new FlushLimits(1024, 1_000_000);

  private final ExpectedCost expectation = new ExpectedCost();

  @Test
  void movesThreeTenthsOfTheWayUpAndDown() {
    see(50_000, 100);
    assertThat(latestScore()).isEqualTo(100);

    see(50_000, 200);
    assertThat(latestScore()).isCloseTo(130, within(1e-4));

    see(50_000, 30);
    assertThat(latestScore()).isCloseTo(100, within(1e-4));
  }

  @Test
  void moreThanATenthUnderIsARegression() {
    see(50_000, 100);

    assertThat(see(50_000, 91)).isFalse();
    assertThat(see(50_000, 87)).isTrue(); // of 97.3
  }

  @Test
  void lastingSlownessIsARegressionForAWhileOnly() {
    see(50_000, 100);
    int flagged = 0;
    while (see(50_000, 50)) {
      flagged++;
      assertThat(flagged).isLessThan(20);
    }
    assertThat(flagged).isBetween(4, 10);
  }

  @Test
  void whatTheLoadExplainsIsNone() {
    see(50_000, 100);

    assertThat(see(45_000, 86)).isFalse(); // in proportion to the load it is 95.6
    assertThat(see(44_900, 70)).isTrue();
  }

  @Test
  void anotherLoadHasItsOwnExpectation() {
    see(90_000, 500);

    assertThat(see(20_000, 100)).isFalse();
    assertThat(latestScore()).isEqualTo(100);
    assertThat(see(90_000, 400)).isTrue();
  }

  @Test
  void aSaturatedWindowIsNotExpectedToLookLikeAnother() {
    see(50_000, 100_000);

    assertThat(expectation.observe(window(Windows.saturated(LIMITS, 50_000)))).isFalse();
    assertThat(expectation.observe(window(Windows.saturated(LIMITS, 40_000)))).isTrue();
  }

  @Test
  void restoredItGoesOnWhereItWas() {
    expectation.restore(new ExpectedCost.Average(100, 5_000, false));

    assertThat(latestScore()).isEqualTo(100);
    assertThat(see(50_000, 80)).isTrue();
  }

  private boolean see(long events, double score) {
    return expectation.observe(window(Windows.scored(LIMITS, events, score)));
  }

  private double latestScore() {
    return expectation.latest().score();
  }

  private static Window window(Observation seen) {
    return Window.of(seen, 100_000_000, 4, 1);
  }
}
