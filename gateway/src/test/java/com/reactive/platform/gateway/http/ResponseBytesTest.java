package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseBytesTest {
  private final ResponseBytes bytes = new ResponseBytes();

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        9,
        10,
        99,
        100,
        1_234_567_890,
        -1,
        -10,
        Integer.MAX_VALUE,
        999_999_999_999_999_999L,
        1_000_000_000_000_000_000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE
      })
  void numbersAreDecimal(long number) {
    bytes.addByte('<').addNumber(number).addByte('>');
    assertThat(text()).isEqualTo("<" + number + ">");
  }

  @Test
  void numbersFitAtTheEndOfTheBuffer() {
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      bytes.addNumber(Long.MIN_VALUE).addByte(',');
      expected.append(Long.MIN_VALUE).append(',');
    }
    assertThat(text()).isEqualTo(expected.toString());
  }

  /** Two lines of a head, or its end, cannot be made of one. */
  @Test
  void aHeaderIsOneLineWhateverItsValue() {
    bytes.addHeader("vary", "a\r\nb: c\r\n\r\nd\n\u0000\u007f\t\u00e4\u010d\u010a");
    assertThat(text()).isEqualTo("vary: a??b: c????d???\t???\r\n");
  }

  @Test
  void whatWasAddedIsGoneWhenCleared() {
    bytes.add(new byte[1 << 20]);
    bytes.clear();
    assertThat(bytes.array()).as("a huge buffer is not kept").hasSizeLessThan(1 << 20);
    assertThat(bytes.addByte('x').copy()).containsExactly('x');
  }

  private String text() {
    return new String(bytes.copy(), StandardCharsets.ISO_8859_1);
  }
}
