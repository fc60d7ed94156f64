package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.ledger.Settled;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Caller;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Repeats of an Idempotency-Key, over real sockets and with a sink that acks when it is told to.
 */
class RepeatedRequestsTest {
  private TestServer server;
  private WireClient client;
  private WireClient other;

  @BeforeEach
  void start() throws Exception {
    server = new TestServer(Map.of(), Authenticator.NONE);
    client = new WireClient(server.port());
    other = new WireClient(server.port());
  }

  @AfterEach
  void stop() throws Exception {
    server.release();
    server.awaitBalance();
    client.close();
    other.close();
    server.close();
  }

  private static byte[] event(String key, int value) {
    return event(key, "", value);
  }

  private static byte[] event(String key, String headers, int value) {
    return WireClient.post(
        "/api/counter",
        "Idempotency-Key: " + key + "\r\n" + headers,
        "{\"sessionId\":\"s\",\"action\":\"increment\",\"value\":" + value + "}");
  }

  private static String replayed(Response response) {
    return response.headers().get("idempotent-replayed");
  }

  private long ended(Outcome outcome) {
    return server.ledger().ended().get(outcome);
  }

  private void awaitReceived(int requests) throws InterruptedException {
    TestGateway.await(
        "the repeats wait",
        () -> server.ledger().arriving() == 0 && server.ledger().received() == requests);
  }

  /** What is accepted may not have come to the sink yet. */
  private void awaitHeld() throws InterruptedException {
    TestGateway.await("the sink has the first", () -> server.heldEvents() == 1);
  }

  @Test
  void aRepeatIsAnsweredWithTheOutcomeOfTheFirst() throws Exception {
    Response first = client.exchange(event("k", 1));
    Response repeat = other.exchange(event("k", 1));
    assertThat(first.status()).isEqualTo(201);
    assertThat(replayed(first)).isNull();
    assertThat(repeat.status()).isEqualTo(201);
    assertThat(replayed(repeat)).isEqualTo("true");
    assertThat(repeat.field("eventId")).isEqualTo("k");
    assertThat(repeat.field("partition")).isEqualTo(first.field("partition"));
    assertThat(repeat.field("offset")).isEqualTo(first.field("offset"));
    assertThat(ended(Outcome.ACKED)).isEqualTo(1);
    assertThat(ended(Outcome.REPLAYED)).isEqualTo(1);
  }

