package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {
  private static final long BUDGET_NANOS = 100_000_000;
  private static final FlushLimits LIMITS = new FlushLimits(1024, 1_000_000);

  @ParameterizedTest
  @CsvSource({
    "within the budget,      1000000000, 100000000, false, 50000",
    "twice the budget,       1000000000, 200000000, false, 12500",
    "saturated: all 4 cores, 1000000000, 100000000, true,  1250",
    "saturated and unknown,  -1,         100000000, true,  1250",
    "saturated and late,     1000000000, 200000000, true,  1250",
    "more CPU than cores,    80000000000, 1,        true,  625",
  })
  void scoresEventsPerCpuSecond(
      String what, long cpuNanos, long p99Nanos, boolean saturated, double score) {
    Window window = window(Windows.of(LIMITS, 50_000, cpuNanos, p99Nanos, saturated));

    assertThat(window.score()).as(what).isCloseTo(score, within(1e-6));
    assertThat(window.eventsPerSecond()).isEqualTo(5_000);
    assertThat(window.overBudget()).isEqualTo(!saturated && p99Nanos > BUDGET_NANOS);
  }

  @ParameterizedTest
  @CsvSource({
    "too few events, 9, 1, 1",
    "negative events, -5, 1, 1",
    "CPU unknown, 50, -1, 1",
    "no CPU spent, 50, 0, 1",
    "p99 unknown, 50, 1, -1",
  })
  void cannotBeJudged(String what, long events, long cpuNanos, long p99Nanos) {
    assertThat(window(Windows.of(LIMITS, events, cpuNanos, p99Nanos, false))).as(what).isNull();
  }

  @Test
  void cannotBeJudgedIfItWasNotSteadyOrHasNoLength() {
    Observation fine = Windows.of(LIMITS, 10, 1, 0, false);

    assertThat(window(fine)).isNotNull();
    assertThat(window(Windows.unsteady(fine))).isNull();
    assertThat(window(new Observation(Windows.LEVEL, LIMITS, 10, 10, 0, 1, 0, false, true)))
        .isNull();
  }

  @Test
  void bytesOnTheWireCountInPlaceOfThoseOfTheEventsIfTheyAreKnown() {
    OutsideCost megabytes = new OutsideCost(0, 1_000_000_000);
    Observation known =
        new Observation(
            Windows.LEVEL,
            LIMITS,
            1_000,
            400_000,
            10L * 1_000_000_000,
            1_000_000,
            1,
            -1,
            10,
            100_000,
            false,
            true);
    Observation unknown =
        new Observation(
            Windows.LEVEL,
            LIMITS,
            1_000,
            400_000,
            10L * 1_000_000_000,
            1_000_000,
            1,
            -1,
            10,
            false,
            true);

    assertThat(Window.of(known, BUDGET_NANOS, 4, megabytes, 1).score())
        .isCloseTo(1_000 / (0.001 + 0.1), within(1e-6));
    assertThat(Window.of(unknown, BUDGET_NANOS, 4, megabytes, 1).score())
        .isCloseTo(1_000 / (0.001 + 0.4), within(1e-6));
  }

  private static Window window(Observation seen) {
    return Window.of(seen, BUDGET_NANOS, 4, 1);
  }
}
