package com.reactive.platform.kafka.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 µs",
    "0.0421, 0.042 µs",
    "4.5, 4.50 µs",
    "12.44, 12.4 µs",
    "999.4, 999 µs",
    "999.9, 1.00 ms",
    "1240, 1.24 ms",
    "999950, 1.00 s",
    "90000000, 90.0 s",
    "NaN, –",
    "Infinity, –"
  })
  void aTimeHasTheUnitThatFits(double micros, String text) {
    assertThat(Format.micros(micros)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"81204.4, '81,204'", "9.96, 9.96", "99.96, 100", "0, 0"})
  void aRateIsWholeWhereItIsLarge(double rate, String text) {
    assertThat(Format.digits(rate)).isEqualTo(text);
  }

  @Test
  void othersHaveUnitsToo() {
    assertThat(Format.ratio(1.317)).isEqualTo("×1.32");
    assertThat(Format.change(0.833)).isEqualTo("−16.7 %");
    assertThat(Format.percent(0.949)).isEqualTo("94.9 %");
    assertThat(Format.percent(0.9996)).isEqualTo("100 %");
    assertThat(Format.seconds(94.2)).isEqualTo("94.2 s");
    assertThat(Format.seconds(185)).isEqualTo("3 min 05 s");
    assertThat(Format.seconds(179.7)).isEqualTo("3 min 00 s");
    assertThat(Format.seconds(119.6)).isEqualTo("2 min 00 s");
  }
}
