package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestCertificates;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Connections that go from one event loop to another, over real sockets. */
@Execution(ExecutionMode.CONCURRENT)
class MovingConnectionsTest {
  private static final int LOOPS = 4;
  private static final int CLIENTS = 8;
  private static final int ROUNDS = 400;
  private static final String ASYNC = "Prefer: respond-async\r\n";
  private static final Pattern SENT = Pattern.compile("c(\\d)-(\\d{6})");

  private final List<WireClient> clients = new ArrayList<>();
  private final Random random = new Random(17);
  private TestServer server;
  private SSLContext tls;

  @AfterEach
  void stop() throws Exception {
    server.release();
    server.awaitBalance();
    for (WireClient client : clients) {
      client.close();
    }
    TestGateway.await("all are closed", () -> server.openConnections() == 0);
    TestGateway.await("no loop keeps one", () -> connections().equals(List.of(0, 0, 0, 0)));
    server.close();
  }

  @Test
  void theyGoWhereTheyAreServedBehindAResponse() throws Exception {
    start(Map.of());
    connect(CLIENTS);
    postByEach();
    assertThat(connections()).containsExactly(2, 2, 2, 2);
    server.serveBy(1);
    postByEach();
    awaitConnections(8, 0, 0, 0);
    server.serveBy(2);
    postByEach();
    awaitConnections(4, 4, 0, 0);
    server.serveBy(LOOPS);
    postByEach();
    awaitConnections(2, 2, 2, 2);
  }

  /** What comes next must not overtake it on another way to Kafka. */
  @Test
  void whoHasAnEventUnderWayStays() throws Exception {
    start(Map.of());
    connect(2);
    server.hold();
    assertThat(post(1, ASYNC).status()).isEqualTo(202);
    server.serveBy(1);
    assertThat(post(1, ASYNC).status()).isEqualTo(202);
    assertStays(1, ASYNC, 202);
    server.release();
    assertThat(post(1, "").status()).isEqualTo(201);
    awaitConnections(2, 0, 0, 0);
  }

  @Test
  void soDoesWhoWasToldThatAnOutcomeIsUnknown() throws Exception {
    start(Map.of());
    connect(2);
    server.hold();
    clients.get(1).send(WireClient.event("s", 1));
    TestGateway.await("it is there", () -> server.heldEvents() == 1);
    List<Settlement> settlements = server.giveUpHeld(true);
    assertThat(clients.get(1).read().status()).isEqualTo(504);
    server.serveBy(1);
    assertStays(1, "", 201);
    settlements.forEach(settlement -> settlement.written(0, 7));
    assertThat(post(1, "").status()).isEqualTo(201);
    awaitConnections(2, 0, 0, 0);
  }

