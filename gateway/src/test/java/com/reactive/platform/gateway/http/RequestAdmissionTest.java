package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.limit.Rate;
import com.reactive.platform.gateway.rpc.services.HealthStatus;
import com.reactive.platform.gateway.rpc.services.StandardServices;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Caller;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the head is enough to refuse, over real sockets: status, headers, order and ledger. */
class RequestAdmissionTest {
  private static final String BODY = "{\"sessionId\":\"s\",\"action\":\"increment\"}";

  /** Knows callers by their names: orders, slow and good. */
  private static final Authenticator BY_NAME =
      new Authenticator() {
        @Override
        public Verdict authenticate(Credentials credentials) {
          if ("stranger".equals(credentials.apiKey())) {
            return Verdict.refused("the API key is not known");
          }
          return credentials.apiKey() == null
              ? Verdict.MISSING
              : Verdict.of(
                  switch (credentials.apiKey()) {
                    case "slow" ->
                        new Caller("slow", Set.of("*"), new Rate(0.001, 1), Rate.UNLIMITED);
                    case "orders" -> new Caller("orders", Set.of("orders"));
                    case "small" ->
                        new Caller("small", Set.of("*"), Rate.UNLIMITED, new Rate(10, 100));
                    default -> new Caller("good", Set.of("counter"));
                  });
        }

        @Override
        public String challenge() {
          return "ApiKey";
        }
      };

  /** Reflection tells about all streams, so to whoever may post to one; health is for probes. */
  @Test
  void reflectionAsksForCredentialsWhereEventsNeedThem() throws Exception {
    String body = "\0\0\0\0\2\072\0"; // One message: which services are there?
    try (TestServer server = new TestServer(Map.of(), BY_NAME);
        WireClient client = new WireClient(server.port())) {
      server.serve(StandardServices.methods(true, List::of, name -> HealthStatus.SERVING));
      assertThat(reflected(client, "", body)).contains("\"unauthenticated\"");
      assertThat(reflected(client, "x-api-key: stranger\r\n", body))
          .contains("\"unauthenticated\"");
      assertThat(reflected(client, "x-api-key: orders\r\n", body))
          .contains("grpc.health.v1.Health")
          .doesNotContain("\"error\"");
      client.send(WireClient.post("/grpc.health.v1.Health/Check", "", "{}"));
      assertThat(client.read().body()).contains("SERVING");
    }
  }

  private static String reflected(WireClient client, String headers, String body)
      throws IOException {
    client.send(
        "POST /grpc.reflection.v1.ServerReflection/ServerReflectionInfo HTTP/1.1\r\n"
            + "host: localhost\r\ncontent-type: application/connect+proto\r\n"
            + headers
            + "content-length: "
            + body.length()
            + "\r\n\r\n"
            + body);
    assertThat(client.read().status()).isEqualTo(200);
    StringBuilder chunks = new StringBuilder();
    for (String chunk = client.readChunk(); !chunk.isEmpty(); chunk = client.readChunk()) {
      chunks.append(chunk);
    }
    return chunks.toString();
  }

