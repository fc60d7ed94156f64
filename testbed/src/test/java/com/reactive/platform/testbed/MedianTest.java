package com.reactive.platform.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MedianTest {
  @Test
  void ofAnOddNumberItIsTheMiddleOneAndOfAnEvenNumberTheMeanOfTheMiddleTwo() {
    assertThat(Median.of(3, 1, 2)).isEqualTo(2);
    assertThat(Median.of(4, 1, 2, 3)).isEqualTo(2.5);
    assertThat(Median.of(7)).isEqualTo(7);
    assertThat(Median.of()).isNaN();
  }

  @Test
  void theFiguresStayAsTheyAre() {
    double[] figures = {3, 1, 2};
    Median.of(figures);
    assertThat(figures).containsExactly(3, 1, 2);
  }
}
