package com.reactive.platform.reliability.oracle;

import static com.reactive.platform.testbed.ResponseContract.Outcome.ACCEPTED;
import static com.reactive.platform.testbed.ResponseContract.Outcome.ACKED;
import static com.reactive.platform.testbed.ResponseContract.Outcome.NOT_WRITTEN;
import static com.reactive.platform.testbed.ResponseContract.Outcome.UNDEFINED;
import static com.reactive.platform.testbed.ResponseContract.Outcome.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.testbed.ResponseContract;
import com.reactive.platform.testbed.ResponseContract.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Statuses of gRPC and Connect promise what docs/grpc.md says. */
class RpcOutcomeTest {
  private static final OracleFields PLACED =
      new OracleFields("o1", "events", 0, 0, false, false, "");

  private static Outcome grpc(int code) {
    return ResponseContract.outcome(RpcOutcome.of(code, OracleFields.NONE));
  }

  @Test
  void okIsAcknowledgedWithAPlaceAndAcceptedWithout() {
    assertThat(ResponseContract.outcome(RpcOutcome.of(0, PLACED))).isEqualTo(ACKED);
    assertThat(grpc(0)).isEqualTo(ACCEPTED);
  }

  @Test
  void onlyADeadlineLeavesTheOutcomeOpen() {
    assertThat(grpc(4)).isEqualTo(UNKNOWN);
    for (int code : new int[] {3, 7, 8, 12, 13, 14, 16}) {
      assertThat(grpc(code)).as("code %d", code).isEqualTo(NOT_WRITTEN);
    }
  }

  @Test
  void aCodeThatTheContractDoesNotHaveIsAFault() {
    for (int code : new int[] {1, 2, 5, 6, 9, 10, 11, 15, 17}) {
      assertThat(grpc(code)).as("code %d", code).isEqualTo(UNDEFINED);
    }
  }

  private static Outcome connect(int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    OracleFields fields = OracleFields.json(bytes, 0, bytes.length);
    return ResponseContract.outcome(RpcOutcome.ofConnect(status, fields));
  }

  @Test
  void connectSaysTheSameInItsBody() {
    assertThat(connect(200, "{\"eventId\":\"o1\",\"partition\":1,\"offset\":\"4000000000\"}"))
        .isEqualTo(ACKED);
    assertThat(connect(200, "{\"eventId\":\"o1\"}")).isEqualTo(ACCEPTED);
    Map<String, Outcome> outcomes =
        Map.of(
            "deadline_exceeded", UNKNOWN,
            "unavailable", NOT_WRITTEN,
            "unimplemented", NOT_WRITTEN,
            "resource_exhausted", NOT_WRITTEN,
            "canceled", UNDEFINED);
    outcomes.forEach(
        (code, outcome) ->
            assertThat(connect(501, "{\"code\":\"" + code + "\"}")).as(code).isEqualTo(outcome));
  }

  @Test
  void withoutACodeTheStatusOfHttpCounts() {
    assertThat(connect(503, "<html>")).isEqualTo(NOT_WRITTEN);
    assertThat(connect(504, "")).isEqualTo(UNKNOWN);
    assertThat(connect(501, "")).isEqualTo(UNDEFINED);
  }
}
