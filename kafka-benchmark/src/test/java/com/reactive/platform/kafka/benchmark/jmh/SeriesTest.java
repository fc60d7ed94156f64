package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeriesTest {
  @Test
  void theMedianIsTheMiddleOneOrBetweenTheMiddleTwo() {
    assertThat(new Series(30, 10, 20).median()).isEqualTo(20);
    assertThat(new Series(40, 10, 20, 30).median()).isEqualTo(25);
    assertThat(new Series(7).median()).isEqualTo(7);
    assertThat(new Series().median()).isNaN();
  }

  @Test
  void theDeviationIsThatOfTheRoundFarthestFromTheMedian() {
    assertThat(new Series(10, 12, 20).deviation()).isEqualTo(8);
    assertThat(new Series(1, 12, 20).deviation()).isEqualTo(11);
    assertThat(new Series(7).deviation()).isNaN();
  }

  @Test
  void ratiosAreMadeRoundByRound() {
    // The machine ran at a half in the second round and at a fifth in the third.
    Series subject = new Series(60, 30, 12);
    Series floor = new Series(100, 50, 20);

    assertThat(subject.by(floor).rounds()).containsExactly(0.6, 0.6, 0.6);
    // The ratio of the medians would be 1.
    assertThat(new Series(10, 20, 90).by(new Series(20, 80, 10)).median()).isEqualTo(0.5);
  }

  @Test
  void aRoundWithoutAFigureDoesNotCount() {
    Series series = new Series(10, Double.NaN, 30);

    assertThat(series.median()).isEqualTo(20);
    assertThat(series.deviation()).isEqualTo(10);
    assertThat(series.by(new Series(10, 10, Double.NaN)).median()).isEqualTo(1);
    assertThat(series.by(new Series()).median()).isNaN();
  }
}
