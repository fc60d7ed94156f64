package com.reactive.platform.reliability.mutate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Varints that some readers cut, and some refuse. */
class LongVarintsTest {
  @ParameterizedTest
  @CsvSource({
    "0801, false",
    "08ffffffffffffffffff01, false",
    "08ffffffffffffffffff02, true",
    "08ffffffffffffffffff8108, true", // whose tenth byte is not the last
    "0afe, true", // to be asked of what can be read only
    "0a0bffffffffffffffffffff7f, false", // no varint
  })
  void areFound(String message, boolean found) {
    byte[] bytes = HexFormat.of().parseHex(message);
    assertThat(LongVarints.areAmongFieldsOf(bytes)).isEqualTo(found);
  }

  /** As a value of the counter. */
  @ParameterizedTest
  @CsvSource({"20ffffffffffffffffff01, false", "20ffffffffffffffffff7f, true", "0a0161, false"})
  void areFoundInEvents(String message, boolean found) {
    byte[] bytes = HexFormat.of().parseHex(message);
    assertThat(LongVarints.areIn(Subject.COUNTER.stream().protoFile().root(), bytes))
        .isEqualTo(found);
  }
}
