package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.InFlightLimiter;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Caller;
import com.reactive.platform.gateway.testing.FrameClient;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Under overload the largest sender is refused first, over real sockets. */
@Timeout(300)
class FairSheddingTest {
  private static final String BODY = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
  private static final String COUNTER = "/api/counter";
  private static final String UNARY = "/reactive.counter.Publisher/Publish";
  private static final String NO_ROOM = "nothing was written; try again shortly";
  private static final String OVER_SHARE =
      "this sender has more events waiting than its share; nothing was written; try again shortly";

  private static final int LIMIT = 1_024;

  /** A pause of Kafka begins after a quarter of it, which no test reaches: the limit stays. */
  private static final Map<String, String> STEADY = Map.of("http.max-wait-ms", "900000");

  /**
   * The hashes of the two, and those of the addresses below, differ in their first ten bits only:
   * so they are in two buckets, whatever the seed.
   */
  private static final String LARGE = "x-api-key: large\r\n";

  private static final String SMALL = "x-api-key: small-11409783\r\n";

  /** The key is the name. */
  private static final Authenticator BY_NAME =
      credentials -> Authenticator.Verdict.of(new Caller(credentials.apiKey(), Set.of("*")));

  private static TestServer server(Map<String, String> more, Authenticator authenticator)
      throws Exception {
    Map<String, String> settings = new HashMap<>(STEADY);
    settings.putAll(more);
    return new TestServer(settings, 1 << 20, LIMIT, authenticator);
  }

  private static byte[] event(String headers) {
    return WireClient.post(COUNTER, headers, BODY);
  }

  /** Sends without waiting for outcomes until one is refused; returns how many were taken. */
  private static int flood(WireClient client, String headers, String detail) throws IOException {
    byte[] event = event("prefer: respond-async\r\n" + headers);
    int taken = 0;
    WireClient.Response response = client.exchange(event);
    while (response.status() == 202) {
      taken++;
      response = client.exchange(event);
    }
    assertThat(response.status()).as(response.body()).isEqualTo(503);
    assertThat(response.field("type")).isEqualTo("urn:reactive:problem:overloaded");
    assertThat(response.field("detail")).isEqualTo(detail);
    assertThat(response.headers().get("retry-after")).matches("[1-3]");
    return taken;
  }

  private static InFlightLimiter.Load load(TestServer server) {
    return server.load().pipelines().get(0);
  }

  /** Kafka stands still; while one key floods, another gets in, and both when it goes on. */
  @Test
  void whileOneKeyFloodsAnotherGetsItsEventsIn() throws Exception {
    try (TestServer server = server(Map.of(), BY_NAME);
        WireClient large = new WireClient(server.port());
        WireClient small = new WireClient(server.port())) {
      server.hold();
      small.send(event(SMALL));
      TestGateway.await("it is taken", () -> server.ledger().pending() == 1);
      int taken = flood(large, LARGE, OVER_SHARE);
      assertThat(taken).isEqualTo(LIMIT * 3 / 4);

      int more = 30;
      for (int i = 0; i < more; i++) {
        small.send(event(SMALL));
        int pending = taken + 2 + i;
        TestGateway.await("it is taken", () -> server.ledger().pending() == pending);
        assertThat(flood(large, LARGE, OVER_SHARE)).isZero();
      }
      TestGateway.await("they are counted", () -> load(server).overShare() == more + 1);
      assertThat(load(server).refused()).isZero();

      server.release();
      for (int i = 0; i <= more; i++) {
        assertThat(small.read().status()).isEqualTo(201);
      }
      server.awaitBalance();
      assertThat(server.ledger().ended())
          .containsEntry(Outcome.ACKED, taken + more + 1L)
          .containsEntry(Outcome.FULL, more + 1L);
      server.hold();
      assertThat(flood(large, LARGE, NO_ROOM)).as("alone again").isEqualTo(LIMIT);
    }
  }

