package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OracleEventTest {
  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void anIdNamesItsEvent() {
    OracleEvent event = new OracleEvent(-2, 0x7abc, Integer.MAX_VALUE);

    assertThat(event.id()).isEqualTo("offfffffffffffffe-7abc-7fffffff").hasSize(31);
    assertThat(OracleEvent.parse(ascii(event.id()))).contains(event);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0123456789abcdef0123456789abcdef",
        "xfffffffffffffffe-7abc-7fffffff",
        "offfffffffffffffg-7abc-7fffffff",
        "offfffffffffffffe-7ABC-7fffffff",
        "offfffffffffffffe-7abc-ffffffff",
        "offfffffffffffffe-+abc-7fffffff",
        "offfffffffffffffe_7abc-7fffffff"
      })
  void otherIdsAreNotOurs(String id) {
    assertThat(OracleEvent.parse(ascii(id))).isEmpty();
    assertThat(OracleEvent.parse(null)).isEmpty();
  }

  @Test
  void contentsAreOfOneLengthAndDiffer() {
    Set<Integer> values = new HashSet<>();
    Set<String> customers = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      OracleEvent event = new OracleEvent(42, i % 7, i);
      assertThat(event.customer()).hasSize(OracleEvent.CUSTOMER_CHARS);
      assertThat(Integer.toString(event.value())).hasSize(10);
      values.add(event.value());
      customers.add(event.customer());
    }
    assertThat(values).hasSizeGreaterThan(9_900);
    assertThat(customers).hasSizeGreaterThan(5_000);
  }
}