  /** A request with every fault; then each is mended in turn, and the next comes to light. */
  @Test
  void theFirstFaultInTheirOrderIsTold() throws Exception {
    try (TestServer server = new TestServer(Map.of(), BY_NAME);
        WireClient client = new WireClient(server.port())) {
      server.accepting = false;
      client.send(request("POST", "/api/counter", "x-api-key: slow\r\n"));
      assertProblem(client.read(), 503, "kafka-unavailable", "retry-after", "1");

      String other = "content-type: text/plain\r\n";
      String brotli = "content-encoding: br\r\n" + other;
      client.send(request("PUT", "/api/nothing", brotli));
      assertProblem(client.read(), 404, "not-found", null, null);
      client.send(request("PUT", "/api/counter", brotli));
      assertProblem(client.read(), 405, "method-not-allowed", "allow", "POST");
      client.send(request("POST", "/api/counter", brotli));
      assertProblem(client.read(), 401, "unauthenticated", "www-authenticate", "ApiKey");
      client.send(request("POST", "/api/counter", "x-api-key: orders\r\n" + brotli));
      assertProblem(client.read(), 403, "forbidden", null, null);
      client.send(request("POST", "/api/counter", "x-api-key: slow\r\n" + brotli));
      Response limited = client.read();
      assertProblem(limited, 429, "rate-limited", null, null);
      assertThat(Integer.parseInt(limited.headers().get("retry-after"))).isBetween(1, 1_000);
      client.send(request("POST", "/api/counter", "x-api-key: good\r\n" + brotli));
      assertProblem(client.read(), 415, "unsupported-encoding", "accept-encoding", "gzip, zstd");
      client.send(request("POST", "/api/counter", "x-api-key: good\r\n" + other));
      String types = "application/json, application/protobuf";
      assertProblem(client.read(), 415, "unsupported-media-type", "accept", types);
      client.send(request("POST", "/api/counter", "x-api-key: good\r\n"));
      assertProblem(client.read(), 503, "kafka-unavailable", "retry-after", "1");
      server.accepting = true;
      client.send(request("POST", "/api/counter", "x-api-key: good\r\n"));
      assertThat(client.read().status()).isEqualTo(201);
      client.send("POST /api/counter HTTP/1.1\r\nhost: localhost\r\nx-api-key: good\r\n" + brotli);
      client.send("content-length: 300000\r\n\r\n");
      assertProblem(client.read(), 413, "body-too-large", "connection", "close");

      server.awaitBalance();
      assertThat(server.ledger().received()).isEqualTo(11);
      assertThat(server.ledger().ended())
          .containsEntry(Outcome.UNAUTHENTICATED, 1L)
          .containsEntry(Outcome.FORBIDDEN, 1L)
          .containsEntry(Outcome.RATE_LIMITED, 1L)
          .containsEntry(Outcome.ACKED, 1L);
      assertThat(server.ledger().total(Outcome.Category.REJECTED)).isEqualTo(8);
      assertThat(server.ledger().total(Outcome.Category.SHED)).isEqualTo(2);
    }
  }

  /** Programs go by the type, which is one; people and the log by title and id. */
  @Test
  void whoIsNotKnownIsToldApartFromWhoDoesNotSay() throws Exception {
    try (TestServer server = new TestServer(Map.of(), BY_NAME);
        WireClient client = new WireClient(server.port())) {
      client.send(request("POST", "/api/counter", ""));
      Response nobody = client.read();
      assertProblem(nobody, 401, "unauthenticated", "www-authenticate", "ApiKey");
      assertThat(nobody.field("title")).isEqualTo("Authentication required");
      assertThat(nobody.field("requestId")).matches("[0-9a-f]{32}");
      client.send(request("POST", "/api/counter", "x-api-key: stranger\r\n"));
      Response stranger = client.read();
      assertProblem(stranger, 401, "unauthenticated", "www-authenticate", "ApiKey");
      assertThat(stranger.field("title")).isEqualTo("Invalid credentials");
      assertThat(stranger.field("requestId"))
          .matches("[0-9a-f]{32}")
          .isNotEqualTo(nobody.field("requestId"));
    }
  }