  /** By any protocol: the flood of one is that of the same sender by another. */
  @Test
  void allProtocolsCountForTheSameSender() throws Exception {
    try (TestServer server = server(Map.of(), BY_NAME);
        WireClient large = new WireClient(server.port());
        WireClient small = new WireClient(server.port())) {
      server.hold();
      small.send(WireClient.post(UNARY, SMALL, BODY));
      TestGateway.await("it is taken", () -> server.ledger().pending() == 1);
      int taken = flood(large, LARGE, OVER_SHARE);

      WireClient.Response unary = large.exchange(WireClient.post(UNARY, LARGE, BODY));
      assertThat(unary.status()).isEqualTo(503);
      assertThat(unary.body()).contains("unavailable").contains(OVER_SHARE);
      try (WireClient stream = new WireClient(server.port());
          FrameClient http2 = FrameClient.open(server.port())) {
        sendStream(stream, LARGE);
        assertThat(streamed(stream)).contains("\"code\":14", OVER_SHARE);
        http2.request(1, FrameClient.post(COUNTER).add("x-api-key", "large"), BODY);
        assertThat(http2.response().body()).contains("overloaded", OVER_SHARE);
      }

      // Of the small one all are taken.
      try (WireClient stream = new WireClient(server.port());
          FrameClient http2 = FrameClient.open(server.port())) {
        sendStream(stream, SMALL);
        TestGateway.await("it is taken", () -> server.ledger().pending() == taken + 2);
        http2.request(1, FrameClient.post(COUNTER).add("x-api-key", "small-11409783"), BODY);
        TestGateway.await("it is taken", () -> server.ledger().pending() == taken + 3);
        server.release();
        assertThat(small.read().status()).isEqualTo(200);
        assertThat(streamed(stream)).contains("\"offset\"");
        assertThat(http2.response().status()).isEqualTo(201);
      }
      server.awaitBalance();
    }
  }

  private static void sendStream(WireClient client, String keyHeader) throws IOException {
    String message = "{\"sequence\":\"1\",\"event\":" + BODY + "}";
    client.send(
        "POST /reactive.counter.Publisher/PublishStream HTTP/1.1\r\nhost: localhost\r\n"
            + "content-type: application/connect+json\r\n"
            + keyHeader
            + "content-length: %d\r\n\r\n".formatted(5 + message.length())
            + "\0\0\0\0" // no flags, and the length
            + (char) message.length()
            + message);
  }

  private static String streamed(WireClient client) throws IOException {
    assertThat(client.read().status()).isEqualTo(200);
    StringBuilder body = new StringBuilder();
    for (String chunk = client.readChunk(); !chunk.isEmpty(); chunk = client.readChunk()) {
      body.append(chunk);
    }
    return body.toString();
  }

  /** Where nobody has a name, the address behind the proxy counts; of IPv6 its first 64 bits. */
  @ParameterizedTest
  @CsvSource({
    "198.51.100.7, 198.51.100.7, 203.51.100.7",
    "2001:db8:0:1::1, 2001:db8:0:1:2:3:4:5, 2401:db8:0:1::1"
  })
  void withoutNamesSendersAreAddresses(String large, String sameSender, String small)
      throws Exception {
    Map<String, String> proxied = Map.of("limits.trusted-proxies", "127.0.0.0/8, ::1");
    try (TestServer server = server(proxied, Authenticator.NONE);
        WireClient proxy = new WireClient(server.port());
        WireClient other = new WireClient(server.port())) {
      server.hold();
      other.send(event(forwardedFor(small)));
      TestGateway.await("it is taken", () -> server.ledger().pending() == 1);
      int taken = flood(proxy, forwardedFor(large), OVER_SHARE);
      assertThat(taken).isEqualTo(LIMIT * 3 / 4);
      assertThat(flood(proxy, forwardedFor(sameSender), OVER_SHARE)).isZero();
      byte[] event = event("prefer: respond-async\r\n" + forwardedFor(small));
      assertThat(proxy.exchange(event).status()).as("over the same connection").isEqualTo(202);
      server.release();
      assertThat(other.read().status()).isEqualTo(201);
      server.awaitBalance();
    }
  }

  /** What a client says of itself is not believed: all connections of an address are one sender. */
  @Test
  void anAddressThatIsAloneHasTheWholeLimit() throws Exception {
    try (TestServer server = server(Map.of(), Authenticator.NONE);
        WireClient one = new WireClient(server.port());
        WireClient another = new WireClient(server.port())) {
      server.hold();
      one.send(event(forwardedFor("198.51.100.7")));
      TestGateway.await("it is taken", () -> server.ledger().pending() == 1);
      assertThat(flood(another, forwardedFor("198.51.100.8"), NO_ROOM)).isEqualTo(LIMIT - 1);
      server.release();
      assertThat(one.read().status()).isEqualTo(201);
      server.awaitBalance();
    }
  }

  private static String forwardedFor(String address) {
    return "x-forwarded-for: " + address + "\r\n";
  }
}
