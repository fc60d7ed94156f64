package com.reactive.platform.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.rpc.EchoMethod;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.UnaryMethod;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls on connections of HTTP/1.1, beside plain requests and clients of all ages. */
@Timeout(120)
class CallsOverHttp1Test {
  private static final String STREAM = "/reactive.counter.Publisher/PublishStream";
  private static final String UNARY = "/reactive.counter.Publisher/Publish";
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
  private static final byte[] CALL = WireClient.post(UNARY, "", EVENT);

  @Test
  void http10KnowsNoChunks() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(
          "POST "
              + STREAM
              + " HTTP/1.0\r\ncontent-type: application/connect+json\r\n"
              + "connection: keep-alive\r\ncontent-length: 0\r\n\r\n");
      String response = client.readToEnd();
      assertThat(response.toLowerCase(Locale.ROOT))
          .doesNotContain("transfer-encoding", "content-length")
          .contains("connection: close")
          .endsWith("\r\n\r\n\u0002\0\0\0\u0002{}");
    }
  }

  @Test
  void aRefusalOfAnExpectationClosesTheConnection() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(
          "POST "
              + UNARY
              + " HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n"
              + "expect: 100-continue\r\ncontent-length: 10\r\n\r\n");
      WireClient.Response refused = client.read();
      assertThat(refused.status()).isEqualTo(415);
      assertThat(refused.headers()).containsEntry("connection", "close");
    }
  }

  @Test
  void aCallThatWaitsBehindASlowEventDoesNotEndItsConnection() throws Exception {
    Map<String, String> settings = Map.of("http.request-timeout-ms", "100");
    try (TestServer server = new TestServer(settings, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      server.hold();
      client.send(WireClient.event("s", 1));
      client.send("GET " + UNARY + " HTTP/1.1\r\nhost: localhost\r\n\r\n");
      TestGateway.await("the event is taken", () -> server.ledger().pending() == 1);
      // By now, the call was looked at once with its timeout over.
      awaitTimeout(server);
      awaitTimeout(server);
      server.release();
      assertThat(client.read().status()).isEqualTo(201);
      assertThat(client.read().status()).isEqualTo(405);
    }
  }

  @Test
  void whatComesBehindACallWaitsForItsResponse() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      server.hold();
      ByteArrayOutputStream requests = new ByteArrayOutputStream();
      requests.write(WireClient.post("/api/counter", "Prefer: respond-async\r\n", EVENT));
      requests.write(CALL);
      requests.write(WireClient.event("t", 1));
      requests.write(CALL);
      client.send(requests.toByteArray());
      assertThat(client.read().status()).as("of the event before it").isEqualTo(202);
      TestGateway.await("the call is taken", () -> server.ledger().pending() == 2);
      client.send(CALL);
      assertThat(server.ledger().received()).isEqualTo(2);
      server.release();
      assertThat(client.read().field("requestId")).as("of the call").isNotEmpty();
      assertThat(client.read().status()).as("of the event behind it").isEqualTo(201);
      assertThat(client.read().field("requestId")).as("of the next call").isNotEmpty();
      assertThat(client.read().field("requestId")).as("of the last one").isNotEmpty();
      assertThat(server.ledger().received()).isEqualTo(5);
    }
  }

  @Test
  void aClientMayShutItsSideBehindACall() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      server.hold();
      client.send(CALL);
      client.send(CALL);
      client.shutOutput();
      TestGateway.await("the call is taken", () -> server.ledger().pending() == 1);
      server.release();
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  /** Some old clients end a body with one. */
  @Test
  void aLineEndBehindACallIsNotTheBeginningOfARequest() throws Exception {
    Map<String, String> settings = Map.of("http.request-timeout-ms", "100");
    try (TestServer server = new TestServer(settings, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      server.hold();
      client.send(CALL);
      TestGateway.await("the call is taken", () -> server.ledger().pending() == 1);
      client.send("\r\n");
      awaitTimeout(server);
      awaitTimeout(server);
      server.release();
      WireClient.Response response = client.read();
      assertThat(response.status()).isEqualTo(200);
      assertThat(response.headers()).doesNotContainKey("connection");
      assertThat(client.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
    }
  }

  @Test
  void nothingIsTakenBehindTheEndOfAConnection() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(
          "POST "
              + STREAM
              + " HTTP/1.0\r\ncontent-type: application/connect+json\r\n"
              + "connection: keep-alive\r\ncontent-length: 0\r\n\r\n"
              + new String(WireClient.event("s", 1), US_ASCII)
              + new String(WireClient.event("s", 2), US_ASCII));
      assertThat(client.readToEnd()).contains("connection: close").doesNotContain("eventId");
      assertThat(server.ledger().received()).isZero();
    }
  }

  @Test
  void aLongResponseMayWaitBehindAnEvent() throws Exception {
    byte[] message = new byte[5 + EchoMethod.MAX_BYTES];
    ByteBuffer.wrap(message).putInt(1, EchoMethod.MAX_BYTES);
    int messages = 100;
    ByteArrayOutputStream requests = new ByteArrayOutputStream();
    requests.write(WireClient.event("s", 1));
    String head =
        "POST %s HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/connect+json\r\n"
            + "content-length: %d\r\n\r\n";
    String path = EchoMethod.BIDI.path();
    requests.write(head.formatted(path, messages * message.length).getBytes(US_ASCII));
    for (int i = 0; i < messages; i++) {
      requests.write(message);
    }
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      server.serve(List.of(EchoMethod.BIDI));
      server.hold();
      client.send(requests.toByteArray());
      TestGateway.await("the event is taken", () -> server.ledger().pending() == 1);
      try (WireClient other = new WireClient(server.port())) {
        other.exchange("GET /nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n".getBytes(US_ASCII));
      }
      server.release();
      assertThat(client.read().status()).isEqualTo(201);
      assertThat(client.read().status()).isEqualTo(200);
      int bytes = 0;
      for (String chunk = client.readChunk(); !chunk.isEmpty(); chunk = client.readChunk()) {
        bytes += chunk.length();
      }
      assertThat(bytes).isGreaterThan(messages * EchoMethod.MAX_BYTES);
      assertThat(client.exchange(WireClient.event("s", 2)).status()).isEqualTo(201);
    }
  }

  @Test
  void aFaultBehindACallDoesNotTakeItsResponse() throws Exception {
    RpcMethod faulty =
        new UnaryMethod(
            "/test/Faulty",
            call -> {
              throw new IllegalStateException("by the test");
            });
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      server.serve(List.of(faulty));
      client.send(
          ("GET " + UNARY + " HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n")
              + new String(WireClient.post(faulty.path(), "", "{}"), US_ASCII));
      assertThat(client.read().status()).isEqualTo(405);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  private static void awaitTimeout(TestServer server) throws Exception {
    try (WireClient slow = new WireClient(server.port())) {
      slow.send("POST /api/counter HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n");
      assertThat(slow.read().status()).isEqualTo(408);
    }
  }

  @Test
  void aStreamEndsWhenItIsReplaced() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(
          "POST "
              + STREAM
              + " HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/connect+json\r\n"
              + "expect: 100-continue\r\ntransfer-encoding: chunked\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(100);
      server.replaceStream();
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.readChunk()).contains("\"unavailable\"", "the stream has changed");
    }
  }
}
