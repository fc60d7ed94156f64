package com.reactive.platform.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.testing.TestGateway;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JwksRefresherTest {
  private final List<String> taken = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile byte[] body = "good".getBytes(StandardCharsets.US_ASCII);
  private HttpServer issuer;
  private URI url;

  @BeforeEach
  void serve() throws IOException {
    issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    issuer.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Location", "/elsewhere");
          try (exchange) {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    issuer.start();
    url = URI.create("http://127.0.0.1:" + issuer.getAddress().getPort() + "/keys");
  }

  @AfterEach
  void stop() {
    issuer.stop(0);
  }

  @Test
  void keysAreFetchedAtTheStart() throws Exception {
    try (JwksRefresher refresher = new JwksRefresher(url, this::take)) {
      refresher.start();
      TestGateway.await("keys are there", () -> taken.contains("good"));
    }
  }

  @Test
  void anIssuerThatIsAwayOrTalksNonsenseIsAskedAgain() throws Exception {
    status = 500;
    try (JwksRefresher refresher = new JwksRefresher(url, this::take)) {
      refresher.start();
      status = 200;
      body = "bad".getBytes(StandardCharsets.US_ASCII);
      TestGateway.await("nonsense was seen", () -> taken.contains("bad"));
      body = "good".getBytes(StandardCharsets.US_ASCII);
      TestGateway.await("keys are there", () -> taken.contains("good"));
    }
  }

  @Test
  void missingKeysDoNotMakeItAskAgainAtOnce() throws Exception {
    try (JwksRefresher refresher = new JwksRefresher(url, this::take)) {
      refresher.start();
      TestGateway.await("keys are there", () -> taken.contains("good"));
      for (int i = 0; i < 1_000; i++) {
        refresher.keyIsMissing();
      }
      Thread.sleep(200);
      assertThat(taken).hasSize(1);
    }
  }

  @Test
  void whatIsTooLargeOrRedirectedIsNotTaken() {
    body = new byte[512 * 1024 + 1];
    try (JwksRefresher refresher = new JwksRefresher(url, this::take)) {
      assertThatThrownBy(() -> refresher.fetch(60_000))
          .isInstanceOf(IOException.class)
          .hasMessage("the response is longer than 524288 bytes");
      body = new byte[0];
      status = 302;
      assertThatThrownBy(() -> refresher.fetch(60_000)).hasMessage("status 302");
    }
  }

  @Test
  @SuppressWarnings("try") // It is closed before its end, on purpose.
  void anIssuerWhoseHeadNeverEndsIsNotWaitedFor() throws Exception {
    try (ServerSocket trickling = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        JwksRefresher refresher =
            new JwksRefresher(
                URI.create("http://127.0.0.1:" + trickling.getLocalPort()), this::take)) {
      Thread server = new Thread(() -> trickle(trickling));
      server.start();
      assertThatThrownBy(() -> refresher.fetch(1_000)).isInstanceOf(HttpTimeoutException.class);
      trickling.close(); // it may have been given up before it was connected
      server.join();
    }
  }

  /** Returns when the other side has gone. */
  private static void trickle(ServerSocket trickling) {
    try (Socket connection = trickling.accept()) {
      OutputStream out = connection.getOutputStream();
      out.write("HTTP/1.1 200 OK\r\nX: ".getBytes(StandardCharsets.US_ASCII));
      while (true) {
        out.write('x');
        Thread.sleep(50);
      }
    } catch (IOException | InterruptedException e) {
      // As it should be.
    }
  }

  private void take(byte[] jwks) {
    String text = new String(jwks, StandardCharsets.US_ASCII);
    taken.add(text);
    if (!text.equals("good")) {
      throw new IllegalArgumentException("is nonsense");
    }
  }
}
