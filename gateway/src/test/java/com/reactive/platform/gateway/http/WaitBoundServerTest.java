package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.InFlightLimiter;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The bound on what waits for Kafka, over real sockets. */
class WaitBoundServerTest {
  /** The least limit, so that there are some events to measure by. */
  private static final int LEAST = 512;

  private static final Map<String, String> IMPATIENT = Map.of("http.max-wait-ms", "500");

  private static byte[] event(boolean async) {
    String body = "{\"action\":\"increment\",\"value\":1,\"sessionId\":\"s\"}";
    return ("POST /api/counter HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            + (async ? "prefer: respond-async\r\n" : "")
            + "content-length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static InFlightLimiter.Load load(TestServer server) {
    return server.load().pipelines().get(0);
  }

  /** The stripe has room for more; the wait has not. */
  @Test
  void whileNothingIsAcknowledgedTheLimitFallsAndThenItOpens() throws Exception {
    try (TestServer server = new TestServer(IMPATIENT, 1 << 20, 4_096, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      long most = load(server).limit();
      assertThat(most).isEqualTo(4_096);
      assertThat(client.exchange(event(true)).status()).isEqualTo(202);
      server.awaitBalance();
      server.hold();
      int taken = 1;
      int status;
      for (status = client.exchange(event(true)).status();
          status == 202 && taken < most;
          status = client.exchange(event(true)).status()) {
        taken++;
        if (taken == 2) {
          TestGateway.await("it falls", () -> load(server).limit() == LEAST);
        }
      }
      assertThat(status).isEqualTo(503);
      assertThat(taken - 1).isEqualTo(LEAST);
      TestGateway.await("it is counted", () -> load(server).refused() == 1);
      server.release();
      server.awaitBalance();
      assertThat(server.ledger().ended())
          .containsEntry(Outcome.ACKED, (long) taken)
          .containsEntry(Outcome.FULL, 1L);
      TestGateway.await("nothing waits", () -> load(server).inFlight() == 0);
      TestGateway.await(
          "it opens with what is acknowledged",
          () -> exchanged(client) == 201 && load(server).limit() == most);
      server.awaitBalance();
    }
  }

  /** Else a spool would take no more than the least while Kafka is away. */
  @Test
  void whatIsSpooledIsProgress() throws Exception {
    try (TestServer server = new TestServer(IMPATIENT, 1 << 20, 4_096, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      long most = load(server).limit();
      server.hold();
      assertThat(client.exchange(event(true)).status()).isEqualTo(202);
      TestGateway.await("it falls", () -> load(server).limit() == LEAST);
      server.partition = -1;
      server.release();
      TestGateway.await(
          "it opens with what is spooled",
          () -> exchanged(client) == 202 && load(server).limit() == most);
      server.awaitBalance();
    }
  }

  private static int exchanged(WireClient client) {
    try {
      return client.exchange(event(false)).status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Both ways by which outcomes come back are counted. */
  @Test
  void whatHasAnOutcomeIsNotInFlight() throws Exception {
    try (TestServer server = new TestServer(IMPATIENT, Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      for (int i = 0; i < 300; i++) {
        assertThat(client.exchange(event(i % 2 == 0)).status()).isEqualTo(i % 2 == 0 ? 202 : 201);
      }
      TestGateway.await("nothing waits", () -> load(server).inFlight() == 0);
      assertThat(load(server).refused()).isZero();
    }
  }
}
