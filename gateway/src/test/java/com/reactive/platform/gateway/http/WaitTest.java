package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How long answers wait, over real sockets and with a sink that acks when it is told to. */
@Execution(ExecutionMode.CONCURRENT)
class WaitTest {
  private TestServer server;
  private WireClient client;

  @BeforeEach
  void start() throws Exception {
    server = new TestServer(Map.of(), Authenticator.NONE);
    client = new WireClient(server.port());
  }

  /** Whatever was answered, each event has its outcome in the ledger. */
  @AfterEach
  void stop() throws Exception {
    server.release();
    server.awaitBalance();
    assertThat(server.ledger().ended()).containsEntry(Outcome.ACKED, server.ledger().received());
    client.close();
    server.close();
  }

  @Test
  void anOutcomeInTimeIsTold() throws Exception {
    assertAnswer(client.exchange(event("a", "wait=50")), 201, "wait=50", "a");
    assertAnswer(client.exchange(event("b", "respond-async, wait=50")), 201, "wait=50", "b");
  }

  @Test
  void whoDoesNotWaitIsAnsweredAtOnce() throws Exception {
    server.hold();
    assertAnswer(client.exchange(event("a", "respond-async")), 202, "respond-async", "a");
    assertAnswer(client.exchange(event("b", "respond-async, wait=0")), 202, "respond-async", "b");
  }

  @Test
  void whoWaitsNoLongerIsToldThatItIsUnknown() throws Exception {
    server.hold();
    long startNanos = System.nanoTime();
    Response response = client.exchange(event("a", "wait=1"));
    assertThat(System.nanoTime() - startNanos).isGreaterThan(TimeUnit.SECONDS.toNanos(1));
    assertAnswer(response, 504, "wait=1", "a");
    assertThat(response.field("type")).isEqualTo("urn:reactive:problem:unknown");
    server.release();
    assertAnswer(client.exchange(event("b", "wait=50")), 201, "wait=50", "b");
  }

  @Test
  void orThatItIsAcceptedIfThatIsPreferred() throws Exception {
    server.hold();
    long startNanos = System.nanoTime();
    Response response = client.exchange(event("a", "respond-async, wait=1"));
    assertThat(System.nanoTime() - startNanos).isGreaterThan(TimeUnit.SECONDS.toNanos(1));
    assertAnswer(response, 202, "respond-async, wait=1", "a");
  }

  /** In the order of the requests, whoever is ready first. */
  @Test
  void answersStayInOrder() throws Exception {
    server.hold();
    client.send(event("a", "wait=2"));
    client.send(event("b", "wait=1"));
    client.send(event("c", "respond-async"));
    client.send(event("d", "return=minimal"));
    client.send(event("e", "respond-async, wait=50"));
    assertAnswer(client.read(), 504, "wait=2", "a");
    assertAnswer(client.read(), 504, "wait=1", "b");
    assertAnswer(client.read(), 202, "respond-async", "c");
    server.release();
    assertAnswer(client.read(), 201, null, "d");
    assertAnswer(client.read(), 201, "wait=50", "e");
  }

  private static byte[] event(String key, String prefer) {
    return WireClient.post(
        "/api/counter",
        "Prefer: " + prefer + "\r\nIdempotency-Key: " + key + "\r\n",
        "{\"sessionId\":\"s\",\"action\":\"increment\"}");
  }

  private static void assertAnswer(Response response, int status, String applied, String key) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().get("preference-applied")).isEqualTo(applied);
    assertThat(response.field("eventId")).isEqualTo(key);
  }
}
