package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LookUpsTest {
  private static final OracleEvent EVENT = new OracleEvent(7, 1, 2);

  private static Optional<LookUps.Finding> finding(int status, String body) throws IOException {
    return LookUps.finding(EVENT, status, body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anEventIsSomewhereOrNot() throws Exception {
    String id = "{\"eventId\":\"" + EVENT.id() + "\"";
    assertThat(finding(200, id + ",\"partition\":1,\"offset\":4000000000}"))
        .contains(new LookUps.Finding(EVENT, 200, 1, 4_000_000_000L));
    assertThat(finding(404, id + "}")).contains(new LookUps.Finding(EVENT, 404, -1, -1));
    assertThat(finding(410, id + "}")).contains(new LookUps.Finding(EVENT, 410, -1, -1));
  }

  @Test
  void otherAnswersAreAskedForAgain() throws Exception {
    assertThat(finding(202, "{}")).isEmpty();
    assertThat(finding(503, "")).isEmpty();
    assertThat(finding(404, "{\"type\":\"urn:reactive:problem:not-found\"}")).isEmpty();
    assertThat(finding(404, "{\"eventId\":\"another\"}")).isEmpty();
  }

  /** Also over a kill of the gateway: while it is away, nobody answers. */
  @Test
  void anEventIsAskedForUntilItsStateIsFinal() throws Exception {
    List<Integer> statuses = List.of(503, 202, 404);
    AtomicInteger asked = new AtomicInteger();
    HttpServer gateway =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    gateway.createContext(
        "/events/" + EVENT.id(),
        exchange -> {
          byte[] body = ("{\"eventId\":\"" + EVENT.id() + "\"}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(statuses.get(asked.getAndIncrement()), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    URI route = URI.create("http://127.0.0.1:" + gateway.getAddress().getPort() + "/events");
    gateway.start();
    try (LookUps lookUps = new LookUps(route)) {
      lookUps.ask(EVENT);
      LookUps.Finding finding = lookUps.poll();
      while (finding == null) {
        assertThat(lookUps.open()).isEqualTo(1);
        TimeUnit.MILLISECONDS.sleep(5);
        finding = lookUps.poll();
      }
      assertThat(finding).isEqualTo(new LookUps.Finding(EVENT, 404, -1, -1));
      assertThat(lookUps.open()).isZero();
      assertThat(asked).hasValue(statuses.size());
    } finally {
      gateway.stop(0);
    }
  }
}
