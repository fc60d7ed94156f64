package com.reactive.platform.kafka.benchmark.jmh;

import static com.reactive.platform.kafka.benchmark.jmh.JmhResults.add;
import static com.reactive.platform.kafka.benchmark.jmh.JmhResults.rounds;
import static com.reactive.platform.kafka.benchmark.jmh.JmhResults.score;
import static com.reactive.platform.kafka.benchmark.jmh.JmhResults.with;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JmhRoundsTest {
  @Test
  void theMedianIsTheMiddleOneOrBetweenTheMiddleTwo() {
    assertThat(JmhRounds.median(30, 10, 20)).isEqualTo(20);
    assertThat(JmhRounds.median(40, 10, 20, 30)).isEqualTo(25);
    assertThat(JmhRounds.median(7)).isEqualTo(7);
    assertThat(JmhRounds.median(10, Double.NaN, 30)).isEqualTo(20);
    assertThat(JmhRounds.median()).isNaN();
  }

  @Test
  void theDeviationIsThatOfTheRoundFarthestFromTheMedian() {
    assertThat(JmhRounds.deviation(10, 12, 20)).isEqualTo(8);
    assertThat(JmhRounds.deviation(1, 12, 20)).isEqualTo(11);
    assertThat(JmhRounds.deviation(10, Double.NaN, 30)).isEqualTo(10);
    assertThat(JmhRounds.deviation(7)).isNaN();
  }

  @Test
  void ratiosAreMadeRoundByRoundAndAFailedRoundLeavesTheOthersInTheirPlaces() {
    // The machine ran at a tenth in the second round.
    JmhRounds rounds = rounds("floor", "bulk");
    for (double speed : new double[] {1, 0.1, 1}) {
      add(rounds, "floor", score(100 * speed));
      if (speed < 1) {
        rounds.fail(JmhResults.run(rounds, "bulk"), "it broke");
      } else {
        add(rounds, "bulk", score(50));
      }
    }

    assertThat(rounds.ratios("bulk", "floor")).containsExactly(0.5, Double.NaN, 0.5);
    assertThat(rounds.ratios("bulk", "ring.fast")).isEmpty();
    assertThat(rounds.failures())
        .containsExactly(
            "DeliveredBenchmark.messages{subject=StripedBatcher-bulk, writers=1}: it broke");
  }

  @Test
  void oneRunServesSeveralRows() {
    JmhRounds rounds = rounds("delivered.handle.2", "delivered.handle.2.share");
    add(
        rounds,
        "delivered.handle.2.share",
        with(with(score(45), "·quickestNanos", 2), "bothNanos", 5));

    assertThat(rounds.values("delivered.handle.2")).containsExactly(45);
    assertThat(rounds.values("delivered.handle.2.share")).containsExactly(0.4);
    assertThat(rounds.bytes("delivered.handle.2")).containsExactly(Double.NaN);
    assertThat(rounds.jdk()).isEqualTo("17 (a JVM 17+1)");
  }
}
