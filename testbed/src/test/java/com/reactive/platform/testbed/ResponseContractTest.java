package com.reactive.platform.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.testbed.ResponseContract.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseContractTest {

  @ParameterizedTest
  @CsvSource({
    "0, UNKNOWN",
    "200, UNDEFINED",
    "201, ACKED",
    "202, ACCEPTED",
    "302, UNDEFINED",
    "400, NOT_WRITTEN",
    "408, NOT_WRITTEN",
    "429, NOT_WRITTEN",
    "499, NOT_WRITTEN",
    "500, NOT_WRITTEN",
    "501, UNDEFINED",
    "502, UNKNOWN",
    "503, NOT_WRITTEN",
    "504, UNKNOWN",
    "505, UNDEFINED"
  })
  void everyStatusHasOneOutcome(int status, Outcome outcome) {
    assertThat(ResponseContract.outcome(status)).isEqualTo(outcome);
  }

  @Test
  void aRejectionOfTheMomentIsNoFaultOfTheRequest() {
    assertThat(ResponseContract.isTemporary(408)).isTrue();
    assertThat(ResponseContract.isTemporary(503)).isTrue();
    assertThat(ResponseContract.isTemporary(422)).isFalse();
    assertThat(ResponseContract.asksToSlowDown(429)).isTrue();
    assertThat(ResponseContract.asksToSlowDown(408)).isFalse();
  }
}
