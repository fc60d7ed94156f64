package com.reactive.platform.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.testing.TestGateway;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
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
    assertThatThrownBy(() -> JwksRefresher.fetch(url))
        .isInstanceOf(IOException.class)
        .hasMessage("more than 524288 bytes");
    status = 302;
    assertThatThrownBy(() -> JwksRefresher.fetch(url)).hasMessage("status 302");
  }

  private void take(byte[] jwks) {
    String text = new String(jwks, StandardCharsets.US_ASCII);
    taken.add(text);
    if (!text.equals("good")) {
      throw new IllegalArgumentException("is nonsense");
    }
  }
}
