package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whether pauses cost rate. A flight begins every half pause; times are nanoseconds. */
class PauseTollTest {
  private static final long PAUSE = 8_000_000;

  private final SplittableRandom random = new SplittableRandom(5);
  private long now = Long.MAX_VALUE - 100 * PAUSE; // may overflow
  private double messages;
  private final PauseToll toll = new PauseToll(() -> Math.round(messages));

  /** Share of the flights that may be followed by a pause. */
  private double run(int flights, double withPauses, double without) {
    int allowed = 0;
    for (int i = 0; i < flights; i++) {
      now += PAUSE / 2;
      messages += (toll.allows() ? withPauses : without) * (0.9 + random.nextDouble() / 5);
      toll.flightBegins(now, PAUSE);
      allowed += toll.allows() ? 1 : 0;
    }
    return (double) allowed / flights;
  }

  @Test
  void pausesThatCostNothingStay() {
    assertThat(run(2_000, 20, 20)).isGreaterThan(0.9);
    assertThat(run(20_000, 20, 20)).as("with fewer probes").isGreaterThan(0.98);
  }

  @Test
  void pausesThatCostRateEndSoonAndStayAway() {
    run(300, 20, 30);
    assertThat(run(1_000, 20, 30)).isLessThan(0.1);
    assertThat(run(20_000, 20, 30)).as("with fewer probes").isLessThan(0.02);
  }

  @Test
  void anotherLoadIsFoundOut() {
    run(4_000, 20, 20);
    run(8_000, 20, 30);
    assertThat(run(2_000, 20, 30)).isLessThan(0.1);
    run(3_000, 20, 20);
    assertThat(run(2_000, 20, 20)).isGreaterThan(0.9);
  }

  @Test
  void anotherLoadBeginsWithPauses() {
    run(1_000, 20, 30);
    assertThat(toll.allows()).isFalse();
    run(400, 2, 2);
    assertThat(run(1_000, 2, 2)).isGreaterThan(0.9);
  }

  /** A round whose short part happens to be under the next load already. */
  @Test
  void aLoadThatGrowsIsNotTakenForTheTollOfPauses() {
    for (int flights = 0; flights < 400; flights += 7) {
      run(flights, 2, 2);
      assertThat(run(200, 20, 20)).as("after %d flights", flights).isGreaterThan(0.8);
    }
  }

  @Test
  void whatComesInBurstsProvesNothing() {
    int allowed = 0;
    for (int i = 0; i < 20_000; i++) {
      double burst = random.nextInt(20) == 0 ? 40 : 0;
      allowed += run(1, burst, burst) > 0 ? 1 : 0;
    }
    assertThat(allowed).isGreaterThan(16_000);
  }

  @Test
  void fewMessagesProveNothing() {
    assertThat(run(400, 0.5, 0.7)).isGreaterThan(0.9);
  }

  /** A trial of another H changes it twice: that must not begin all anew each time. */
  @Test
  void whatWasFoundOutOfAnHIsRemembered() {
    run(1_000, 20, 30);
    assertThat(toll.allows()).isFalse();
    toll.flightBegins(now, PAUSE / 2);
    toll.flightBegins(now, PAUSE);
    assertThat(run(40, 20, 30)).isLessThan(0.2);
  }

  /** There is no rate without pauses yet to remember it by. */
  @Test
  void aVerdictIsRememberedFromItsFirstMoment() {
    int flights = 0;
    while (run(1, 20, 30) > 0 || !isVerdict()) {
      flights++;
      assertThat(flights).isLessThan(5_000);
    }
    toll.flightBegins(now, PAUSE / 2);
    toll.flightBegins(now, PAUSE);
    assertThat(run(40, 20, 30)).isLessThan(0.2);
  }

  /** A probe is over after some flights, a verdict is not. */
  private boolean isVerdict() {
    return run(12, 20, 30) == 0;
  }

  @Test
  void ofAnotherLoadNothingIsRemembered() {
    run(1_000, 20, 30);
    toll.flightBegins(now, PAUSE / 2);
    int before = toll.epoch();
    toll.flightBegins(now, PAUSE);
    run(400, 2, 2);
    assertThat(toll.epoch()).isGreaterThan(before + 1);
    assertThat(run(1_000, 2, 2)).isGreaterThan(0.9);
  }

  @Test
  void anotherPauseIsFreeAtFirst() {
    run(1_000, 20, 30);
    assertThat(toll.allows()).isFalse();
    toll.flightBegins(now, PAUSE / 2);
    assertThat(toll.allows()).isTrue();
  }
}
