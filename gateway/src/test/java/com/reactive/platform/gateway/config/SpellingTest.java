package com.reactive.platform.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
  @ParameterizedTest
  @CsvSource({
    "a, a, 0",
    "'', abc, 3",
    "abc, '', 3",
    "kitten, sitting, 3",
    "port, prot, 2",
    "ab, b, 1"
  })
  void theDistanceIsTheFewestChangesOfOneLetter(String from, String to, int distance) {
    assertThat(Spelling.distance(from, to)).isEqualTo(distance);
  }

  @Test
  void theNearestIsMeantIfItIsNear() {
    List<String> known = List.of("http.port", "http.host", "kafka.max-block-ms");
    assertThat(Spelling.hint("http.prt", known)).isEqualTo("; did you mean 'http.port'?");
    assertThat(Spelling.hint("kafka.max_block_ms", known))
        .isEqualTo("; did you mean 'kafka.max-block-ms'?");
    assertThat(Spelling.hint("admin.token", known)).isEmpty();
    assertThat(Spelling.hint("speed", List.of())).isEmpty();
  }
}
