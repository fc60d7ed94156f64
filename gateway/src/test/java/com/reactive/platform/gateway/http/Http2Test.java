package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.FrameClient;
import com.reactive.platform.gateway.testing.FrameClient.Frame;
import com.reactive.platform.gateway.testing.FrameClient.Response;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** HTTP/2 on the data port, over real sockets. */
@Execution(ExecutionMode.CONCURRENT)
class Http2Test {
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"reset\"}";
  private static final String COUNTER = "/api/counter";
  private TestServer server;

  private void start(Map<String, String> settings) throws Exception {
    server = new TestServer(settings, Authenticator.NONE);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private FrameClient open() throws Exception {
    return FrameClient.open(server.port());
  }

  @Test
  void anOrdinaryClientUpgradesAndGoesOn() throws Exception {
    start(Map.of());
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    HttpResponse<String> first = client.send(event(), HttpResponse.BodyHandlers.ofString());
    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
    List<CompletableFuture<HttpResponse<String>>> more =
        IntStream.range(0, 100)
            .mapToObj(i -> client.sendAsync(event(), HttpResponse.BodyHandlers.ofString()))
            .toList();
    for (CompletableFuture<HttpResponse<String>> response : more) {
      assertThat(response.join().statusCode()).isEqualTo(201);
    }
    assertThat(server.openHttp2Connections()).isEqualTo(1);
    server.awaitBalance();
  }

  private HttpRequest event() {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + COUNTER))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(EVENT))
        .build();
  }

  @Test
  void aRepeatSaysThatItIsOneAndWhereItsEventIs() throws Exception {
    start(Map.of());
    try (FrameClient client = open()) {
      client.request(1, FrameClient.post(COUNTER).add("idempotency-key", "k"), EVENT);
      Response first = client.response();
      assertThat(first.headers().get("location"))
          .hasToString("/api/events/counter/k?partition=0&offset=0");
      assertThat(first.headers().get("idempotent-replayed")).isNull();
      client.request(3, FrameClient.post(COUNTER).add("idempotency-key", "k"), EVENT);
      Response repeat = client.response();
      assertThat(repeat.status()).isEqualTo(201);
      assertThat(repeat.headers().get("location")).isEqualTo(first.headers().get("location"));
      assertThat(repeat.headers().get("idempotent-replayed")).hasToString("true");
    }
    server.awaitBalance();
  }

  @Test
  void aRejectionDoesNotWaitForAnEventBeforeIt() throws Exception {
    start(Map.of());
    server.hold();
    try (FrameClient client = open()) {
      client.event(1);
      client.request(3, FrameClient.post("/nowhere"), EVENT);
      Response rejected = client.response();
      assertThat(rejected.stream()).isEqualTo(3);
      assertThat(rejected.status()).isEqualTo(404);
      server.release();
      Response created = client.response();
      assertThat(created.stream()).isEqualTo(1);
      assertThat(created.status()).isEqualTo(201);
    }
    server.awaitBalance();
  }

  /** Status, headers and body of rejections, but for the id of the request and the date. */
  @Test
  void responsesSayWhatTheySayOverHttp1() throws Exception {
    start(Map.of("streams.counter.cors-origins", "https://a.example"));
    for (String[] extra :
        List.of(
            new String[] {"/nowhere", "", ""},
            new String[] {COUNTER, "origin", "https://a.example"},
            new String[] {COUNTER, "origin", "https://b.example"},
            new String[] {COUNTER, "content-encoding", "br"},
            new String[] {COUNTER, "idempotency-key", "%%% %%%"},
            new String[] {COUNTER, "host", "elsewhere.example"})) {
      compare(extra[0], extra[1], extra[2], "{\"sessionId\":1}");
    }
    server.awaitBalance();
  }

  private void compare(String path, String name, String value, String body) throws Exception {
    String line = name.isEmpty() || name.equals("host") ? "" : name + ": " + value + "\r\n";
    byte[] old = WireClient.post(path, line, body);
    Http2Headers head = FrameClient.post(path);
    head.addInt("content-length", body.length());
    if (name.equals("host")) {
      head.authority(value);
      old =
          new String(old, StandardCharsets.US_ASCII)
              .replace("Host: localhost", "Host: " + value)
              .getBytes(StandardCharsets.US_ASCII);
    } else if (!name.isEmpty()) {
      head.add(name, value);
    }
    try (WireClient http1 = new WireClient(server.port());
        FrameClient http2 = open()) {
      WireClient.Response expected = http1.exchange(old);
      http2.request(1, head, body);
      Response response = http2.response();
      assertThat(response.status()).as(name).isEqualTo(expected.status());
      assertThat(withoutId(response.body())).isEqualTo(withoutId(expected.body()));
      assertThat(response.headers().size() - 1).isEqualTo(expected.headers().size());
      expected
          .headers()
          .forEach(
              (key, text) -> {
                if (!key.equals("date")) {
                  assertThat(response.headers().get(key)).as(key).hasToString(text);
                }
              });
    }
  }

  private static String withoutId(String body) {
    return body.replaceAll("\"requestId\":\"[^\"]*\"", "");
  }

  @Test
  void aPreflightIsAnsweredAndHeadHasNoBody() throws Exception {
    start(Map.of("streams.counter.cors-origins", "https://a.example"));
    try (FrameClient client = open()) {
      Http2Headers preflight =
          FrameClient.post(COUNTER)
              .method("OPTIONS")
              .add("origin", "https://a.example")
              .add("access-control-request-method", "POST");
      client.request(1, preflight, null);
      Response allowed = client.response();
      assertThat(allowed.status()).isEqualTo(204);
      assertThat(allowed.headers().get("access-control-allow-methods")).hasToString("POST");
      client.request(3, FrameClient.post(COUNTER).method("HEAD"), null);
      Response head = client.response();
      assertThat(head.status()).isEqualTo(405);
      assertThat(head.body()).isEmpty();
      assertThat(head.headers().getInt("content-length")).isPositive();
    }
  }

  @Test
  void headsBeyondTheLimitsAreRejectedAndTheConnectionGoesOn() throws Exception {
    start(Map.of());
    try (FrameClient client = open()) {
      client.request(1, FrameClient.post(COUNTER).add("x", "x".repeat(9_000)), EVENT);
      assertThat(client.response().status()).isEqualTo(431);
      client.request(3, FrameClient.post(COUNTER + "?" + "x".repeat(5_000)), EVENT);
      assertThat(client.response().status()).isEqualTo(414);
      client.request(5, FrameClient.post(COUNTER).add("x", "x".repeat(16_300)), null);
      Response notDecoded = client.response();
      assertThat(notDecoded.status()).isEqualTo(431);
      assertThat(notDecoded.body()).contains("headers-too-large");
      client.event(7);
      assertThat(client.response().status()).isEqualTo(201);
    }
    server.awaitBalance();
    assertThat(server.ledger().received()).isEqualTo(4);
  }

  @Test
  void malformedHeadsAreErrorsOfTheirStream() throws Exception {
    start(Map.of("http.hosts", "*"));
    List<Http2Headers> malformed =
        List.of(
            FrameClient.post("http://elsewhere.example/"),
            FrameClient.post(""),
            FrameClient.post("/a b"),
            FrameClient.post(COUNTER).add("host", "elsewhere.example"),
            FrameClient.post(COUNTER).add("host", "localhost").add("host", "elsewhere.example"),
            FrameClient.post(COUNTER).add("x", "a\nb"),
            FrameClient.post(COUNTER).add("x", " a"),
            FrameClient.post(COUNTER).authority("user@localhost"),
            FrameClient.post(COUNTER).method("PO ST"),
            new DefaultHttp2Headers(false).method("POST").path(COUNTER).authority("localhost"),
            new DefaultHttp2Headers().method("POST").path(COUNTER).scheme("http"));
    try (FrameClient client = open()) {
      int stream = 1;
      for (Http2Headers head : malformed) {
        client.request(stream, head, null);
        Frame reset = client.read(FrameClient.RST_STREAM);
        assertThat(reset.stream()).as("%s", head).isEqualTo(stream);
        assertThat(reset.error()).isEqualTo((int) Http2Error.PROTOCOL_ERROR.code());
        stream += 2;
      }
      client.event(stream);
      assertThat(client.response().status()).isEqualTo(201);
    }
    server.awaitBalance();
    assertThat(server.ledger().received()).isEqualTo(malformed.size() + 1);
  }

  /** The reason comes before the reset, for whoever reads it. */
  @Test
  void aMalformedHeadIsAnsweredBeforeTheReset() throws Exception {
    start(Map.of("http.hosts", "*"));
    try (FrameClient client = open()) {
      client.request(1, FrameClient.post(COUNTER).add("host", "elsewhere.example"), null);
      Response response = client.response();
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.body()).contains("Host and :authority differ");
      assertThat(response.reset()).isEqualTo((int) Http2Error.PROTOCOL_ERROR.code());
    }
    server.awaitBalance();
  }

  @Test
  void connectionHeadersAreErrorsOfTheirStreamAndCounted() throws Exception {
    start(Map.of());
    try (FrameClient client = open()) {
      int stream = 1;
      for (String[] header :
          List.of(
              new String[] {"connection", "close"},
              new String[] {":path", "/other"},
              new String[] {"transfer-encoding", "chunked"},
              new String[] {"upgrade", "h2c"},
              new String[] {"te", "gzip"})) {
        client.request(stream, FrameClient.post(COUNTER).add(header[0], header[1]), null);
        Frame reset = client.read(FrameClient.RST_STREAM);
        assertThat(reset.error()).isEqualTo((int) Http2Error.PROTOCOL_ERROR.code());
        stream += 2;
      }
      client.event(stream);
      assertThat(client.response().status()).isEqualTo(201);
    }
    server.awaitBalance();
    assertThat(server.ledger().received()).isEqualTo(6);
  }

  /** Nobody could be told what became of it. */
  @Test
  void aRequestBehindAFaultOfItsConnectionIsNotTaken() throws Exception {
    start(Map.of());
    try (FrameClient client = open()) {
      client.event(1);
      assertThat(client.response().status()).isEqualTo(201);
      byte[] fault = FrameClient.frame(FrameClient.DATA, 0, 1, new byte[1]);
      int ends = FrameClient.END_HEADERS | FrameClient.END_STREAM;
      byte[] head = client.encode(FrameClient.post("/nowhere").method("HEAD"));
      byte[] request = FrameClient.frame(FrameClient.HEADERS, ends, 3, head);
      client.send(
          ByteBuffer.allocate(fault.length + request.length).put(fault).put(request).array());
      assertThat(client.read(FrameClient.GOAWAY).error())
          .isEqualTo((int) Http2Error.STREAM_CLOSED.code());
      assertThat(client.read()).isNull();
    }
    TestGateway.await("it is closed", () -> server.openConnections() == 0);
    assertThat(server.ledger().received()).isEqualTo(1);
  }

  /** A frame of a closed stream is whole, though nobody looks at it. */
  @Test
  void aFrameOfAClosedStreamIsNoSlowFrame() throws Exception {
    start(Map.of("http.request-timeout-ms", "1500"));
    try (FrameClient client = open();
        FrameClient slow = open()) {
      client.event(1);
      assertThat(client.response().status()).isEqualTo(201);
      server.hold();
      client.event(3);
      TestGateway.await("it has come", () -> server.ledger().inFlight() == 1);
      client.send(FrameClient.WINDOW_UPDATE, 0, 1, FrameClient.number(1));
      for (int stream = 1; stream <= 3; stream += 2) { // Each takes the time of a slow frame.
        slow.send(
            FrameClient.HEADERS,
            FrameClient.END_HEADERS,
            stream,
            slow.encode(FrameClient.post(COUNTER)));
        assertThat(slow.response().status()).isEqualTo(408);
      }
      server.release();
      assertThat(client.response().status()).isEqualTo(201);
    }
    server.awaitBalance();
  }

  @Test
  void whatIsLateIsRejectedResetOrClosed() throws Exception {
    start(Map.of("http.request-timeout-ms", "2500"));
    byte[] noWindow = {0, 4, 0, 0, 0, 0}; // SETTINGS_INITIAL_WINDOW_SIZE
    try (FrameClient slowBody = open();
        FrameClient noPreface = new FrameClient(server.port());
        FrameClient halfHead = open();
        FrameClient takesNothing = FrameClient.open(server.port(), noWindow)) {
      slowBody.send(
          FrameClient.HEADERS,
          FrameClient.END_HEADERS,
          1,
          slowBody.encode(FrameClient.post(COUNTER)));
      noPreface.send("PRI * HTTP/2.0\r\n".getBytes(StandardCharsets.US_ASCII));
      halfHead.send(new byte[] {0, 0, 10, FrameClient.HEADERS});
      takesNothing.event(1);
      assertThat(slowBody.response().status()).isEqualTo(408);
      assertThat(noPreface.read()).isNull();
      assertThat(halfHead.read(FrameClient.GOAWAY)).isNotNull();
      assertThat(takesNothing.read(FrameClient.RST_STREAM).error())
          .isEqualTo((int) Http2Error.CANCEL.code());
    }
    server.awaitBalance();
  }

  @Test
  void anIdleConnectionIsToldThatItEnds() throws Exception {
    start(Map.of("http.idle-timeout-ms", "2000"));
    try (FrameClient client = open()) {
      client.event(1);
      assertThat(client.response().status()).isEqualTo(201);
      Frame last = client.read(FrameClient.GOAWAY);
      assertThat(last.error()).isZero();
      assertThat(last.lastStream()).isEqualTo(1);
      assertThat(client.read()).isNull();
    }
  }

  @Test
  void itDrainsInTwoSteps() throws Exception {
    start(Map.of());
    try (FrameClient client = open()) {
      client.event(1);
      assertThat(client.response().status()).isEqualTo(201);
      server.hold();
      client.event(3);
      TestGateway.await("it has come", () -> server.ledger().inFlight() == 1);
      server.drain();
      assertThat(client.read(FrameClient.GOAWAY).lastStream()).isEqualTo(Integer.MAX_VALUE);
      Frame ping = client.read(FrameClient.PING);
      client.event(5);
      assertThat(client.response().status()).isEqualTo(503);
      client.send(FrameClient.PING, FrameClient.ACK, 0, ping.payload());
      assertThat(client.read(FrameClient.GOAWAY).lastStream()).isEqualTo(5);
      server.release();
      assertThat(client.response().status()).isEqualTo(201);
      assertThat(client.read()).as("the connection ends").isNull();
    }
    server.awaitBalance();
  }

  @Test
  void itCanBeSwitchedOff() throws Exception {
    start(Map.of("http.versions", "1.1"));
    try (WireClient client = new WireClient(server.port())) {
      client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(505);
    }
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    HttpResponse<String> response = client.send(event(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
  }
}