  @Test
  void whileKeysAreReadBackEventsWithAKeyAreHeld() throws Exception {
    client.exchange(event("known", 1));
    server.window().beginRebuild();
    client.send(event("known", 1));
    client.send(event("known", 2));
    client.send(event("new", 3));
    client.send(WireClient.post("/api/counter", "Idempotency-Key: bad\r\n", "no JSON"));
    assertThat(other.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
    Response late = other.exchange(event("brief", "Prefer: respond-async, wait=1\r\n", 4));
    assertThat(late.status()).as("it may prove to be invalid").isEqualTo(504);
    other.send(event("async", "Prefer: respond-async\r\n", 5));
    awaitReceived(8);
    assertThat(server.ledger().inFlight()).isEqualTo(6);
    assertThat(server.ledger().balanced()).isTrue();

    server.window().endRebuild();
    assertThat(replayed(client.read())).isEqualTo("true");
    assertThat(client.read().field("type"))
        .isEqualTo("urn:reactive:problem:idempotency-key-reused");
    assertThat(client.read().status()).isEqualTo(201);
    assertThat(client.read().status()).isEqualTo(400);
    assertThat(other.read().status()).isEqualTo(201);
    assertThat(ended(Outcome.ACKED)).isEqualTo(5);
    assertThat(ended(Outcome.REPLAYED)).isEqualTo(1);
    assertThat(ended(Outcome.KEY_REUSED)).isEqualTo(1);
    assertThat(ended(Outcome.MALFORMED)).isEqualTo(1);
  }

  @Test
  void whatIsHeldWhenTheGatewayStopsIsRefused() throws Exception {
    server.window().beginRebuild();
    client.send(event("k", 1));
    awaitReceived(1);
    server.drain();
    Response response = client.read();
    assertThat(response.status()).isEqualTo(503);
    assertThat(response.field("type")).isEqualTo("urn:reactive:problem:shutting-down");
    assertThat(ended(Outcome.DRAINING)).isEqualTo(1);
  }

  @Test
  void nothingIsHeldAnyMoreWhenTheGatewayStops() throws Exception {
    server.window().beginRebuild();
    byte[] request = event("k", 1);
    client.send(Arrays.copyOf(request, request.length - 1));
    TestGateway.await("its head is read", () -> server.ledger().arriving() == 1);
    server.drain();
    client.send(Arrays.copyOfRange(request, request.length - 1, request.length));
    assertThat(client.read().status()).isEqualTo(503);
  }

  @Test
  void anotherBodyUnderTheSameKeyIsRefused() throws Exception {
    client.exchange(event("k", 1));
    Response response = client.exchange(event("k", 2));
    assertThat(response.status()).isEqualTo(422);
    assertThat(response.field("type")).isEqualTo("urn:reactive:problem:idempotency-key-reused");
    assertThat(ended(Outcome.KEY_REUSED)).isEqualTo(1);
  }

  @Test
  void anotherPathUnderTheSameKeyIsAnotherEvent() throws Exception {
    String headers = "Idempotency-Key: k\r\n";
    String body = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
    client.exchange(WireClient.post("/api/customers/a/counter", headers, body));
    assertThat(client.exchange(WireClient.post("/api/customers/b/counter", headers, body)).status())
        .isEqualTo(422);
    assertThat(
            replayed(client.exchange(WireClient.post("/api/customers/a/counter", headers, body))))
        .isEqualTo("true");
  }

  @Test
  void aRepeatWaitsForTheFirst() throws Exception {
    server.hold();
    client.send(event("k", 1));
    other.send(event("k", 1));
    awaitReceived(2);
    assertThat(server.ledger().inFlight()).isEqualTo(2);
    assertThat(server.ledger().balanced()).isTrue();
    server.release();
    Response first = client.read();
    Response repeat = other.read();
    assertThat(first.status()).isEqualTo(201);
    assertThat(repeat.status()).isEqualTo(201);
    assertThat(repeat.field("offset")).isEqualTo(first.field("offset"));
    assertThat((replayed(first) == null) != (replayed(repeat) == null)).isTrue();
    assertThat(ended(Outcome.ACKED)).isEqualTo(1);
  }

  /** The 504 says that the event id is the key to send it again with. */
  @Test
  void theKeyOfALateResponseIsOpenBeforeItsOutcomeIsKnown() throws Exception {
    server.hold();
    String body = "{\"sessionId\":\"s\",\"action\":\"increment\",\"value\":1}";
    client.send(WireClient.post("/api/counter", "Prefer: wait=1\r\n", body));
    Response late = client.read();
    assertThat(late.status()).isEqualTo(504);
    other.send(event(late.field("eventId"), 1));
    awaitReceived(2);
    server.release();
    Response repeat = other.read();
    assertThat(repeat.status()).isEqualTo(201);
    assertThat(replayed(repeat)).isEqualTo("true");
    assertThat(repeat.field("eventId")).isEqualTo(late.field("eventId"));
    assertThat(ended(Outcome.ACKED)).isEqualTo(1);
    assertThat(replayed(client.exchange(event(late.field("eventId"), 1)))).isEqualTo("true");
  }

  @Test
  void theKeyOfALateResponseIsFreeIfNothingWasWritten() throws Exception {
    server.hold();
    String body = "{\"sessionId\":\"s\",\"action\":\"increment\",\"value\":1}";
    client.send(WireClient.post("/api/counter", "Prefer: wait=1\r\n", body));
    Response late = client.read();
    other.send(event(late.field("eventId"), 1));
    awaitReceived(2);
    awaitHeld();
    server.refuseHeld();
    assertThat(other.read().status()).isEqualTo(503);
    Response again = client.exchange(event(late.field("eventId"), 1));
    assertThat(again.status()).isEqualTo(201);
    assertThat(replayed(again)).isNull();
  }

  @Test
  void whatWasNotWrittenIsTriedAgain() throws Exception {
    server.hold();
    client.send(event("k", 1));
    other.send(event("k", 1));
    awaitReceived(2);
    awaitHeld();
    server.refuseHeld();
    assertThat(client.read().status()).isEqualTo(503);
    assertThat(other.read().status()).isEqualTo(503);
    Response again = client.exchange(event("k", 2));
    assertThat(again.status()).isEqualTo(201);
    assertThat(replayed(again)).isNull();
  }

  @Test
  void whatIsInvalidIsNotRemembered() throws Exception {
    byte[] invalid = WireClient.post("/api/counter", "Idempotency-Key: k\r\n", "{}");
    assertThat(client.exchange(invalid).status()).isEqualTo(422);
    assertThat(client.exchange(event("k", 1)).status()).isEqualTo(201);
  }

  @Test
  void anUnknownOneIsSettledLater() throws Exception {
    server.hold();
    client.send(event("k", 1));
    awaitReceived(1);
    TestGateway.await("the event is held", () -> server.heldEvents() == 1);
    awaitHeld();
    Settlement settlement = server.giveUpHeld(true).get(0);
    assertThat(client.read().status()).isEqualTo(504);
    assertThat(server.unsettled().has("counter", Caller.ANYONE.name(), "k")).isTrue();
    client.send(event("k", 1));
    awaitReceived(2);
    settlement.written(0, 77);
    Response repeat = client.read();
    assertThat(repeat.status()).isEqualTo(201);
    assertThat(repeat.field("offset")).isEqualTo("77");
    assertThat(server.unsettled().has("counter", Caller.ANYONE.name(), "k")).isFalse();
    assertThat(server.ledger().settled()).containsEntry(Settled.SETTLED_WRITTEN, 1L);
  }

  @Test
  void theClientOfAnEventWithoutAKeyRepeatsItWithItsId() throws Exception {
    byte[] event = WireClient.event("s", 1);
    server.hold();
    client.send(event);
    TestGateway.await("the event is held", () -> server.heldEvents() == 1);
    awaitHeld();
    Settlement settlement = server.giveUpHeld(true).get(0);
    Response unknown = client.read();
    assertThat(unknown.status()).isEqualTo(504);
    settlement.written(0, 78);
    Response repeat =
        client.exchange(
            WireClient.post(
                "/api/counter",
                "Idempotency-Key: " + unknown.field("eventId") + "\r\n",
                "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":1}"));
    assertThat(repeat.status()).isEqualTo(201);
    assertThat(repeat.field("offset")).isEqualTo("78");
    assertThat(replayed(repeat)).isEqualTo("true");
  }

  @Test
  void whatNobodySettlesIsUnknownToItsRepeats() throws Exception {
    server.hold();
    client.send(event("k", 1));
    TestGateway.await("the event is held", () -> server.heldEvents() == 1);
    awaitHeld();
    server.giveUpHeld(false);
    assertThat(client.read().status()).isEqualTo(504);
    assertThat(client.exchange(event("k", 1)).status()).isEqualTo(504);
    assertThat(ended(Outcome.ACKED)).isZero();
  }

  @Test
  void aRepeatWaitsWithinItsOwnDeadline() throws Exception {
    server.hold();
    client.send(event("k", 1));
    TestGateway.await("the event is held", () -> server.heldEvents() == 1);
    Response repeat = other.exchange(event("k", "Prefer: wait=1\r\n", 1));
    assertThat(repeat.status()).isEqualTo(504);
    assertThat(server.ledger().inFlight()).isEqualTo(1);
    assertThat(ended(Outcome.UNKNOWN)).isEqualTo(1);
    server.release();
    assertThat(client.read().status()).isEqualTo(201);
  }

  @Test
  void whoDoesNotWaitIsToldThatItIsAccepted() throws Exception {
    server.hold();
    String async = "Prefer: respond-async\r\n";
    Response first = client.exchange(event("k", async, 1));
    Response early = client.exchange(event("k", async, 1));
    assertThat(first.status()).isEqualTo(202);
    assertThat(early.status()).isEqualTo(202);
    assertThat(early.field("eventId")).isEqualTo("k");
    assertThat(replayed(early)).isEqualTo("true");
    server.release();
    server.awaitBalance();
    Response late = client.exchange(event("k", 1));
    assertThat(late.status()).isEqualTo(201);
    assertThat(replayed(late)).isEqualTo("true");
    assertThat(ended(Outcome.ACKED)).isEqualTo(1);
  }

  @Test
  void theRepeatOfASpooledEventIsAccepted() throws Exception {
    server.partition = -1;
    assertThat(client.exchange(event("k", 1)).field("spooled")).isEqualTo("true");
    Response repeat = client.exchange(event("k", 1));
    assertThat(repeat.status()).isEqualTo(202);
    assertThat(repeat.field("eventId")).isEqualTo("k");
    assertThat(replayed(repeat)).isEqualTo("true");
    assertThat(ended(Outcome.SPOOLED)).isEqualTo(1);
  }

  @Test
  void aStoppingGatewayTellsTheRepeatsThatWait() throws Exception {
    server.hold();
    client.send(event("k", 1));
    other.send(event("k", 1));
    awaitReceived(2);
    server.drain();
    server.release();
    assertThat(client.read().status()).isEqualTo(201);
    assertThat(other.read().status()).isEqualTo(201);
  }
}
