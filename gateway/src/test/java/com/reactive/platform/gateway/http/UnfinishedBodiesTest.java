package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies that arrive in pieces share one budget, and give it back however their requests end. */
@Execution(ExecutionMode.CONCURRENT)
class UnfinishedBodiesTest {
  private static final int BUDGET_BYTES = 64 * 1024;
  private static final int BODY_BYTES = 16 * 1024;
  private static final String HEAD = "POST /api/counter HTTP/1.1\r\nHost: localhost\r\n";
  private static final String LARGE = HEAD + "Content-Length: " + BODY_BYTES + "\r\n";
  private static final String CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";

  /** It holds all its memory, and lacks a byte. */
  private static final String UNFINISHED = LARGE + "\r\n" + " ".repeat(BODY_BYTES - 1);

  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":1}";

  private TestServer server;
  private final List<WireClient> open = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    start(60_000);
  }

  private void start(int requestTimeoutMillis) throws Exception {
    Map<String, String> settings =
        Map.of(
            "http.body-budget-bytes", Integer.toString(BUDGET_BYTES),
            "http.max-body-bytes", Integer.toString(BUDGET_BYTES / 2),
            "http.request-timeout-ms", Integer.toString(requestTimeoutMillis));
    server = new TestServer(settings, 1 << 20, 256, Authenticator.NONE);
  }

  @AfterEach
  void nothingIsHeld() throws Exception {
    for (WireClient client : open) {
      client.close();
    }
    awaitHeld(0);
    assertThat(exchange(WireClient.event("after", 1)).status()).isEqualTo(201);
    server.awaitBalance();
    server.close();
  }

  @Test
  void theHeadIsEnoughToRefuseWhatThereIsNoRoomFor() throws Exception {
    for (int i = 0; i < 4; i++) {
      connect().send(UNFINISHED);
    }
    awaitHeld(BUDGET_BYTES);

    WireClient fifth = connect();
    fifth.send(LARGE + "\r\n");
    assertRefused(fifth.read());
    WireClient polite = connect();
    polite.send(LARGE + "Expect: 100-continue\r\n\r\n");
    assertRefused(polite.read());
    assertThat(polite.isAtEnd()).as("nobody knows whether a body follows").isTrue();
    assertThat(server.load().bodies())
        .isEqualTo(new HttpLoad.Bodies(BUDGET_BYTES, BUDGET_BYTES, 2));
    assertThat(server.ledger().ended()).containsEntry(Outcome.FULL, 2L);

    // What comes whole needs no room, and the refused body's connection goes on behind it.
    assertThat(exchange(WireClient.event("whole", 1)).status()).isEqualTo(201);
    fifth.send(" ".repeat(BODY_BYTES));
    assertThat(fifth.exchange(WireClient.event("again", 1)).status()).isEqualTo(201);

    open.remove(0).close();
    awaitHeld(BUDGET_BYTES - BODY_BYTES);
    fifth.send(LARGE + "\r\n" + padded(BODY_BYTES));
    assertThat(fifth.read().status()).isEqualTo(201);
  }

  /** Lengths cost nothing: who sends nothing else must not keep out who sends bodies. */
  @Test
  void headsAloneHoldHalfAtMost() throws Exception {
    for (int i = 0; i < 8; i++) {
      WireClient client = connect();
      client.send(LARGE + "Expect: 100-continue\r\n\r\n");
      assertThat(client.readHeadOnly().status()).isEqualTo(100);
    }
    awaitHeld(BUDGET_BYTES / 2);

    WireClient well = connect();
    well.send(LARGE + "\r\n" + padded(BODY_BYTES));
    assertThat(well.read().status()).isEqualTo(201);
    well.send(CHUNKED + chunk(padded(BODY_BYTES)) + "0\r\n\r\n");
    assertThat(well.read().status()).isEqualTo(201);
    assertThat(server.load().bodies())
        .isEqualTo(new HttpLoad.Bodies(BUDGET_BYTES, BUDGET_BYTES / 2, 0));
  }

  /** It was let in while there was room, and others have taken that since. */
  @Test
  void anUnclaimedBodyMayBeRefusedMidway() throws Exception {
    for (int i = 0; i < 2; i++) {
      connect().send(LARGE + "\r\n");
    }
    awaitHeld(BUDGET_BYTES / 2);
    WireClient unclaimed = connect();
    unclaimed.send(LARGE + "\r\n{");
    int segment = BodyMemory.SEGMENT_BYTES;
    awaitHeld(BUDGET_BYTES / 2 + segment);
    connect().send(CHUNKED + chunk(" ".repeat(3 * segment)));
    awaitHeld(BUDGET_BYTES);

    unclaimed.send(" ".repeat(BODY_BYTES - 1));
    assertRefused(unclaimed.read());
    awaitHeld(BUDGET_BYTES - segment);
    assertThat(unclaimed.exchange(WireClient.event("next", 1)).status()).isEqualTo(201);
  }

  @Test
  void aChunkedBodyTakesWhatItHasGrownTo() throws Exception {
    for (int i = 0; i < 3; i++) {
      connect().send(UNFINISHED);
    }
    awaitHeld(3 * BODY_BYTES);
    WireClient growing = connect();
    growing.send(CHUNKED);
    for (int i = 1; i <= 2; i++) {
      growing.send(chunk(" ".repeat(BodyMemory.SEGMENT_BYTES)));
      awaitHeld(3 * BODY_BYTES + i * BodyMemory.SEGMENT_BYTES);
    }
    growing.send(chunk(" "));
    assertRefused(growing.read());
    awaitHeld(3 * BODY_BYTES);
    growing.send("0\r\n\r\n");
    assertThat(growing.exchange(WireClient.event("next", 1)).status()).isEqualTo(201);
  }

  /** However small it is; and the piece that has no room may be the last. */
  @Test
  void theFirstPieceOfASmallBodyTakesASegment() throws Exception {
    String small = HEAD + "Content-Length: 100\r\n\r\n";
    for (int i = 0; i < 8; i++) {
      connect().send(small + "{");
      awaitHeld((i + 1) * BodyMemory.SEGMENT_BYTES);
    }
    WireClient ninth = connect();
    ninth.send(small + "{");
    assertRefused(ninth.read());
    ninth.send(" ".repeat(99));
    assertThat(ninth.exchange(WireClient.event("next", 1)).status()).isEqualTo(201);
  }

  private enum End {
    STORED(201),
    STORED_CHUNKED(201),
    STORED_COMPRESSED(201),
    NO_EVENT(422),
    NO_JSON(400),
    TOO_LARGE(413),
    BAD_CHUNK(400),
    BAD_ENCODING(400),
    CUT_SHORT(400),
    TOO_LATE(408),
    UNKNOWN_EXPECTATION(417),
    GONE(0);

    private final int status;

    End(int status) {
      this.status = status;
    }
  }

  /** The body lies in two pieces, of which the first holds memory when the second comes. */
  @ParameterizedTest
  @EnumSource(End.class)
  void whatWasHeldIsGivenBack(End end) throws Exception {
    String compressed = HEAD + "Content-Encoding: gzip\r\n";
    switch (end) {
      case STORED -> inTwo(LARGE + "\r\n", padded(BODY_BYTES), end);
      case STORED_CHUNKED -> inTwo(CHUNKED, chunk(padded(BODY_BYTES)) + "0\r\n\r\n", end);
      case STORED_COMPRESSED -> {
        String body = gzip(EVENT + blanks(20_000));
        inTwo(compressed + "Content-Length: " + body.length() + "\r\n\r\n", body, end);
      }
      case NO_EVENT -> inTwo(LARGE + "\r\n", "{}" + " ".repeat(BODY_BYTES - 2), end);
      case NO_JSON -> inTwo(LARGE + "\r\n", "!".repeat(BODY_BYTES), end);
      case TOO_LARGE -> inTwo(CHUNKED, chunk(" ".repeat(BUDGET_BYTES)), end);
      case BAD_CHUNK -> inTwo(CHUNKED, chunk(padded(BODY_BYTES)) + "x\r\n", end);
      case BAD_ENCODING ->
          inTwo(compressed + "Content-Length: " + BODY_BYTES + "\r\n\r\n", padded(BODY_BYTES), end);
      case CUT_SHORT -> {
        WireClient client = begin(LARGE + "\r\n", "{");
        client.shutOutput();
        assertThat(client.read().status()).isEqualTo(end.status);
      }
      case TOO_LATE -> {
        server.close();
        start(2_000);
        WireClient client = connect();
        client.send(
            LARGE + "\r\n{"); // whether it holds memory by now, nobody may be in time to see
        assertThat(client.read().status()).isEqualTo(end.status);
      }
      case UNKNOWN_EXPECTATION -> {
        WireClient client = connect();
        client.send(LARGE + "Expect: miracles\r\n\r\n");
        assertThat(client.read().status()).isEqualTo(end.status);
      }
      case GONE -> begin(LARGE + "\r\n", "{").close();
    }
    awaitHeld(0);
  }

  /** One connection, its budget used anew by each request; and the answers come in order. */
  @Test
  void pipelinedBodiesTakeTurns() throws Exception {
    WireClient client = connect();
    int requests = 3 * BUDGET_BYTES / BODY_BYTES;
    for (int i = 0; i < requests; i++) {
      client.send(LARGE + "\r\n" + padded(BODY_BYTES));
    }
    for (int i = 0; i < requests; i++) {
      assertThat(client.read().status()).isEqualTo(201);
    }
    assertThat(server.load().bodies()).isEqualTo(new HttpLoad.Bodies(BUDGET_BYTES, 0, 0));
  }

  @Test
  void aStopEndsWhatIsArriving() throws Exception {
    WireClient client = begin(LARGE + "\r\n", "{");
    server.close();
    assertThat(client.read().status()).isEqualTo(503);
    awaitHeld(0);
    start();
  }

  private void inTwo(String head, String body, End end) throws Exception {
    int middle = body.length() / 2;
    WireClient client = begin(head, body.substring(0, middle));
    client.send(body.substring(middle));
    assertThat(client.read().status()).isEqualTo(end.status);
  }

  /** Returns when some of the body has come. */
  private WireClient begin(String head, String start) throws Exception {
    WireClient client = connect();
    client.send(head + start);
    TestGateway.await("it holds memory", () -> server.load().bodies().heldBytes() > 0);
    return client;
  }

  private WireClient connect() throws IOException {
    WireClient client = new WireClient(server.port());
    open.add(client);
    return client;
  }

  private Response exchange(byte[] request) throws IOException {
    try (WireClient client = new WireClient(server.port())) {
      return client.exchange(request);
    }
  }

  private void awaitHeld(int bytes) throws InterruptedException {
    TestGateway.await(bytes + " bytes are held", () -> server.load().bodies().heldBytes() == bytes);
  }

  private static void assertRefused(Response response) {
    assertThat(response.status()).isEqualTo(503);
    assertThat(response.headers()).containsKey("retry-after");
    assertThat(response.field("type")).isEqualTo("urn:reactive:problem:overloaded");
    assertThat(response.field("detail")).contains("bodies").contains("nothing was written");
  }

  private static String padded(int bytes) {
    return EVENT + " ".repeat(bytes - EVENT.length());
  }

  private static String chunk(String content) {
    return Integer.toHexString(content.length()) + "\r\n" + content + "\r\n";
  }

  /** Of four kinds, so that they do not compress well. */
  private static String blanks(int count) {
    StringBuilder blanks = new StringBuilder();
    new Random(1).ints(count, 0, 4).forEach(kind -> blanks.append(" \t\r\n".charAt(kind)));
    return blanks.toString();
  }

  private static String gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    return out.toString(StandardCharsets.ISO_8859_1);
  }
}
