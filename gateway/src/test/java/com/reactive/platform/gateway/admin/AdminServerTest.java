package com.reactive.platform.gateway.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class AdminServerTest {
  private static final AdminConfig ANY_PORT = new AdminConfig("127.0.0.1", 0);

  private final CountDownLatch unblock = new CountDownLatch(1);
  private AdminServer server;

  @BeforeEach
  void start() throws Exception {
    server = builder().start();
  }

  @AfterEach
  void stop() {
    unblock.countDown();
    server.close();
  }

  private AdminServer.Builder builder() {
    return AdminServer.builder(ANY_PORT)
        .probe("/readyz", () -> AdminResponse.text(false, "not ready"))
        .probeWithQuery("/asked", query -> AdminResponse.text(true, query.toString()))
        .get("/status", () -> AdminResponse.json("{}"))
        .get(
            "/broken",
            () -> {
              throw new IllegalStateException("as told");
            })
        .get("/slow", this::slow)
        .post("/change", body -> AdminResponse.json("{\"length\":" + body.length() + "}"))
        .dashboard("/dashboard");
  }

  private AdminResponse slow() {
    try {
      unblock.await();
      return AdminResponse.text(true, "at last");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void answersAreAsTheyAreTold() throws Exception {
    assertThat(get("/livez").status()).isEqualTo(200);
    Response status = get("/status?pretty");
    assertThat(status.body()).isEqualTo("{}\n");
    assertThat(status.headers())
        .containsEntry("content-type", "application/json")
        .containsEntry("cache-control", "no-store")
        .containsEntry("x-content-type-options", "nosniff");
    Response ready = get("/readyz");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.body()).isEqualTo("not ready\n");
    assertThat(get("/asked?stream=a%20b&x").body()).isEqualTo("{stream=[a b], x=[]}\n");
    assertThat(get("/asked").body()).isEqualTo("{}\n");
    assertThat(get("/nothing").status()).isEqualTo(404);
    assertThat(get("/status/").status()).isEqualTo(404);
    assertThat(get("/broken").status()).isEqualTo(500);
    assertThat(get("/broken").body()).doesNotContain("as told");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%zz", "a=%zz", "stream=%", "stream=%e"})
  void aQueryThatIsNotPercentEncodedIsTheAskersFault(String query) throws Exception {
    assertThat(get("/asked?" + query).status()).isEqualTo(400);
    assertThat(get("/asked?stream=a").status()).isEqualTo(200);
  }

  @Test
  void theRootLeadsToThePage() throws Exception {
    Response root = get("/");
    assertThat(root.status()).isEqualTo(302);
    assertThat(root.headers()).containsEntry("location", "/dashboard");
  }

  @Test
  void headIsGetWithoutTheBody() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.send("HEAD /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
      client.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      String both = client.readToEnd();
      assertThat(both).contains("content-length: 3\r\n").doesNotContain("{}").endsWith("live\n");
    }
  }

  @Test
  void otherMethodsAreToldWhichOneIsRight() throws Exception {
    Response delete = exchange("DELETE /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(delete.status()).isEqualTo(405);
    assertThat(delete.headers()).containsEntry("allow", "GET, HEAD");
    Response get = get("/change");
    assertThat(get.status()).isEqualTo(405);
    assertThat(get.headers()).containsEntry("allow", "POST");
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws Exception {
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      requests.append(i % 2 == 0 ? json("{" + "x".repeat(i)) : "GET /livez HTTP/1.1\r\n\r\n");
    }
    try (WireClient client = new WireClient(server.port())) {
      client.send(requests.toString());
      for (int i = 0; i < 50; i++) {
        assertThat(client.read().body())
            .isEqualTo(i % 2 == 0 ? "{\"length\":" + (i + 1) + "}\n" : "live\n");
      }
    }
  }

  @Test
  void whatTakesLongBlocksNoProbe() throws Exception {
    List<WireClient> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      WireClient client = new WireClient(server.port());
      client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
      waiting.add(client);
    }
    assertThat(get("/livez").status()).isEqualTo(200);
    unblock.countDown();
    for (WireClient client : waiting) {
      assertThat(client.read().body()).isEqualTo("at last\n");
      client.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /livez HTTP/1.1\r\nNo Colon\r\n\r\n|400",
        "GET /LONG HTTP/1.1\r\nHost: localhost\r\n\r\n|414",
        "GET /livez HTTP/1.1\r\nHost: localhost\r\nX: LONG\r\n\r\n|431",
        "POST /change HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n\r\n|413",
        "GET /status HTTP/1.1\r\n\r\n|400",
        "GET /status HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n|400",
      })
  void whatIsNotAsItShouldBeIsRefused(String requestAndStatus) throws Exception {
    String[] parts = requestAndStatus.replace("LONG", "x".repeat(9_000)).split("\\|", 2);
    assertThat(exchange(parts[0]).status()).isEqualTo(Integer.parseInt(parts[1]));
    assertThat(get("/livez").status()).isEqualTo(200);
  }

  @Test
  void aRequestThatTricklesInIsCutOff() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.send("GET /livez HTTP/1.1\r\nHos");
      assertThat(client.read().status()).isEqualTo(408);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void whoSaysNothingIsNotWaitedForAsLongAsWhoHasAsked() throws Exception {
    try (WireClient silent = new WireClient(server.port());
        WireClient asked = new WireClient(server.port())) {
      asked.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(asked.read().status()).isEqualTo(200);
      assertThat(silent.isAtEnd()).isTrue();
      asked.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(asked.read().status()).isEqualTo(200);
    }
  }

  @Test
  void whoHoldsConnectionsOpenShutsOutNoProbe() throws Exception {
    List<WireClient> silent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      silent.add(new WireClient(server.port()));
    }
    assertThat(get("/livez").status()).isEqualTo(200);
    for (WireClient client : silent) {
      client.close();
    }
  }

  /** Each has begun to ask, which is more than silence, and none of them ends. */
  @ParameterizedTest
  @ValueSource(strings = {"G", "GET /livez HTTP/1.1\r\nHost: ", "POST /change HTTP/1.1\r\n"})
  void whoBeginsToAskAndDoesNotEndShutsOutNoProbe(String start) throws Exception {
    List<WireClient> unfinished = new ArrayList<>();
    for (int probe = 0; probe < 20; probe++) {
      for (int i = 0; i < 20; i++) {
        WireClient client = new WireClient(server.port());
        client.send(start);
        unfinished.add(client);
      }
      assertThat(get("/livez").status()).isEqualTo(200);
      assertThat(get("/status").status()).isEqualTo(200);
    }
    for (WireClient client : unfinished) {
      client.close();
    }
  }

  /** Nor those of another address, of which there are fewer. */
  @Test
  void anAddressWithItsShareGivesUpItsOwn() throws Exception {
    List<WireClient> own = new ArrayList<>();
    try (Socket other = new Socket()) {
      other.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), 0));
      other.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      for (int i = 0; i < 200; i++) {
        own.add(new WireClient(server.port()));
        own.get(i).send("G");
      }
      assertThat(get("/livez").status()).isEqualTo(200);
      other.setSoTimeout(60_000);
      other
          .getOutputStream()
          .write("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
      assertThat(new String(other.getInputStream().readNBytes(15), US_ASCII))
          .isEqualTo("HTTP/1.1 200 OK");
    }
    for (WireClient client : own) {
      client.close();
    }
  }

  @Test
  void connectionsAreBounded() throws Exception {
    List<WireClient> open = new ArrayList<>();
    for (int i = 0; i < 128; i++) {
      WireClient client = new WireClient(server.port());
      client.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      open.add(client);
    }
    assertThat(get("/livez").status()).isEqualTo(200);
    assertThat(open.get(0).isAtEnd()).as("the longest idle one made room").isTrue();
    open.get(127).send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(open.get(127).read().status()).isEqualTo(200);
    for (WireClient client : open) {
      client.close();
    }
  }

  @Test
  void foreignNamesOfLoopbackGetNothing() throws Exception {
    String rebound = "GET %s HTTP/1.1\r\nHost: evil.example:9464\r\n\r\n";
    assertThat(exchange(rebound.formatted("/status")).status()).isEqualTo(421);
    assertThat(exchange(rebound.formatted("/dashboard")).status()).isEqualTo(421);
    assertThat(exchange(rebound.formatted("/dashboard/events")).status()).isEqualTo(421);
    assertThat(exchange(rebound.formatted("/livez")).status()).isEqualTo(200);
    for (String name : List.of("localhost", "LOCALHOST:1", "127.0.0.1:9464", "[::1]:9464")) {
      String request = "GET /status HTTP/1.1\r\nHost: " + name + "\r\n\r\n";
      assertThat(exchange(request).status()).as(name).isEqualTo(200);
    }
    assertThat(exchange("GET /status HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n").status())
        .isEqualTo(421);
  }

  @Test
  void changesAreNotForOtherSites() throws Exception {
    assertThat(post("Content-Type: application/json\r\n")).isEqualTo(200);
    assertThat(post("Content-Type: application/json\r\nOrigin: http://localhost\r\n"))
        .isEqualTo(200);
    assertThat(post("Content-Type: application/json\r\nSec-Fetch-Site: same-origin\r\n"))
        .isEqualTo(200);
    String behindAProxy = "Origin: https://admin.example\r\nSec-Fetch-Site: same-origin\r\n";
    assertThat(post("Content-Type: application/json\r\n" + behindAProxy)).isEqualTo(200);
    assertThat(post("")).isEqualTo(415);
    assertThat(post("Content-Type: text/plain\r\n")).isEqualTo(415);
    assertThat(post("Content-Type: application/json\r\nOrigin: http://evil.example\r\n"))
        .isEqualTo(403);
    assertThat(post("Content-Type: application/json\r\nOrigin: null\r\n")).isEqualTo(403);
    assertThat(post("Content-Type: application/json\r\nSec-Fetch-Site: cross-site\r\n"))
        .isEqualTo(403);
    assertThat(post("Content-Type: application/json\r\nSec-Fetch-Site: same-site\r\n"))
        .isEqualTo(403);
  }

  private int post(String headers) throws IOException {
    return exchange(
            "POST /change HTTP/1.1\r\nHost: localhost\r\n%sContent-Length: 2\r\n\r\n{}"
                .formatted(headers))
        .status();
  }

  @Test
  void aTokenIsAskedForWhereOneIsSet() throws Exception {
    try (AdminServer guarded = builder().authorized("Bearer right"::equals).start()) {
      for (String path : List.of("/status", "/dashboard/events")) {
        Response none = exchange(guarded.port(), "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(none.status()).isEqualTo(401);
        assertThat(none.headers()).containsEntry("www-authenticate", "Bearer");
      }
      for (String path : List.of("/livez", "/dashboard")) {
        String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
        assertThat(exchange(guarded.port(), request).status()).isEqualTo(200);
      }
      String request =
          "GET /status HTTP/1.1\r\nHost: any.example\r\nAuthorization: Bearer %s\r\n\r\n";
      assertThat(exchange(guarded.port(), request.formatted("right")).status()).isEqualTo(200);
      assertThat(exchange(guarded.port(), request.formatted("wrong")).status()).isEqualTo(401);
    }
  }

  @Test
  void thePageIsAllowedItsOwnScriptsAndNothingElse() throws Exception {
    Response page = get("/dashboard");
    assertThat(page.headers().get("content-security-policy"))
        .startsWith("default-src 'none'; script-src 'sha256-")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.body()).doesNotContain("src=\"", "url(", "/*script*/", "/*style*/", "@import");
  }

  @Test
  void aPortThatIsTakenIsToldInOneSentence() {
    AdminConfig taken = new AdminConfig("127.0.0.1", server.port());
    assertThatThrownBy(() -> AdminServer.builder(taken).start())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot listen on 127.0.0.1:" + server.port() + " (admin)");
  }

  private Response get(String path) throws IOException {
    return exchange("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  private Response exchange(String request) throws IOException {
    return exchange(server.port(), request);
  }

  private static Response exchange(int port, String request) throws IOException {
    try (WireClient client = new WireClient(port)) {
      client.send(request);
      return client.read();
    }
  }

  private static String json(String body) {
    return "POST /change HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }
}
