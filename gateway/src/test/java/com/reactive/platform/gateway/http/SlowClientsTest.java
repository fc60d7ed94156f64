package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who sends or reads too slowly, or comes with too many connections, harms nobody else. */
@Execution(ExecutionMode.CONCURRENT)
class SlowClientsTest {
  private static final String HEAD = "POST /api/counter HTTP/1.1\r\nHost: localhost\r\n";
  private static final String NOWHERE = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private TestServer server;

  /**
   * With half a second for a request, unless it is said otherwise; its first byte may take long.
   */
  private void start(String... settings) throws Exception {
    Map<String, String> all = new HashMap<>();
    all.put("http.request-timeout-ms", "500");
    all.put("http.idle-timeout-ms", "3600000");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    server = new TestServer(all, Authenticator.NONE);
  }

  @AfterEach
  void othersAreServedAndNothingIsLeft() throws Exception {
    TestGateway.await("the slow are gone", () -> server.openConnections() == 0);
    try (WireClient other = new WireClient(server.port())) {
      assertThat(other.exchange(WireClient.event("else", 1)).status()).isEqualTo(201);
    }
    server.awaitBalance();
    server.close();
  }

  /** There is no request that could be answered, but the connection ends. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "P",
        "POST /api/counter",
        HEAD,
        HEAD + "X: ",
        HEAD + "Content-Length: 0\r\n",
        "\r"
      })
  void aHeadThatDoesNotEndIsWaitedForInVain(String start) throws Exception {
    start();
    try (WireClient client = new WireClient(server.port())) {
      client.send(start);
      assertThat(client.isAtEnd()).isTrue();
    }
    assertThat(server.ledger().received()).isZero();
  }

  /** No bytes come any more that could begin it. Of many requests, some wait to be read. */
  @ParameterizedTest
  @CsvSource({"1, P", "1, X", "1, '\r'", "100, P"})
  void aHeadThatBeginsBehindRequestsIsWaitedForInVainToo(int requests, String start)
      throws Exception {
    start();
    try (WireClient client = new WireClient(server.port())) {
      client.send(NOWHERE.repeat(requests) + (start.equals("X") ? HEAD + "X: " : start));
      for (int i = 0; i < requests; i++) {
        assertThat(client.read().status()).isEqualTo(404);
      }
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  /** Each byte comes soon after the one before: it is the whole that takes too long. */
  @Test
  void aHeadByDripsIsCutOff() throws Exception {
    start();
    try (WireClient client = new WireClient(server.port())) {
      dripUntilTheEnd(client, HEAD + "X: ", "y");
    }
    assertThat(server.ledger().received()).isZero();
  }

  @Test
  void emptyLinesForEverAreCutOff() throws Exception {
    start();
    try (WireClient client = new WireClient(server.port())) {
      dripUntilTheEnd(client, "\r\n", "\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 100000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"})
  void aBodyByDripsIs408(String framing) throws Exception {
    start();
    String drip = framing.startsWith("C") ? " " : "1\r\n \r\n";
    try (WireClient client = new WireClient(server.port())) {
      client.send(HEAD + framing);
      while (!client.hasMore()) {
        client.send(drip);
        Thread.sleep(20);
      }
      assertThat(client.read().status()).isEqualTo(408);
      assertThat(client.isAtEnd()).isTrue();
    }
    assertThat(server.ledger().ended()).containsEntry(Outcome.TIMEOUT, 1L);
  }

  /** A chunk's line and a trailer are no body, but they take their time, too. */
  @ParameterizedTest
  @ValueSource(strings = {"1;a=", "0\r\nX: "})
  void whatSurroundsABodyIsNotWaitedForEither(String start) throws Exception {
    start();
    try (WireClient client = new WireClient(server.port())) {
      client.send(HEAD + "Transfer-Encoding: chunked\r\n\r\n" + start);
      assertThat(client.read().status()).isEqualTo(408);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  /** It is answered already, once, and it counts once. */
  @Test
  void aRefusedBodyByDripsIsCutOff() throws Exception {
    start();
    try (WireClient client = new WireClient(server.port())) {
      client.send("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(404);
      dripUntilTheEnd(client, "", " ");
    }
    assertThat(server.ledger().received()).isEqualTo(1);
  }

  @Test
  void whoSaysNothingIsCutOff() throws Exception {
    start("http.request-timeout-ms", "600000", "http.idle-timeout-ms", "2000");
    List<WireClient> idle = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      idle.add(new WireClient(server.port()));
    }
    for (WireClient client : idle) {
      assertThat(client.isAtEnd()).isTrue();
      client.close();
    }
  }

  /** Reading stops at the first answers that are not taken, so that no more have to be kept. */
  @Test
  void whoReadsNothingIsReadNoMoreAndCutOff() throws Exception {
    start();
    long sent = 0;
    try (WireClient client = new WireClient(server.port())) {
      while (true) {
        client.send(NOWHERE.repeat(1_000));
        sent += 1_000;
      }
    } catch (SocketException cutOff) {
      assertThat(server.ledger().received()).isLessThan(sent);
    }
  }

  /** Some bytes of the answers now and then do not help. */
  @Test
  void whoReadsByDripsIsCutOff() throws Exception {
    start();
    try (WireClient client = new WireClient(server.port())) {
      Thread reader = new Thread(() -> readByDrips(client));
      reader.start();
      while (true) {
        client.send(NOWHERE.repeat(1_000));
      }
    } catch (SocketException cutOff) {
      // As it should be.
    }
  }

  private static void readByDrips(WireClient client) {
    try {
      while (!client.isAtEnd()) {
        Thread.sleep(20);
      }
    } catch (IOException | InterruptedException e) {
      // It is cut off.
    }
  }

  /** Slow heads, slow bodies and idle ones together, while somebody else posts. */
  @Test
  void manySlowOnesDoNotStandInTheWay() throws Exception {
    start("http.request-timeout-ms", "4000", "http.idle-timeout-ms", "4000");
    List<WireClient> slow = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      slow.add(new WireClient(server.port()));
      slow.add(new WireClient(server.port()));
      slow.get(slow.size() - 1).send(HEAD + "X: ");
      slow.add(new WireClient(server.port()));
      slow.get(slow.size() - 1).send(HEAD + "Content-Length: 100\r\n\r\n{");
    }
    try (WireClient other = new WireClient(server.port())) {
      for (int i = 0; i < 100; i++) {
        assertThat(other.exchange(WireClient.event("else", i)).status()).isEqualTo(201);
      }
    }
    for (WireClient client : slow) {
      client.readToEnd();
      client.close();
    }
  }

  /** What is too much is closed at once, and the others are as before. */
  @Test
  void aFloodOfConnectionsHasABound() throws Exception {
    start("http.max-connections", "10");
    List<WireClient> served = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      WireClient client = new WireClient(server.port());
      served.add(client);
      assertThat(client.exchange(WireClient.event("first", i)).status()).isEqualTo(201);
    }
    for (int i = 0; i < 100; i++) {
      try (WireClient tooMany = new WireClient(server.port())) {
        assertThat(tooMany.isAtEnd()).isTrue();
      }
    }
    assertThat(server.openConnections()).isEqualTo(10);
    for (WireClient client : served) {
      assertThat(client.exchange(WireClient.event("still", 1)).status()).isEqualTo(201);
      client.close();
    }
  }

  /** It has no answer yet, and it will get one, whenever that comes. */
  @Test
  void whoShutsItsSideIsNotGone() throws Exception {
    start("http.idle-timeout-ms", "1500");
    server.hold();
    try (WireClient client = new WireClient(server.port())) {
      client.send(WireClient.event("s", 1));
      client.send(WireClient.event("s", 2));
      client.shutOutput();
      TestGateway.await("both are held", () -> server.ledger().pending() == 2);
      Thread.sleep(2_000); // Longer than any deadline but that of answers.
      server.release();
      assertThat(client.read().status()).isEqualTo(201);
      assertThat(client.read().status()).isEqualTo(201);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  /** More requests than are read ahead, and then the end: it comes behind the last of them. */
  @Test
  void theEndOfInputWaitsItsTurn() throws Exception {
    start("http.max-pipelined", "2");
    server.hold();
    int requests = 50;
    try (WireClient client = new WireClient(server.port())) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < requests; i++) {
        all.append(new String(WireClient.event("s", i), StandardCharsets.US_ASCII));
      }
      client.send(all.toString());
      client.shutOutput();
      TestGateway.await("two are held", () -> server.ledger().pending() == 2);
      server.release();
      for (int i = 0; i < requests; i++) {
        assertThat(client.read().status()).isEqualTo(201);
      }
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  private static void dripUntilTheEnd(WireClient client, String start, String drip)
      throws IOException, InterruptedException {
    client.send(start);
    try {
      while (true) {
        client.send(drip);
        Thread.sleep(20);
      }
    } catch (SocketException cutOff) {
      // As it should be.
    }
  }
}
