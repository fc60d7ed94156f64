package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.testing.TestStreams;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {
  private final Routes routes =
      new Routes(
          List.of(new StreamRuntime(TestStreams.counter("t"), 0, 0, null, new byte[0], () -> true)),
          route -> RequestMetrics.NONE);

  private String customer(String target) {
    Routes.Match match = routes.find(target);
    return match == null ? null : match.pathFields().getOrDefault("customerId", "nobody");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/counter",
        "/api/counter?",
        "/api/counter?a=/b/counter",
        "/api/counter??",
        "http://h/api/counter",
        "HTTPS://h:1/api/counter?a=/b"
      })
  void theCounterRouteNamesNoCustomer(String target) {
    assertThat(customer(target)).isEqualTo("nobody");
    assertThat(routes.find(target).route()).isEqualTo("/api/counter");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/customers/c1/counter, c1",
    "/api/customers/c1/counter?x=1, c1",
    "/api/customers/counter/counter, counter",
    "/api/customers/a+b/counter, a+b",
    "/api/customers/a%2Bb/counter, a+b",
    "/api/customers/a%20b/counter, a b",
    "/api/customers/%61/counter, a",
    "/api/customers/a%2Fb/counter, a/b",
    "/api/customers/a%3Fb/counter, a?b",
    "/api/customers/%2525/counter, %25",
    "/api/customers/%C3%A4%e2%82%ac/counter, \u00e4\u20ac",
    "/api/customers/%F0%9F%98%80/counter, \ud83d\ude00",
    "/api/customers/a;b=1/counter, a;b=1",
    "/api/customers/-._~:@!$&'()*/counter, -._~:@!$&'()*"
  })
  void theCustomersRouteNamesTheCustomer(String target, String customerId) {
    assertThat(customer(target)).isEqualTo(customerId);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "*",
        "/api",
        "/api/counter/",
        "/api/counters",
        "/api/Counter",
        "//api/counter",
        "api/counter",
        "/api/counter/../counter",
        "/api/%63ounter",
        "/api/customers",
        "/api/customers/counter",
        "/api/customers//counter",
        "/api/customers/c1",
        "/api/customers/c1/",
        "/api/customers/c1/counter/",
        "/api/customers/c1/counters",
        "/api/customers/c1counter",
        "/api/customers/a/b/counter",
        "/api/customers//a/counter",
        "/api/customers/a//counter",
        "/api/customers/c1?/counter",
        "/?/api/counter",
        "/v1/api/customers/c1/counter",
        "http://h",
        "http://h?/api/counter",
        "https://h:1?x=/api/customers/c1/counter",
        "ftp://h/api/counter",
        "http:/api/counter"
      })
  void everythingElseIsNoRoute(String target) {
    assertThat(customer(target)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%",
        "%2",
        "a%",
        "%zz",
        "%2g",
        "%%",
        "%-1",
        "%u0041", // escapes that are none
        "%ff",
        "%C3",
        "%C0%AF",
        "%ED%A0%80",
        "%80",
        "%F0%9F%98", // bytes that are not UTF-8
        ".",
        "..",
        "%2e",
        "%2E%2e",
        ".%2e",
        "a%2F..%2fb",
        "..%5Ca", // dots that others resolve
        "%00",
        "a%0Ab",
        "%7F",
        "%C2%85" // control characters
      })
  void anIdThatCannotBeDecodedIsNoRoute(String id) {
    assertThat(customer("/api/customers/" + id + "/counter")).isNull();
  }

  @Test
  void anIdMayHave256CharactersButNotMore() {
    String longest = "\u20ac".repeat(256);
    assertThat(customer("/api/customers/" + "%e2%82%ac".repeat(256) + "/counter"))
        .isEqualTo(longest);
    assertThat(customer("/api/customers/" + "x".repeat(256) + "/counter"))
        .isEqualTo("x".repeat(256));
    assertThat(customer("/api/customers/" + "x".repeat(257) + "/counter")).isNull();
  }

  /** Netty hands the bytes of the request line over as Latin-1; to read them so would garble. */
  @ParameterizedTest
  @ValueSource(strings = {"\u00c3\u00a4", "a\u00e4", "\u0080"})
  void bytesThatShouldHaveBeenEscapedAreNoRoute(String id) {
    assertThat(customer("/api/customers/" + id + "/counter")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://h/api/counter", "https://h:80/api/counter?a=/b", "http://h/api/counter?"})
  void anAbsoluteTargetMeansItsPath(String target) {
    assertThat(customer(target)).isEqualTo("nobody");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://h", "http://", "ftp://h/api/counter", "http://api/counter"})
  void anAbsoluteTargetOfAnotherPathIsNone(String target) {
    assertThat(customer(target)).isNull();
  }

  @Test
  void diagnosticsAddRoutesBesideTheCounters() {
    assertThat(routes.find("/api/counter/raw")).isNull();
    assertThat(routes.find("/api/counter").depth()).isEqualTo(DiagnosticDepth.KAFKA);
    DirectSender direct = (stream, frame, offset, length) -> true;
    Routes measured = new Routes(routes.streams(), route -> RequestMetrics.NONE, direct);
    assertThat(measured.find("/api/counter").depth()).isEqualTo(DiagnosticDepth.KAFKA);
    assertThat(measured.find("/api/customers/c1/counter").depth()).isEqualTo(DiagnosticDepth.KAFKA);
    assertThat(measured.find("/api/counter/no-kafka").depth()).isEqualTo(DiagnosticDepth.FRAME);
    assertThat(measured.find("/api/counter/raw?x=1").depth()).isEqualTo(DiagnosticDepth.BODY);
    assertThat(measured.find("/api/counter/direct").depth()).isEqualTo(DiagnosticDepth.PRODUCER);
    assertThat(measured.find("/api/counter/direct").direct()).isSameAs(direct);
    assertThat(measured.find("/api/counter/raw").direct()).isNull();
    assertThat(new Routes(List.of(), route -> RequestMetrics.NONE, direct).find("/api/counter/raw"))
        .isNull();
  }
}
