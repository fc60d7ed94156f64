package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused is refused clearly, is not in Kafka, and harms nobody else. */
@ExtendWith(KafkaExtension.class)
class RefusalIT {
  private static final String GOOD = "{\"sessionId\":\"s\",\"action\":\"increment\"}";

  private static TestKafka kafka;
  private static String topic;
  private static Gateway gateway;

  /** Events that the tests have had stored so far. */
  private static int stored;

  @BeforeAll
  static void start(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(1);
    stored = 0;
    gateway = TestGateway.start(kafka.bootstrapServers(), topic, Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    assertThat(gateway.ledger().inFlight()).isZero();
  }

  /** After every case: a good event is stored, a refused one is not, and the ledger adds up. */
  @AfterEach
  void goodEventsAndNoOthers() throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      assertThat(client.exchange(WireClient.event("after", 1)).status()).isEqualTo(201);
    }
    stored++;
    TestGateway.await("the ledger is quiet", () -> gateway.ledger().inFlight() == 0);
    assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
    assertThat(Topic.read(kafka, topic).size()).isEqualTo(stored);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST | /api/counter                 | application/json | not json             | 400 | malformed-json
          POST | /api/counter                 | application/json | {"sessionId":"s"     | 400 | malformed-json
          POST | /api/counter                 | application/json | {"sessionId":1}      | 422 | schema-mismatch
          POST | /api/counter                 | application/json | [1]                  | 422 | schema-mismatch
          POST | /api/counter                 | text/plain       | {"sessionId":"s"}    | 415 | unsupported-media-type
          POST | /api/nothing                 | application/json | {}                   | 404 | not-found
          POST | /api/customers/a/b/counter   | application/json | {}                   | 404 | not-found
          PUT  | /api/counter                 | application/json | {}                   | 405 | method-not-allowed
          """)
  void theConnectionWorksOn(
      String method, String path, String type, String body, int status, String problem)
      throws IOException {
    String request =
        "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(method, path, type, body.length(), body);
    try (WireClient client = new WireClient(gateway.httpPort())) {
      for (int i = 0; i < 2; i++) {
        client.send(request);
        assertProblem(client.read(), status, problem);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"Expect: 100-continue", "X-None: 0"})
  void aHugeBodyIsRefusedByItsHead(String header) throws IOException {
    byte[] body = new byte[2_000_000];
    try (WireClient client = new WireClient(gateway.httpPort())) {
      client.send(
          "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + header
              + "\r\nContent-Length: 2000000\r\n\r\n");
      client.send(body);
      assertProblem(client.read(), 413, "body-too-large");
    }
  }

  @Test
  void aChunkedBodyIsRefusedWhenItHasGrownTooLarge() throws IOException {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      client.send(
          "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 40; i++) {
        client.send("2000\r\n" + " ".repeat(0x2000) + "\r\n");
      }
      assertProblem(client.read(), 413, "body-too-large");
    }
  }

  /** The answer is written before the body is found too long for the connection to go on. */
  @Test
  void aRefusalIsReadableHoweverLongTheBodyIs() throws IOException {
    for (int i = 0; i < 20; i++) {
      try (WireClient client = new WireClient(gateway.httpPort())) {
        client.send(WireClient.post("/api/nothing", "", " ".repeat(300_000)));
        assertProblem(client.read(), 404, "not-found");
      }
    }
  }

  @Test
  void aRefusalIsReadableThoughTheBodyIsBrokenInTheSamePacket() throws IOException {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      client.send(
          "POST /api/nothing HTTP/1.1\r\n"
              + "Host: localhost\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n"
              + "zz\r\n");
      assertProblem(client.read(), 404, "not-found");
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void aBodyInManyPiecesIsOneEvent() throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      sendInPieces(client, GOOD);
      client.send("0\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(201);
    }
    stored++;
  }

  @Test
  void aBodyThatBreaksOffIsNone() throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      sendInPieces(client, GOOD);
    }
    TestGateway.await("the request is given up", () -> gateway.ledger().inFlight() == 0);
  }

  @Test
  void aBodyWithABrokenChunkIsNone() throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      sendInPieces(client, GOOD);
      client.send("not a chunk size\r\n\r\n");
      assertProblem(client.read(), 400, "malformed-request");
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  private static void sendInPieces(WireClient client, String body) throws IOException {
    client.send(
        "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < body.length(); i++) {
      client.send("1\r\n" + body.charAt(i) + "\r\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          two lengths            | Host: localhost~Content-Length: 3~Content-Length: 42       | 400
          length and chunked     | Host: localhost~Content-Length: 42~Transfer-Encoding: chunked | 400
          chunked, not last      | Host: localhost~Transfer-Encoding: gzip, chunked           | 400
          negative length        | Host: localhost~Content-Length: -1                         | 400
          huge length            | Host: localhost~Content-Length: 99999999999999999999       | 400
          no host                | Content-Length: 0                                  | 400
          two hosts              | Host: localhost~Host: g~Content-Length: 0                  | 400
          a space before a colon | Host : h~Content-Length: 0                         | 400
          """)
  void ambiguousFramingEndsTheConnection(String name, String headers, int status)
      throws IOException {
    String smuggled = new String(WireClient.event("smuggled", 1), StandardCharsets.ISO_8859_1);
    try (WireClient client = new WireClient(gateway.httpPort())) {
      client.send(
          "POST /api/counter HTTP/1.1\r\n" + headers.replace("~", "\r\n") + "\r\n\r\n" + smuggled);
      Response response = client.read();
      assertThat(response.status()).as(name).isEqualTo(status);
      assertThat(response.headers()).containsEntry("connection", "close");
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void headersBeyondTheLimitAre431() throws IOException {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      client.send(
          "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nX-Long: "
              + "x".repeat(10_000)
              + "\r\n\r\n");
      assertProblem(client.read(), 431, "headers-too-large");
    }
  }

  /** By a gateway of their own: who is only slow must not meet so little patience. */
  @Test
  void aBodyThatDoesNotComeIs408AndAnIdleConnectionIsClosed() throws Exception {
    Map<String, String> impatient =
        Map.of("REACTIVE_HTTP_REQUEST_TIMEOUT_MS", "1000", "REACTIVE_HTTP_IDLE_TIMEOUT_MS", "3000");
    try (Gateway hasty = TestGateway.start(kafka.bootstrapServers(), topic, impatient);
        WireClient silent = new WireClient(hasty.httpPort());
        WireClient client = new WireClient(hasty.httpPort())) {
      client.send("POST /api/counter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{");
      assertProblem(client.read(), 408, "request-timeout");
      assertThat(client.isAtEnd()).isTrue();
      assertThat(silent.isAtEnd()).isTrue();
      assertThat(hasty.ledger().balanced()).as("%s", hasty.ledger()).isTrue();
      assertThat(hasty.ledger().inFlight()).isZero();
    }
  }

  @Test
  void aKeyThatCannotBeUsedIs400() throws IOException {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      assertProblem(
          client.exchange(WireClient.post("/api/counter", "Idempotency-Key: a b\r\n", GOOD)),
          400,
          "invalid-header");
    }
  }

  private static void assertProblem(Response response, int status, String problem) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
    assertThat(response.field("type")).isEqualTo("urn:reactive:problem:" + problem);
    assertThat(response.field("status")).isEqualTo(Integer.toString(status));
    assertThat(response.field("retryable")).isIn("true", "false");
  }
}
