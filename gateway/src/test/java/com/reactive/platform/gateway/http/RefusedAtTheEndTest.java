package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that are refused at their last byte, where only one answer may be owed at a time. */
class RefusedAtTheEndTest {
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
  private static final int ROUNDS = 200;

  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = new TestServer(Map.of("http.max-pipelined", "1"), Authenticator.NONE);
  }

  @AfterEach
  void everyRequestHasItsEnd() throws Exception {
    server.awaitBalance();
    server.close();
  }

  @Test
  void areAnsweredInTheirOrder() throws Exception {
    ByteArrayOutputStream requests = new ByteArrayOutputStream();
    for (int i = 0; i < ROUNDS; i++) {
      requests.writeBytes(post("a" + i, "{}"));
      requests.writeBytes(post("b" + i, "{\"sessionId\":"));
      requests.writeBytes(post("c" + i, EVENT));
      requests.writeBytes(WireClient.post("/nowhere", "", EVENT));
    }
    try (WireClient client = new WireClient(server.port())) {
      client.send(requests.toByteArray());
      for (int i = 0; i < ROUNDS; i++) {
        assertThat(client.read().status()).isEqualTo(422);
        assertThat(client.read().status()).isEqualTo(400);
        Response stored = client.read();
        assertThat(stored.status()).isEqualTo(201);
        assertThat(stored.field("eventId")).isEqualTo("c" + i);
        assertThat(client.read().status()).isEqualTo(404);
      }
    }
    assertThat(server.ledger().received()).isEqualTo(4 * ROUNDS);
  }

  private static byte[] post(String key, String body) {
    return WireClient.post("/api/counter", "Idempotency-Key: " + key + "\r\n", body);
  }
}
