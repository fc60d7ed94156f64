package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.testing.Browser;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A page of a listed origin sends its last event while it closes: as text, without asking first.
 */
@ExtendWith(KafkaExtension.class)
class ClosingPageIT {
  /** One event by each way that survives the page; they differ in the session's id. */
  private static final String ON_CLOSE =
      """
      addEventListener("pagehide", () => {
        const event = id => JSON.stringify({ sessionId: id, action: "increment" });
        navigator.sendBeacon("URL", event("beacon"));
        fetch("URL", { method: "POST", mode: "no-cors", keepalive: true, body: event("no-cors") });
      });
      """;

  @Test
  void itsEventsAreStored(TestKafka kafka) throws Exception {
    Optional<Browser> found = Browser.start();
    assumeTrue(found.isPresent(), "SKIPPED: chromium or chromedriver is not installed");
    HttpServer site = emptyPages();
    String origin = "http://localhost:" + site.getAddress().getPort();
    String topic = kafka.createTopic(1);
    try (Browser browser = found.get();
        Gateway gateway =
            TestGateway.start(
                kafka.bootstrapServers(),
                topic,
                Map.of("REACTIVE_STREAMS_COUNTER_CORS_ORIGINS", origin))) {
      browser.open(origin);
      String url = "http://localhost:" + gateway.httpPort() + "/api/counter";
      browser.run(ON_CLOSE.replace("URL", url));
      browser.open("about:blank");

      TestGateway.await(
          "both events are stored", () -> gateway.ledger().total(Category.ACKED) == 2);
      assertThat(kafka.readAll(topic))
          .extracting(stored -> new String(stored.value(), StandardCharsets.ISO_8859_1))
          .anyMatch(value -> value.contains("beacon"))
          .anyMatch(value -> value.contains("no-cors"));
      assertThat(gateway.ledger().received()).as("no question came before").isEqualTo(2);

      HttpRequest withoutPage =
          HttpRequest.newBuilder(URI.create(url))
              .header("Content-Type", "text/plain")
              .POST(BodyPublishers.ofString("{}"))
              .build();
      assertThat(HttpClient.newHttpClient().send(withoutPage, BodyHandlers.discarding()))
          .returns(415, HttpResponse::statusCode);
    } finally {
      site.stop(0);
    }
  }

  private static HttpServer emptyPages() throws Exception {
    HttpServer site =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext(
        "/",
        page -> {
          page.getResponseHeaders().set("Content-Type", "text/html");
          page.sendResponseHeaders(200, -1);
          page.close();
        });
    site.start();
    return site;
  }
}
