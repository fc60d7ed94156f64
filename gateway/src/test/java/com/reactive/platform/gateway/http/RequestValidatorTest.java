package com.reactive.platform.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for single headers; those for the framing are in {@link FramingRulesTest}. */
class RequestValidatorTest {
  private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT_ID = "00f067aa0ba902b7";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        " application/json ",
        "application/json;charset=utf-8",
        "application/json; charset=UTF-8",
        "application/json ; charset=\"utf-8\"",
        "application/json; profile=x; charset=utf-8",
        "application/json;"
      })
  void jsonIsTaken(String type) {
    assertThat(RequestValidator.mediaTypeFault(headers("Content-Type", type))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text/plain",
        "text/json",
        "application/jsonx",
        "application/json-patch+json",
        "application/x-www-form-urlencoded",
        "application/json, text/plain",
        "application/json; charset=latin1",
        "application/json; charset=utf-16",
        "application/json; charset=utf-8; charset=utf-16",
        "application/json; charset=",
        "charset=utf-8"
      })
  void anythingElseIsNot(String type) {
    Problem problem = RequestValidator.mediaTypeFault(headers("Content-Type", type));
    assertThat(problem.type()).isEqualTo(Rejection.UNSUPPORTED_MEDIA_TYPE);
    assertThat(problem.detail()).contains("application/json");
  }

  @ParameterizedTest
  @CsvSource({
    "text/plain, true",
    "text/plain;charset=UTF-8, true",
    "text/plain; charset=latin1, false",
    "text/html, false",
    "application/json, false"
  })
  void textIsWhatABeaconSends(String type, boolean text) {
    assertThat(RequestValidator.isText(headers("Content-Type", type))).isEqualTo(text);
    assertThat(RequestValidator.isText(headers())).isFalse();
  }

  @Test
  void dataOfACloudEventIsNoText() {
    HttpHeaders headers = headers("Content-Type", "text/plain", "ce-specversion", "1.0");
    assertThat(RequestValidator.isText(headers)).isFalse();
  }

  @Test
  void aBodyWithoutATypeIsTakenForJson() {
    assertThat(RequestValidator.mediaTypeFault(headers())).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "8e03978e-40d5-43dd-bc93-6894a57f9324",
        "A.Z_0:9~+/=-",
        "0123456789012345678901234567890123456789012345678901234567890123"
            + "0123456789012345678901234567890123456789012345678901234567890123"
      })
  void anIdempotencyKeyIsABareTokenOrAString(String key) {
    byte[] expected = key.getBytes(US_ASCII);
    assertThat(RequestValidator.idempotencyKey(headers("Idempotency-Key", key)))
        .isEqualTo(expected);
    assertThat(RequestValidator.idempotencyKey(headers("Idempotency-Key", " \"" + key + "\" ")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\"\"",
        "\"",
        "\"a",
        "a\"",
        "\"\"a\"\"",
        "a b",
        "a,b",
        "a\\b",
        "a;b=1",
        "{a}",
        "caf\u00e9",
        "\u0000",
        "x2345678901234567890123456789012345678901234567890123456789012345"
            + "x234567890123456789012345678901234567890123456789012345678901234"
      })
  void anythingElseIsAnUnusableIdempotencyKey(String key) {
    assertThat(RequestValidator.idempotencyKey(headers("Idempotency-Key", key))).isEmpty();
  }

  @Test
  void noIdempotencyKeyIsNullAndTwoAreUnusable() {
    assertThat(RequestValidator.idempotencyKey(headers())).isNull();
    assertThat(
            RequestValidator.idempotencyKey(
                headers("Idempotency-Key", "a", "Idempotency-Key", "a")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "01", "fe", "0f", "f0"})
  void aTraceparentOfAnyVersionButFfIsTaken(String version) {
    for (String flags : new String[] {"00", "01", "ff"}) {
      String value = version + "-" + TRACE_ID + "-" + PARENT_ID + "-" + flags;
      assertThat(RequestValidator.traceparent(headers("traceparent", value))).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ff-" + TRACE_ID + "-" + PARENT_ID + "-01",
        "00-00000000000000000000000000000000-" + PARENT_ID + "-01",
        "00-" + TRACE_ID + "-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + PARENT_ID + "-01",
        "00-" + TRACE_ID + "-" + PARENT_ID,
        "00-" + TRACE_ID + "-" + PARENT_ID + "-1",
        "00-" + TRACE_ID + "-" + PARENT_ID + "-0g",
        "00-" + TRACE_ID + "-" + PARENT_ID + "-01-x",
        "00-" + TRACE_ID + "0-" + PARENT_ID + "-01",
        "00_" + TRACE_ID + "_" + PARENT_ID + "_01",
        " 00-" + TRACE_ID + "-" + PARENT_ID + "-01",
        "0-" + TRACE_ID + "-" + PARENT_ID + "-01"
      })
  void aTraceparentThatIsNotValidIsAsGoodAsNone(String value) {
    assertThat(RequestValidator.traceparent(headers("traceparent", value))).isNull();
  }

  @Test
  void aTraceIdMayBeZerosButForOneDigit() {
    String value = "00-00000000000000000000000000000001-0000000000000001-00";
    assertThat(RequestValidator.traceparent(headers("traceparent", value))).isEqualTo(value);
    assertThat(RequestValidator.traceparent(headers())).isNull();
  }

  @Test
  void aTracestateHasUpTo512Characters() {
    for (int length : new int[] {1, 512}) {
      String value = "a".repeat(length);
      assertThat(RequestValidator.tracestate(headers("tracestate", value))).isEqualTo(value);
    }
    assertThat(RequestValidator.tracestate(headers("tracestate", "a".repeat(513)))).isNull();
    assertThat(RequestValidator.tracestate(headers("tracestate", ""))).isNull();
    assertThat(RequestValidator.tracestate(headers())).isNull();
  }

  /** Not validated: what Netty's decoder would refuse does no harm here either. */
  private static HttpHeaders headers(String... namesAndValues) {
    HttpHeaders headers =
        DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.add(namesAndValues[i], namesAndValues[i + 1]);
    }
    return headers;
  }
}
