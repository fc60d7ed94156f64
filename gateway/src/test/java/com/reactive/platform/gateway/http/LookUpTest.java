package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions after single events, over real sockets. */
class LookUpTest {
  private TestServer server;
  private WireClient client;

  @BeforeEach
  void start() throws Exception {
    server = new TestServer(Map.of(), Authenticator.NONE);
    client = new WireClient(server.port());
  }

  @AfterEach
  void stop() throws Exception {
    server.release();
    server.awaitBalance();
    client.close();
    server.close();
  }

  private Response get(String target) throws IOException {
    return get(client, target);
  }

  private static Response get(WireClient from, String target) throws IOException {
    from.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return from.read();
  }

  private static byte[] event(String key) {
    return WireClient.post(
        "/api/counter",
        "Idempotency-Key: " + key + "\r\n",
        "{\"sessionId\":\"s\",\"action\":\"increment\"}");
  }

  @Test
  void anEventIsFoundAtTheLocationOfItsResponse() throws Exception {
    Response posted = client.exchange(event("a/b"));
    String location = posted.headers().get("location");
    assertThat(location).isEqualTo("/api/events/counter/a%2Fb?partition=0&offset=0");
    Response found = get(location);
    assertThat(found.status()).isEqualTo(200);
    assertThat(found.body())
        .isEqualTo(
            "{\"eventId\":\"a/b\",\"state\":\"committed\",\"topic\":\"counter-events\","
                + "\"partition\":0,\"offset\":0}");
    assertThat(get("/api/counter/a%2Fb").status()).isEqualTo(200);
    assertThat(server.ledger().received()).isEqualTo(1);
    assertThat(server.ledger().ended()).containsEntry(Outcome.ACKED, 1L);
  }

  @Test
  void whatIsUnderWayOrUnsettledIsPending() throws Exception {
    server.hold();
    client.send(event("k"));
    TestGateway.await("the event is held", () -> server.heldEvents() == 1);
    try (WireClient other = new WireClient(server.port())) {
      Response pending = get(other, "/api/counter/k");
      assertThat(pending.status()).isEqualTo(202);
      assertThat(pending.headers()).containsEntry("retry-after", "1");
      assertThat(pending.field("state")).isEqualTo("pending");
    }
    Settlement settlement = server.giveUpHeld(true).get(0);
    Response unknown = client.read();
    assertThat(unknown.status()).isEqualTo(504);
    assertThat(unknown.body()).contains("\"retryable\":true").contains("\"eventId\":\"k\"");
    assertThat(unknown.headers()).containsEntry("location", "/api/events/counter/k");
    assertThat(get("/api/events/counter/k").status()).isEqualTo(202);
    settlement.written(0, 5);
    assertThat(get("/api/events/counter/k").field("offset")).isEqualTo("5");
  }

  @Test
  void theLogIsAskedForWhatIsNotRemembered() throws Exception {
    client.send("GET /api/counter/x?partition=2&offset=9 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    TestGateway.await("the log is asked", () -> server.search != null);
    assertThat(server.search).isEqualTo("x " + StoredOutcome.of(2, 9));
    server.searched.complete(OptionalLong.of(StoredOutcome.of(2, 9)));
    assertThat(client.read().field("offset")).isEqualTo("9");
  }

  @Test
  void whatTheLogDoesNotHaveIsAbsentAndWhatItCannotTellIsUnknown() throws Exception {
    server.searched.complete(OptionalLong.empty());
    assertThat(get("/api/counter/x").status()).isEqualTo(404);
    assertThat(server.search).isEqualTo("x -1");
    server.searched.obtrudeException(new IllegalStateException("a test"));
    Response unknown = get("/api/counter/x");
    assertThat(unknown.status()).isEqualTo(503);
    assertThat(unknown.field("state")).isEqualTo("unknown");
  }

  /** It may be under way: nobody remembers an event that came without a key. */
  @Test
  void anIdOfAMomentAgoIsPending() throws Exception {
    server.searched.complete(OptionalLong.empty());
    String id = new String(new EventIds().next(), StandardCharsets.US_ASCII);
    assertThat(get("/api/counter/" + id).status()).isEqualTo(202);
  }

  /** It may be held meanwhile, and be written then. */
  @Test
  void nothingIsAbsentWhileKeysAreReadBack() throws Exception {
    server.searched.complete(OptionalLong.empty());
    server.window().beginRebuild();
    assertThat(get("/api/counter/x").status()).isEqualTo(202);
    server.window().endRebuild();
    assertThat(get("/api/counter/x").status()).isEqualTo(404);
  }

  /** Another instance may still be settling what this one does not know; here it is known. */
  @Test
  void whatWasSettledAsNotWrittenIsAbsentAtOnce() throws Exception {
    server.searched.complete(OptionalLong.empty());
    server.hold();
    client.send(WireClient.event("s", 1));
    TestGateway.await("the event is held", () -> server.heldEvents() == 1);
    Settlement settlement = server.giveUpHeld(true).get(0);
    String location = client.read().headers().get("location");
    assertThat(get(location).status()).isEqualTo(202);
    settlement.notWritten(new IllegalStateException("a test"));
    assertThat(get(location).status()).isEqualTo(404);
  }

  @Test
  void answersAreCountedByStateAndMeasuredByRoute() throws Exception {
    List<String> ended = new CopyOnWriteArrayList<>();
    server.observe(
        (protocol, status, problem, durationNanos, bodyBytes, trace) ->
            ended.add("a route " + status));
    server.searched.complete(OptionalLong.empty());
    client.exchange(event("k"));
    get("/api/counter/k");
    get("/api/events/counter/k");
    get("/api/counter/x");
    assertThat(ended).containsExactly("a route 201", "a route 200", "a route 200", "a route 404");
    assertThat(server.observed())
        .contains("GET /api/counter/{eventId}", "GET /api/events/counter/{eventId}");
    assertThat(server.lookup().answers())
        .containsEntry(EventLookup.State.COMMITTED, 2L)
        .containsEntry(EventLookup.State.ABSENT, 1L)
        .containsEntry(EventLookup.State.UNKNOWN, 0L);
  }

  @Test
  void anIdOfLongAgoIsExpired() throws Exception {
    assertThat(get("/api/counter/0123456789abcdef0123456789abcdef").status()).isEqualTo(410);
    assertThat(server.search).isNull();
  }

  /** Retention may have taken it. */
  @Test
  void anIdOfLongAgoThatIsNotAtItsPlaceIsExpired() throws Exception {
    server.searched.complete(OptionalLong.empty());
    String target = "/api/counter/0123456789abcdef0123456789abcdef?partition=0&offset=3";
    assertThat(get(target).status()).isEqualTo(410);
    server.searched.obtrudeValue(OptionalLong.of(StoredOutcome.of(0, 3)));
    assertThat(get(target).status()).isEqualTo(200);
  }

  @Test
  void whatIsNoQuestionAfterAnEventIsNotFound() throws Exception {
    assertThat(get("/api/counter/").status()).isEqualTo(404);
    assertThat(get("/api/events/nothing/k").status()).isEqualTo(404);
    assertThat(get("/api/counter/k?partition=1").status()).isEqualTo(404);
    assertThat(get("/api/counter").status()).isEqualTo(405);
  }
}