  @Test
  void andWhoDidNotWaitForIt() throws Exception {
    start(Map.of());
    connect(2);
    server.hold();
    assertThat(post(1, "Prefer: wait=1\r\n").status()).isEqualTo(504);
    server.serveBy(1);
    for (int i = 0; i < 10; i++) {
      clients.get(1).send("GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(clients.get(1).read().status()).isEqualTo(404);
      Thread.sleep(10);
      assertThat(connections()).containsExactly(1, 1, 0, 0);
    }
    server.release();
    assertThat(post(1, "").status()).isEqualTo(201);
    awaitConnections(2, 0, 0, 0);
  }

  /** Mostly no request is needed for that: the loop has much to do. */
  @Test
  void whoNeverWaitsLeavesALoopThatIsToBeRelieved() throws Exception {
    start(Map.of());
    gatherTwo();
    server.hold();
    assertThat(post(1, ASYNC).status()).isEqualTo(202);
    server.serveBy(LOOPS);
    assertThat(post(1, ASYNC).status()).isEqualTo(202);
    assertThat(connections()).containsExactly(2, 0, 0, 0);
    server.release();
    for (int i = 0; !connections().equals(List.of(1, 1, 0, 0)); i++) {
      assertThat(i).isLessThan(60);
      Thread.sleep(500);
      assertThat(post(1, ASYNC).status()).isEqualTo(202);
    }
    assertThat(post(1, ASYNC).status()).isEqualTo(202);
  }

  @Test
  void unlessThatTakesTooLong() throws Exception {
    start(Map.of());
    gatherTwo();
    server.hold();
    assertThat(post(1, ASYNC).status()).isEqualTo(202);
    server.serveBy(LOOPS);
    for (int i = 0; i < 5; i++) {
      assertThat(post(1, ASYNC).status()).isEqualTo(202);
    }
    assertThat(connections()).containsExactly(2, 0, 0, 0);
  }

  @Test
  void whoSendsRequestsAheadDoesSo() throws Exception {
    start(Map.of());
    gatherTwo();
    server.hold();
    clients.get(1).send(WireClient.event("s", 1));
    clients.get(1).send(WireClient.event("s", 2));
    TestGateway.await("they are there", () -> server.heldEvents() == 2);
    server.serveBy(LOOPS);
    clients.get(1).send(WireClient.event("s", 3));
    TestGateway.await("it is there", () -> server.heldEvents() == 3);
    clients.get(1).send(WireClient.event("s", 4));
    server.release();
    for (int i = 0; i < 4; i++) {
      assertThat(clients.get(1).read().status()).isEqualTo(201);
    }
    awaitConnections(1, 1, 0, 0);
  }

  /** What has come of it goes along, and so does the time that is left for it. */
  @Test
  void theBeginningOfTheNextRequestGoesAlong() throws Exception {
    start(Map.of("http.request-timeout-ms", "4000"));
    connect(2);
    byte[] event = WireClient.event("s", 1);
    ByteArrayOutputStream more = new ByteArrayOutputStream();
    more.writeBytes(event);
    more.write(event, 0, 10);
    server.hold();
    clients.get(1).send(more.toByteArray());
    TestGateway.await("it is there", () -> server.heldEvents() == 1);
    server.serveBy(1);
    server.release();
    assertThat(clients.get(1).read().status()).isEqualTo(201);
    awaitConnections(2, 0, 0, 0);
    clients.get(1).send(Arrays.copyOfRange(event, 10, event.length));
    assertThat(clients.get(1).read().status()).isEqualTo(201);
    clients.get(1).send(Arrays.copyOf(event, 10));
    assertThat(clients.get(1).isAtEnd()).isTrue();
  }

  @Test
  void whoHasShutItsSideGetsItsResponse() throws Exception {
    start(Map.of());
    connect(2);
    server.serveBy(1);
    clients.get(1).send(WireClient.event("s", 1));
    clients.get(1).shutOutput();
    assertThat(clients.get(1).read().status()).isEqualTo(201);
    assertThat(clients.get(1).isAtEnd()).isTrue();
  }

  @Test
  void whoIsIdleIsClosedThere() throws Exception {
    start(Map.of("http.idle-timeout-ms", "4000"));
    connect(2);
    server.serveBy(1);
    assertThat(post(1, "").status()).isEqualTo(201);
    awaitConnections(2, 0, 0, 0);
    assertThat(clients.get(1).isAtEnd()).isTrue();
  }

  @Test
  void shutdownFindsThem() throws Exception {
    start(Map.of());
    connect(CLIENTS);
    server.serveBy(1);
    postByEach();
    awaitConnections(8, 0, 0, 0);
    server.drain();
    for (int i = 0; i < CLIENTS; i++) {
      assertThat(post(i, "").status()).isEqualTo(503);
      assertThat(clients.get(i).isAtEnd()).isTrue();
    }
  }

  @Test
  void nothingIsLostOnTheWay() throws Exception {
    start(Map.of());
    postWhileTheyMove();
  }

  @Test
  void norOverTls(@TempDir Path folder) throws Exception {
    startTls(folder);
    postWhileTheyMove();
  }

  /** Nobody knows before the handshake is over. */
  @Test
  void connectionsThatBecomeHttp2Stay(@TempDir Path folder) throws Exception {
    startTls(folder);
    server.serveBy(1);
    List<HttpClient> kept = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      HttpClient client =
          HttpClient.newBuilder().sslContext(tls).version(HttpClient.Version.HTTP_2).build();
      kept.add(client);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/api/counter"))
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":1}"))
              .build();
      for (int post = 0; post < 3; post++) {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      }
    }
    assertThat(server.openHttp2Connections()).isEqualTo(kept.size());
    assertThat(connections()).containsExactly(2, 2, 2, 2);
    server.drain(); // Clients of HTTP/2 close then.
  }

  private void startTls(Path folder) throws Exception {
    TestCertificates certificates = TestCertificates.create();
    X509Bundle shown = certificates.server(30);
    TestCertificates.write(folder, "server", shown);
    tls = certificates.client(null);
    start(
        Map.of(
            "http.tls.certificate-file", folder.resolve("server.pem").toString(),
            "http.tls.private-key-file", folder.resolve("server.key").toString()));
  }

  /**
   * Some send several requests together, some in pieces, some do not wait for outcomes. Each event
   * must be there once, and those of a connection in their order.
   */
  private void postWhileTheyMove() throws Exception {
    connect(CLIENTS);
    int[] sent = new int[CLIENTS];
    int[] next = new int[CLIENTS];
    List<String> outOfOrder = Collections.synchronizedList(new ArrayList<>());
    server.onBatch =
        batch -> {
          for (int i = 0; i < batch.size(); i++) {
            String event =
                new String(
                    batch.buffer(), batch.offset(i), batch.length(i), StandardCharsets.ISO_8859_1);
            Matcher session = SENT.matcher(event);
            if (session.find()) {
              int client = Integer.parseInt(session.group(1));
              if (Integer.parseInt(session.group(2)) != next[client]++) {
                outOfOrder.add(session.group());
              }
            }
          }
        };
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS + 1);
    AtomicBoolean posting = new AtomicBoolean(true);
    Set<List<Integer>> distributions = ConcurrentHashMap.newKeySet();
    Future<?> shaking =
        threads.submit(
            () -> {
              while (posting.get()) {
                server.serveBy(1 << random.nextInt(3));
                Thread.sleep(1);
                distributions.add(connections());
              }
              return null;
            });
    List<Future<?>> posts = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      posts.add(threads.submit(() -> sent[client] = postMany(client, new Random(client))));
    }
    for (Future<?> post : posts) {
      post.get();
    }
    posting.set(false);
    shaking.get();
    threads.shutdown();
    server.awaitBalance();
    assertThat(distributions).as("they did move").hasSizeGreaterThan(10);
    assertThat(outOfOrder).isEmpty();
    assertThat(next).isEqualTo(sent);
    assertThat(server.ledger().ended()).containsEntry(Outcome.ACKED, server.ledger().received());
  }

  private int postMany(int number, Random random) throws Exception {
    WireClient client = clients.get(number);
    int sent = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int together = random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 1;
      String headers = random.nextInt(3) == 0 ? ASYNC : "";
      ByteArrayOutputStream requests = new ByteArrayOutputStream();
      for (int i = 0; i < together; i++) {
        requests.writeBytes(post("c%d-%06d".formatted(number, sent + i), headers));
      }
      sent += together;
      byte[] bytes = requests.toByteArray();
      int first = random.nextInt(3) == 0 ? random.nextInt(bytes.length) : bytes.length;
      client.send(Arrays.copyOf(bytes, first));
      if (first < bytes.length) {
        Thread.sleep(1);
        client.send(Arrays.copyOfRange(bytes, first, bytes.length));
      }
      for (int i = 0; i < together; i++) {
        assertThat(client.read().status()).isEqualTo(headers.isEmpty() ? 201 : 202);
      }
    }
    return sent;
  }

  private void start(Map<String, String> settings) throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put("http.event-loops", Integer.toString(LOOPS));
    all.put("http.gather-connections", "false"); // The test says when.
    server = new TestServer(all, 1 << 20, 256, Authenticator.NONE);
  }

  /** One after another, so that the loops have as many each. */
  private void connect(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      clients.add(
          tls == null
              ? new WireClient(server.port())
              : new WireClient(server.port(), tls, "TLSv1.3"));
      post(i, "");
    }
  }

  private void postByEach() throws IOException {
    for (int i = 0; i < clients.size(); i++) {
      assertThat(post(i, "").status()).isEqualTo(201);
    }
  }

  private WireClient.Response post(int client, String headers) throws IOException {
    return clients.get(client).exchange(post("s", headers));
  }

  private static byte[] post(String sessionId, String headers) {
    return WireClient.post(
        "/api/counter",
        headers,
        "{\"sessionId\":\"%s\",\"action\":\"set\",\"value\":1}".formatted(sessionId));
  }

  /** Two connections of two loops come to the first one. */
  private void gatherTwo() throws Exception {
    connect(2);
    server.serveBy(1);
    postByEach();
    awaitConnections(2, 0, 0, 0);
  }

  /** Long enough for a move that should not be. */
  private void assertStays(int client, String headers, int status) throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(post(client, headers).status()).isEqualTo(status);
      Thread.sleep(10);
      assertThat(connections()).containsExactly(1, 1, 0, 0);
    }
  }

  private void awaitConnections(Integer... byLoop) throws InterruptedException {
    TestGateway.await(Arrays.toString(byLoop), () -> connections().equals(Arrays.asList(byLoop)));
  }

  private List<Integer> connections() {
    return Collections.unmodifiableList(server.load().connections());
  }
}