  /** What type would do is said where the type is at fault, and how to compress where that is. */
  @Test
  void a415SaysWhatWouldDo() throws Exception {
    Map<String, String> settings = Map.of("streams.counter.cloudevents", "true");
    try (TestServer server = new TestServer(settings, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(request("POST", "/api/counter", "content-type: text/plain\r\n"));
      Response type = client.read();
      assertProblem(
          type,
          415,
          "unsupported-media-type",
          "accept",
          "application/json, application/protobuf, application/cloudevents+json");
      assertThat(type.headers()).doesNotContainKey("accept-encoding");
      client.send(request("POST", "/api/counter", "content-encoding: br\r\n"));
      Response coding = client.read();
      assertProblem(coding, 415, "unsupported-encoding", "accept-encoding", "gzip, zstd");
      assertThat(coding.headers()).doesNotContainKey("accept");
    }
  }

  @Test
  void aHundredHeadersAreEnough() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      int usual = 3; // host, content-type, content-length
      client.send(request("POST", "/api/counter", "x: y\r\n".repeat(100 - usual)));
      assertThat(client.read().status()).isEqualTo(201);
      client.send(request("POST", "/api/counter", "x: y\r\n".repeat(101 - usual)));
      assertProblem(client.read(), 431, "headers-too-large", null, null);
      client.send(request("POST", "/api/counter", ""));
      assertThat(client.read().status()).as("the connection goes on").isEqualTo(201);
      server.awaitBalance();
    }
  }

  /** The address behind the proxy counts, and each has its own share. */
  @Test
  void addressesHaveTheirRate() throws Exception {
    Map<String, String> settings =
        Map.of(
            "limits.requests-per-second-per-address", "1",
            "limits.burst-per-address", "2",
            "limits.trusted-proxies", "127.0.0.0/8, ::1");
    try (TestServer server = new TestServer(settings, BY_NAME);
        WireClient client = new WireClient(server.port())) {
      // Without credentials: guessing them is limited, too.
      int limited = 0;
      for (int i = 0; i < 50; i++) {
        client.send(request("POST", "/api/counter", "x-forwarded-for: 198.51.100.7\r\n"));
        Response response = client.read();
        if (response.status() == 429) {
          assertThat(response.headers())
              .containsEntry("retry-after", "1")
              .containsEntry("ratelimit-policy", "\"address\";q=2;w=2")
              .containsEntry("ratelimit", "\"address\";r=0;t=1");
          limited++;
        } else {
          assertThat(response.status()).isEqualTo(401);
          assertThat(response.headers()).doesNotContainKey("ratelimit");
        }
      }
      assertThat(limited).isPositive();
      client.send(
          request("POST", "/api/counter", "x-api-key: g\r\nx-forwarded-for: 198.51.100.8\r\n"));
      assertThat(client.read().status()).isEqualTo(201);
      server.awaitBalance();
    }
  }

  /** What a body has cost is paid off first; what is refused costs nothing. */
  @Test
  void addressesHaveTheirBytes() throws Exception {
    Map<String, String> settings =
        Map.of(
            "limits.bytes-per-second-per-address", "1",
            "limits.burst-bytes-per-address", Integer.toString(BODY.length() + 1),
            "limits.trusted-proxies", "127.0.0.0/8, ::1");
    try (TestServer server = new TestServer(settings, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      byte[] event = request("POST", "/api/counter", "x-forwarded-for: 198.51.100.7\r\n");
      assertThat(client.exchange(event).status()).isEqualTo(201);
      assertThat(client.exchange(event).status()).as("a byte is left").isEqualTo(201);
      for (int i = 0; i < 20; i++) {
        Response limited = client.exchange(event);
        assertProblem(limited, 429, "rate-limited", null, null);
        assertThat(limited.field("detail"))
            .isEqualTo("this address exceeds its rate of bytes; nothing was written");
        assertThat(limited.headers())
            .containsEntry(
                "ratelimit-policy",
                "\"address-bytes\";q=%d;qu=\"content-bytes\";w=%<d".formatted(BODY.length() + 1));
        assertThat(Integer.parseInt(limited.headers().get("retry-after")))
            .isBetween(1, BODY.length());
      }
      byte[] other = request("POST", "/api/counter", "x-forwarded-for: 198.51.100.8\r\n");
      assertThat(client.exchange(other).status()).isEqualTo(201);
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.RATE_LIMITED, 20L);
    }
  }

  /** Nobody announces how long a body in chunks is; it is counted as it comes. */
  @Test
  void callersHaveTheirBytes() throws Exception {
    try (TestServer server = new TestServer(Map.of(), BY_NAME);
        WireClient client = new WireClient(server.port())) {
      String head =
          "POST /api/counter HTTP/1.1\r\nhost: localhost\r\nx-api-key: small\r\n"
              + "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
      String chunks = "64\r\n" + " ".repeat(100) + "\r\n26\r\n" + BODY + "\r\n0\r\n\r\n";
      assertThat(BODY).hasSize(0x26);
      client.send(head + chunks);
      assertThat(client.read().status()).isEqualTo(201);
      client.send(head + chunks);
      Response limited = client.read();
      assertThat(limited.status()).isEqualTo(429);
      assertThat(limited.headers().get("ratelimit")).startsWith("\"caller-bytes\";r=0;t=");
      assertThat(client.exchange(request("POST", "/api/counter", "x-api-key: good\r\n")).status())
          .isEqualTo(201);
      server.awaitBalance();
    }
  }

  @Test
  void addressesHaveTheirConnections() throws Exception {
    Map<String, String> settings = Map.of("limits.connections-per-address", "2");
    try (TestServer server = new TestServer(settings, Authenticator.NONE)) {
      WireClient first = new WireClient(server.port());
      try (WireClient second = new WireClient(server.port())) {
        assertThat(first.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
        assertThat(second.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
        try (WireClient third = new WireClient(server.port())) {
          assertThat(third.isAtEnd()).isTrue();
        }
        first.close();
        TestGateway.await("one has gone", () -> server.openConnections() == 1);
        try (WireClient fourth = new WireClient(server.port())) {
          assertThat(fourth.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
        }
      }
    }
  }

  /** One that stalls and one that dribbles; between requests there is time. */
  @Test
  void aHeadThatDoesNotEndIsNotAwaited() throws Exception {
    Map<String, String> settings =
        Map.of("http.request-timeout-ms", "300", "http.idle-timeout-ms", "3600000");
    try (TestServer server = new TestServer(settings, Authenticator.NONE)) {
      try (WireClient stalling = new WireClient(server.port())) {
        assertThat(stalling.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
        stalling.send("POST /api/counter HTTP/1.1\r\nhost: localhost\r\n");
        assertThat(stalling.isAtEnd()).isTrue();
      }
      try (WireClient dribbling = new WireClient(server.port())) {
        TestGateway.await("it is there", () -> server.openConnections() == 1);
        dribbling.send("POST /api/counter HTTP/1.1\r\n");
        TestGateway.await(
            "it is given up", () -> !dribbles(dribbling) || server.openConnections() == 0);
      }
      server.awaitBalance();
      assertThat(server.ledger().received()).isEqualTo(1);
    }
  }

  private static boolean dribbles(WireClient client) {
    try {
      client.send("x: y\r\n");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Refused by its head: the body is not awaited. */
  @Test
  void whenThereIsNoRoomTheBodyIsNotRead() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      server.hold();
      byte[] event = request("POST", "/api/counter", "prefer: respond-async\r\n");
      int stored = 0;
      for (Response last = client.exchange(event);
          last.status() == 202;
          last = client.exchange(event)) {
        stored++;
      }
      assertThat(stored).isBetween(8, TestServer.STRIPE_BYTES / 64);
      client.send("POST /api/counter HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3000\r\n\r\n");
      Response refused = client.read();
      assertProblem(refused, 503, "overloaded", null, null);
      assertThat(refused.headers().get("retry-after")).matches("[1-3]");
      client.send(" ".repeat(3000));
      server.release();
      server.awaitBalance();
      assertThat(client.exchange(event).status()).as("there is room again").isEqualTo(202);
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.ACKED, stored + 1L);
      assertThat(server.ledger().total(Outcome.Category.SHED)).isEqualTo(2);
    }
  }

  @Test
  void anythingButPostIsNotAllowed() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      for (String method : new String[] {"GET", "OPTIONS", "DELETE", "PATCH", "BREW"}) {
        client.send(method + " /api/counter HTTP/1.1\r\nhost: localhost\r\n\r\n");
        assertProblem(client.read(), 405, "method-not-allowed", "allow", "POST");
      }
      client.send("HEAD /api/counter HTTP/1.1\r\nhost: localhost\r\n\r\n");
      Response head = client.readHeadOnly();
      assertThat(head.status()).isEqualTo(405);
      assertThat(head.headers()).containsEntry("allow", "POST");
      assertThat(client.exchange(request("POST", "/api/counter", "")).status())
          .as("a body would have come before this")
          .isEqualTo(201);
      server.awaitBalance();
    }
  }

  private static byte[] request(String method, String path, String headers) {
    String type = headers.contains("content-type") ? "" : "content-type: application/json\r\n";
    return "%s %s HTTP/1.1\r\nhost: localhost\r\n%scontent-length: %d\r\n%s\r\n%s"
        .formatted(method, path, type, BODY.length(), headers, BODY)
        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private static void assertProblem(
      Response response, int status, String problem, String header, String value)
      throws IOException {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertThat(response.field("type")).isEqualTo("urn:reactive:problem:" + problem);
    if (header != null) {
      assertThat(response.headers()).containsEntry(header, value);
    }
  }
}
