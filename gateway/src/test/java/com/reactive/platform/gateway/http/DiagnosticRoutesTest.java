package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Diagnostic routes, over real sockets: however a request ends there, the ledger has no part in it.
 */
class DiagnosticRoutesTest {
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = new TestServer(Map.of("diagnostics.routes", "true"), Authenticator.NONE);
  }

  @AfterEach
  void theLedgerKnowsNothing() {
    assertThat(server.ledger().balanced()).as("%s", server.ledger()).isTrue();
    assertThat(server.ledger().received()).isZero();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /api/counter/no-kafka, application/json, 200",
    "POST, /api/counter/no-kafka?x=1, application/json, 200",
    "POST, /api/counter/raw, application/json, 202",
    "POST, /api/counter/direct, application/json, 202",
    "POST, /api/counter/no-kafka, text/plain, 415",
    "POST, /api/counter/direct, text/plain, 415",
    "POST, /api/counter/raw, text/plain, 415",
    "PUT, /api/counter/raw, application/json, 405"
  })
  void whateverItsAnswer(String method, String target, String type, int status) throws Exception {
    String request =
        "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(method, target, type, EVENT.length(), EVENT);
    try (WireClient client = new WireClient(server.port())) {
      client.send(request.getBytes(StandardCharsets.US_ASCII));
      assertThat(client.read().status()).isEqualTo(status);
    }
  }

  /** Nothing goes to the sink, which would hold it and answer neither. */
  @Test
  void whileNothingIsAcked() throws Exception {
    server.hold();
    try (WireClient client = new WireClient(server.port())) {
      for (int i = 0; i < 3; i++) {
        client.send(WireClient.post("/api/counter/no-kafka", "", EVENT));
        client.send(WireClient.post("/api/counter/raw", "", EVENT));
      }
      for (int i = 0; i < 3; i++) {
        assertThat(client.read().status()).isEqualTo(200);
        assertThat(client.read().status()).isEqualTo(202);
      }
    }
  }

  /** As the client takes it, whatever becomes of it; what it does not take may be sent again. */
  @Test
  void whatGoesStraightToTheClientIsAnsweredAtOnce() throws Exception {
    server.hold();
    try (WireClient client = new WireClient(server.port())) {
      WireClient.Response taken =
          client.exchange(WireClient.post("/api/counter/direct", "Idempotency-Key: k1\r\n", EVENT));
      WireClient.Response unreadable =
          client.exchange(WireClient.post("/api/counter/direct", "", "{no JSON"));
      server.takingDirect = false;
      WireClient.Response full = client.exchange(WireClient.post("/api/counter/direct", "", EVENT));

      assertThat(taken.status()).isEqualTo(202);
      assertThat(taken.field("eventId")).isEqualTo("k1");
      assertThat(taken.field("requestId")).matches("[0-9a-f]{32}");
      assertThat(unreadable.status()).isEqualTo(400);
      assertThat(full.status()).isEqualTo(503);
      assertThat(server.direct).hasValue(1);
    }
  }

  @Test
  void whoLeavesInTheMiddle() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      byte[] whole = WireClient.post("/api/counter/raw", "", EVENT);
      client.send(Arrays.copyOf(whole, whole.length - 5));
      TestGateway.await("it is there", () -> server.openConnections() == 1);
    }
    TestGateway.await("it is gone", () -> server.openConnections() == 0);
  }
}
