package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.HostNames;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page whose name resolves to 127.0.0.1 must not post to a port that is bound there. */
class ForeignHostsTest {
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
  private static TestServer server;

  @BeforeAll
  static void start() throws Exception {
    Map<String, String> settings =
        Map.of(
            "http.hosts", "events.example", "streams.counter.cors-origins", "https://page.example");
    server = new TestServer(settings, Authenticator.NONE);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String post(String target, String version, String headers) {
    return "POST %s HTTP/%s\r\n%sConnection: keep-alive\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(target, version, headers, EVENT.length(), EVENT);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/counter, 1.1, localhost, 201",
    "/api/counter, 1.1, 127.0.0.1:1, 201",
    "/api/counter, 1.1, [::1]:1, 201",
    "/api/counter, 1.1, events.example, 201",
    "/api/counter, 1.1, events.example.:80, 201",
    "/api/counter, 1.1, [0:0:0:0:0:0:0:1]:1, 201",
    "/api/counter, 1.1, [fe80::1%25eth0]:1, 421",
    "http://localhost:1/api/counter, 1.1, evil.example, 201",
    "/api/counter, 1.1, evil.example, 421",
    "/api/counter, 1.0, evil.example:8080, 421",
    "/api/counter, 1.1, '', 421",
    "/api/customers/c/counter, 1.1, evil.example, 421",
    "/nowhere, 1.1, evil.example, 421",
    "http://evil.example/api/counter, 1.1, localhost, 421"
  })
  void theHostDecides(String target, String version, String host, int status) throws IOException {
    try (WireClient client = new WireClient(server.port())) {
      client.send(post(target, version, "Host: " + host + "\r\n"));
      Response response = client.read();
      assertThat(response.status()).as(response.body()).isEqualTo(status);
      if (status == 421) {
        assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
        assertThat(response.field("type")).isEqualTo("urn:reactive:problem:misdirected");
        assertThat(response.field("retryable")).isEqualTo("false");
      }
      client.send(post("/api/counter", "1.1", "Host: localhost\r\n"));
      assertThat(client.read().status()).as("the connection stays in step").isEqualTo(201);
    }
  }

  @Test
  void anyHostWillDoWhereClientsAreAuthenticatedOrAProxyDecides() {
    assertThat(hosts("false", false).has("evil.example")).isFalse();
    assertThat(hosts("false", true).has("events.example")).isTrue();
    assertThat(hosts("true", false).has("events.example")).isTrue();
  }

  private static HostNames hosts(String allowUnauthenticated, boolean authenticated) {
    Settings settings = Settings.ofKeys(Map.of("http.allow-unauthenticated", allowUnauthenticated));
    return HttpConfig.from(settings, 5_000, 0, authenticated).hosts();
  }

  @Test
  void whoNeedNotSayTheHostMayLeaveItOut() throws IOException {
    try (WireClient client = new WireClient(server.port())) {
      client.send(post("/api/counter", "1.0", ""));
      assertThat(client.read().status()).isEqualTo(201);
    }
  }

  @Test
  void noPageIsAllowedAnythingThere() throws IOException {
    String preflight =
        "OPTIONS /api/counter HTTP/1.1\r\nHost: %s\r\nOrigin: https://page.example\r\n"
            + "Access-Control-Request-Method: POST\r\n\r\n";
    try (WireClient client = new WireClient(server.port())) {
      client.send(preflight.formatted("localhost"));
      assertThat(client.read().status()).isEqualTo(204);
      client.send(preflight.formatted("evil.example"));
      assertThat(client.read().status()).isEqualTo(421);
    }
  }
}
