package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorsTest {
  private static final String SHOP = "https://shop.example";

  private final Cors cors = new Cors(List.of(SHOP, "http://localhost:3000"));
  private final Cors off = new Cors(List.of());

  @Test
  void aListedOriginMayAsk() {
    HttpRequest request =
        preflight(SHOP, "content-type, ce-id, CE-Source, cookie, ce-, ce-a_b, ce-\u00e4");
    assertThat(cors.isPreflight(request)).isTrue();
    HttpHeaders answer = new DefaultHttpHeaders();
    cors.allowPreflight(request.headers(), answer);
    assertThat(answer.get("access-control-allow-origin")).isEqualTo(SHOP);
    assertThat(answer.get("access-control-allow-methods")).isEqualTo("POST");
    assertThat(answer.get("access-control-allow-headers"))
        .isEqualTo(
            "Content-Type, Content-Encoding, Idempotency-Key, Prefer, Authorization, X-API-Key,"
                + " Schema-Version, traceparent, tracestate, Connect-Protocol-Version,"
                + " Connect-Timeout-Ms, Grpc-Timeout, X-Grpc-Web, X-User-Agent, ce-id, ce-source");
    assertThat(answer.get("access-control-max-age")).isEqualTo("600");
    assertThat(answer.get("vary")).startsWith("Origin,");
    assertThat(answer.contains("access-control-allow-credentials")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "null",
        "https://shop.example:444",
        "http://shop.example",
        ""
      })
  void anyOtherIsAllowedNothing(String origin) {
    HttpRequest request = preflight(origin, "content-type");
    assertThat(cors.isPreflight(request)).as("it is answered all the same").isTrue();
    HttpHeaders answer = new DefaultHttpHeaders();
    cors.allowPreflight(request.headers(), answer);
    assertThat(answer.names()).containsExactly("vary");
    HttpHeaders created = lines(cors.allowReading(origin));
    assertThat(created.names()).containsExactly("vary");
  }

  @Test
  void itsAnswersMayBeRead() {
    HttpHeaders answer = lines(cors.allowReading("http://localhost:3000"));
    assertThat(answer.get("access-control-allow-origin")).isEqualTo("http://localhost:3000");
    assertThat(answer.get("access-control-expose-headers"))
        .contains("Retry-After", "Location", "Idempotent-Replayed");
    assertThat(answer.get("vary")).isEqualToIgnoringCase("origin");
    HttpHeaders withoutOrigin = lines(cors.allowReading(null));
    assertThat(withoutOrigin.names()).as("for caches").containsExactly("vary");
  }

  @Test
  void offIsOff() {
    assertThat(off.isPreflight(preflight(SHOP, ""))).isFalse();
    assertThat(off.allowReading(SHOP)).isNull();
  }

  @Test
  void optionsAloneIsNoPreflight() {
    HttpRequest options = preflight(SHOP, "");
    options.headers().remove("access-control-request-method");
    assertThat(cors.isPreflight(options)).isFalse();
    HttpRequest post = preflight(SHOP, "").setMethod(HttpMethod.POST);
    assertThat(cors.isPreflight(post)).isFalse();
  }

  /** A page can post without asking, if it leaves the Content-Type out. */
  @Test
  void pagesOfOtherSitesAreRefusedUnlessListed() {
    assertThat(off.refuses(sentBy(SHOP, "cross-site"))).isTrue();
    assertThat(cors.refuses(sentBy("https://evil.example", "cross-site"))).isTrue();
    assertThat(cors.refuses(sentBy(SHOP, "cross-site"))).isFalse();
    assertThat(off.refuses(sentBy(SHOP, "same-origin"))).isFalse();
    assertThat(off.refuses(new DefaultHttpHeaders())).as("no browser").isFalse();
  }

  /** To an address that is not secure, browsers say only whose page it is. */
  @Test
  void whereBrowsersDoNotSayWhatSiteTheOriginTells() {
    HttpHeaders request = new DefaultHttpHeaders().set("host", "gateway:8080");
    assertThat(off.refuses(request.set("origin", "http://evil.example"))).isTrue();
    assertThat(off.refuses(request.set("origin", "null"))).as("a sandboxed page").isTrue();
    assertThat(off.refuses(request.set("origin", "http://gateway:8080"))).isFalse();
    assertThat(cors.refuses(request.set("origin", SHOP))).isFalse();
    assertThat(cors.refuses(sentBy("https://other.shop.example", "same-site"))).isTrue();
    assertThat(off.refuses(new DefaultHttpHeaders().set("sec-fetch-site", "none"))).isFalse();
  }

  private static HttpHeaders lines(HeaderLines written) {
    byte[] bytes = written.lines();
    String text = new String(bytes, StandardCharsets.US_ASCII);
    assertThat(text).endsWith("\r\n");
    HttpHeaders headers = new DefaultHttpHeaders();
    text.lines().map(line -> line.split(": ", 2)).forEach(parts -> headers.add(parts[0], parts[1]));
    return headers;
  }

  private static HttpHeaders sentBy(String origin, String site) {
    return new DefaultHttpHeaders().set("origin", origin).set("sec-fetch-site", site);
  }

  private static HttpRequest preflight(String origin, String headers) {
    HttpRequest request =
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.OPTIONS, "/api/counter");
    request
        .headers()
        .set("origin", origin)
        .set("access-control-request-method", "POST")
        .set("access-control-request-headers", headers);
    return request;
  }
}
