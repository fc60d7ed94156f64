package com.reactive.platform.reliability.mutate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallDeadlineTest {
  @ParameterizedTest
  @CsvSource({
    "GRPC, 1H, FAR",
    "GRPC, 99999999H, FAR",
    "GRPC_WEB, 60M, FAR",
    "GRPC, 59M, NEAR",
    "GRPC_WEB_TEXT, 1n, NEAR",
    "GRPC, 0n, OVER",
    "GRPC, 00000000S, OVER",
    "GRPC, 000000000S, MALFORMED",
    "GRPC, 1h, MALFORMED",
    "GRPC, 1, MALFORMED",
    "GRPC, H, MALFORMED",
    "GRPC, -1S, MALFORMED",
    "CONNECT, 3600000, FAR",
    "CONNECT_STREAM, 3599999, NEAR",
    "CONNECT, 0, OVER",
    "CONNECT, 12345678901, MALFORMED",
    "CONNECT, 1S, MALFORMED",
    "CONNECT_STREAM, '', MALFORMED"
  })
  void values(CallProtocol form, String value, CallDeadline expected) {
    assertThat(CallDeadline.of(form, value)).isEqualTo(expected);
  }

  @Test
  void whoSaysNothingWaits() {
    assertThat(CallDeadline.of(CallProtocol.GRPC, null)).isEqualTo(CallDeadline.FAR);
  }
}
