package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many answers at once, over real sockets: each is there once, whole and in its order. */
class PipelinedResponsesTest {
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
  private static final String NOWHERE = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private TestServer server;

  @AfterEach
  void everyRequestHasItsEnd() throws Exception {
    server.release();
    server.awaitBalance();
    server.close();
  }

  /**
   * Behind one that is not acked, more wait than go into one buffer. Most of the events find the
   * stripe full.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 128, 10_000})
  void allThatWaitedGoesOutInOrder(int maxPipelined) throws Exception {
    start(maxPipelined);
    server.hold();
    int rounds = 300;
    try (WireClient client = new WireClient(server.port())) {
      ByteArrayOutputStream requests = new ByteArrayOutputStream();
      for (int i = 0; i < rounds; i++) {
        requests.writeBytes(event("a" + i, ""));
        requests.writeBytes(event("b" + i, "Prefer: respond-async\r\n"));
        requests.writeBytes(ascii(NOWHERE));
        requests.writeBytes(ascii(NOWHERE.replace("GET", "HEAD")));
      }
      client.send(requests.toByteArray());
      TestGateway.await("the first is held", () -> server.ledger().pending() > 0);
      server.release();
      Map<Integer, Integer> seen = new HashMap<>();
      for (int i = 0; i < rounds; i++) {
        assertAnswer(client.read(), 201, "a" + i, seen);
        assertAnswer(client.read(), 202, "b" + i, seen);
        assertThat(client.read().status()).isEqualTo(404);
        assertThat(client.readHeadOnly().headers()).containsKey("content-length");
      }
      assertThat(seen).containsKeys(201, 202);
    }
  }

  private static void assertAnswer(
      Response answer, int status, String key, Map<Integer, Integer> seen) {
    seen.merge(answer.status(), 1, Integer::sum);
    if (answer.status() != 503) {
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.field("eventId")).isEqualTo(key);
    }
  }

  /** More answers than sockets hold, to a client that sends on and reads nothing at first. */
  @Test
  void aClientThatReadsLateGetsAll() throws Exception {
    start(128);
    int requests = 30_000;
    try (WireClient client = new WireClient(server.port())) {
      CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> sendMany(client, requests));
      TestGateway.await("many were read", () -> server.ledger().received() > requests / 20);
      for (int i = 0; i < requests; i++) {
        assertThat(client.read().status()).isEqualTo(i % 100 == 0 ? 201 : 404);
      }
      sender.get();
    }
  }

  private static void sendMany(WireClient client, int requests) {
    try {
      for (int i = 0; i < requests; i++) {
        client.send(i % 100 == 0 ? event("k" + i, "") : ascii(NOWHERE));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whoGoesAwayLeavesNothingBehind() throws Exception {
    start(128);
    server.hold();
    for (int i = 0; i < 20; i++) {
      try (WireClient client = new WireClient(server.port())) {
        client.send(event("k", ""));
        client.send(NOWHERE.repeat(200));
        int opened = i + 1;
        TestGateway.await("they wait", () -> server.ledger().received() >= 2L * opened);
      }
    }
    server.release();
    TestGateway.await("all are gone", () -> server.openConnections() == 0);
  }

  /** What is asked in between stays in order, too. */
  @Test
  void aClientIsAskedForTheBodyBehindARefusal() throws Exception {
    start(128);
    try (WireClient client = new WireClient(server.port())) {
      client.send(
          NOWHERE
              + "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: "
              + EVENT.length()
              + "\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(404);
      assertThat(client.read().status()).isEqualTo(100);
      client.send(EVENT);
      assertThat(client.read().status()).isEqualTo(201);
    }
  }

  /** Chunks may have a trailer; one connection has such requests and others in turn. */
  @Test
  void trailersAreReadWhereThereMayBeSome() throws Exception {
    start(128);
    String chunked =
        "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n%s\r\n";
    try (WireClient client = new WireClient(server.port())) {
      for (int i = 0; i < 3; i++) {
        client.send(event("k", ""));
        client.send(chunked.formatted(EVENT.length(), EVENT, "X-Checksum: 1\r\n"));
        client.send(chunked.formatted(EVENT.length(), EVENT, ""));
      }
      for (int i = 0; i < 9; i++) {
        assertThat(client.read().status()).isEqualTo(201);
      }
      client.send(chunked.formatted(EVENT.length(), EVENT, "Host: other\r\n"));
      assertThat(client.read().status()).isEqualTo(400);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: https://shop.example%sX-Injected: 1\r\n",
        "Prefer: wait=50%sX-Injected: 1\r\n",
        "Prefer: respond-async%sX-Injected: 1\r\n",
        "Idempotency-Key: k%sX-Injected: 1\r\n",
        "Idempotency-Key: \"k%sX-Injected: 1\"\r\n"
      })
  void whatARequestSaysIsNoHeaderOfItsAnswer(String header) throws Exception {
    start(128);
    for (String separator : new String[] {"\r\n ", "\r", "\n", "\u0000", "\u0085", "%0d%0a"}) {
      try (WireClient client = new WireClient(server.port())) {
        client.send(event("", header.formatted(separator)));
        Response response = client.read();
        assertThat(response.status()).isIn(201, 202, 400, 403);
        assertThat(response.headers()).doesNotContainKey("x-injected");
      }
    }
  }

  private void start(int maxPipelined) throws Exception {
    server =
        new TestServer(
            Map.of(
                "http.max-pipelined",
                Integer.toString(maxPipelined),
                "streams.counter.cors-origins",
                "https://shop.example"),
            Authenticator.NONE);
  }

  private static byte[] event(String key, String headers) {
    String keyHeader = key.isEmpty() ? "" : "Idempotency-Key: " + key + "\r\n";
    return WireClient.post("/api/counter", keyHeader + headers, EVENT);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
