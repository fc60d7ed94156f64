package com.reactive.platform.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What clients of a stream of events are told when it does not go as it should. */
@Timeout(120)
class PublishStreamTest {
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
  private static final String HEAD =
      "POST /reactive.counter.Publisher/PublishStream HTTP/1.1\r\nhost: localhost\r\n"
          + "content-type: application/connect+json\r\ntransfer-encoding: chunked\r\n\r\n";

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(envelope(0, "[]"), "invalid_argument"),
        Arguments.of(envelope(0, "{\"sequence\":\"1\",\"event\":{"), "invalid_argument"),
        Arguments.of(
            envelope(0, request(2).getBytes(StandardCharsets.UTF_16BE)), "invalid_argument"),
        Arguments.of(envelope(0, "{\"idempotencyKey\":[\"k\"]}"), "invalid_argument"),
        Arguments.of(envelope(8, request(2)), "internal"),
        Arguments.of(envelope(1, request(2)), "internal"),
        Arguments.of(new byte[] {0, 127, -1, -1, -1}, "resource_exhausted"),
        Arguments.of(new byte[] {0, -1, -1, -1, -1}, "resource_exhausted"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void afterAFaultWhatIsInFlightGetsItsResult(byte[] fault, String code) throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      server.hold();
      client.send(HEAD);
      // In one piece: the fault is seen together with the event.
      client.send(chunk(envelope(0, request(1)), fault, envelope(0, request(3))));
      TestGateway.await("the event is taken", () -> server.ledger().pending() == 1);
      server.release();
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(body(client))
          .contains("{\"sequence\":\"1\",\"response\":{", "\"offset\":\"0\"")
          .contains("{\"error\":{\"code\":\"" + code + "\"")
          .doesNotContain("\"sequence\":\"3\"");
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.ACKED, 1L);
    }
  }

  @Test
  void theResultOfARepeatSaysThatItIsOne() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(HEAD);
      String keyed = request(1).replaceFirst("}$", ",\"idempotencyKey\":\"k\"}");
      client.send(chunk(envelope(0, keyed), envelope(0, keyed)));
      client.send("0\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(body(client))
          .containsOnlyOnce("\"offset\":\"0\"}")
          .containsOnlyOnce("\"offset\":\"0\",\"replayed\":true}");
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.REPLAYED, 1L);
    }
  }

  @Test
  void faultyMessagesCountAgainstTheRateToo() throws Exception {
    Map<String, String> settings =
        Map.of("limits.requests-per-second-per-address", "1", "limits.burst-per-address", "2");
    try (TestServer server = new TestServer(settings, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(HEAD);
      byte[] empty = envelope(0, "{\"sequence\":\"1\"}");
      client.send(chunk(empty, empty, empty, empty, empty));
      client.send("0\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(body(client)).contains("event is missing").contains("exceeds its rate");
      server.awaitBalance();
    }
  }

  @Test
  void theBytesOfAStreamCountWhileItRuns() throws Exception {
    Map<String, String> settings =
        Map.of("limits.bytes-per-second-per-address", "1", "limits.burst-bytes-per-address", "10");
    try (TestServer server = new TestServer(settings, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(HEAD);
      client.send(chunk(envelope(0, request(1))));
      TestGateway.await("the first is taken", () -> server.ledger().received() == 1);
      client.send(chunk(envelope(0, request(2))));
      client.send("0\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(body(client)).contains("\"offset\":\"0\"").contains("exceeds its rate of bytes");
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.RATE_LIMITED, 1L);
    }
  }

  /** It is charged once it has been admitted, as any other body. */
  @Test
  void aMessageThatIsLargerThanTheBurstComesThroughAfterAPause() throws Exception {
    Map<String, String> settings =
        Map.of(
            "limits.bytes-per-second-per-address", "2000",
            "limits.burst-bytes-per-address", "20");
    try (TestServer server = new TestServer(settings, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(HEAD);
      for (int i = 1; i <= 4; i++) {
        byte[] message = envelope(0, request(i));
        assertThat(message.length).isGreaterThan(20);
        client.send(chunk(message));
        int taken = i;
        TestGateway.await("it is taken", () -> server.ledger().received() == taken);
        Thread.sleep(message.length); // Twice as long as it takes to pay it off.
      }
      client.send("0\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(body(client)).contains("\"offset\":\"3\"").doesNotContain("exceeds");
      server.awaitBalance();
    }
  }

  @Test
  void anEventThatComesAloneGetsItsResponse() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      WireClient.Response response =
          client.exchange(WireClient.post("/reactive.counter.Publisher/Publish", "", EVENT));
      assertThat(response.status()).isEqualTo(200);
      assertThat(response.field("offset")).isEqualTo("0");
      server.awaitBalance();
    }
  }

  @Test
  void theKeyMayStandInQuotesAsInOtherRequests() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      String key = "idempotency-key: \"k-1\"\r\n";
      WireClient.Response response =
          client.exchange(WireClient.post("/reactive.counter.Publisher/Publish", key, EVENT));
      assertThat(response.field("eventId")).isEqualTo("k-1");
      assertThat(client.exchange(WireClient.post("/api/counter", key, EVENT)).field("eventId"))
          .isEqualTo("k-1");
    }
  }

  private static String request(int sequence) {
    return "{\"sequence\":\"" + sequence + "\",\"event\":" + EVENT + "}";
  }

  private static byte[] envelope(int flags, String message) {
    return envelope(flags, message.getBytes(UTF_8));
  }

  private static byte[] envelope(int flags, byte[] message) {
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) flags)
        .putInt(message.length)
        .put(message)
        .array();
  }

  private static byte[] chunk(byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    chunk.writeBytes((Integer.toHexString(content.size()) + "\r\n").getBytes(UTF_8));
    chunk.writeBytes(content.toByteArray());
    chunk.writeBytes("\r\n".getBytes(UTF_8));
    return chunk.toByteArray();
  }

  private static String body(WireClient client) throws IOException {
    StringBuilder body = new StringBuilder();
    for (String chunk = client.readChunk(); !chunk.isEmpty(); chunk = client.readChunk()) {
      body.append(chunk);
    }
    return body.toString();
  }
}
