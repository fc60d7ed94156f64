package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The routes that tell what the parts of the way cost: they store nothing and count for nothing.
 */
@ExtendWith(KafkaExtension.class)
class DiagnosticRoutesIT {
  private static final Map<String, String> ON = Map.of("REACTIVE_DIAGNOSTICS", "true");
  private static final String NO_KAFKA = "/api/counter/no-kafka";
  private static final String RAW = "/api/counter/raw";
  private static final String DIRECT = "/api/counter/direct";
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";

  @Test
  void whatIsPostedThereIsAnsweredButNeitherStoredNorCounted(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, ON);
        WireClient client = new WireClient(gateway.httpPort())) {
      Response framed = client.exchange(post(NO_KAFKA, "Idempotency-Key: k1\r\n", EVENT));
      Response unread = client.exchange(post(RAW, "", "{no JSON at all"));
      Response refused = client.exchange(post(NO_KAFKA, "", "{}"));
      Response unreadable = client.exchange(post(NO_KAFKA, "", "{no JSON at all"));
      Response impatient =
          client.exchange(
              post(NO_KAFKA, "Prefer: respond-async\r\nIdempotency-Key: k2\r\n", EVENT));
      Response stored = client.exchange(post("/api/counter", "Idempotency-Key: k3\r\n", EVENT));

      assertThat(framed.status()).isEqualTo(200);
      assertThat(framed.field("requestId")).matches("[0-9a-f]{32}");
      assertThat(framed.field("eventId")).isEqualTo("k1");
      assertThat(framed.field("topic")).isEqualTo(topic);
      assertThat(framed.field("partition")).isEqualTo("-1");
      assertThat(framed.field("offset")).isEqualTo("-1");
      assertThat(unread.status()).isEqualTo(202);
      assertThat(unread.field("requestId")).isEqualTo("0".repeat(32));
      assertThat(refused.status()).isEqualTo(422);
      assertThat(unreadable.status()).isEqualTo(400);
      assertThat(impatient.status()).as("never a 202: nothing was accepted").isEqualTo(200);
      assertThat(stored.status()).isEqualTo(201);
      assertThat(framed.headers().keySet()).isEqualTo(stored.headers().keySet());
      assertThat(Topic.read(kafka, topic).size()).isEqualTo(1);
      assertThat(Topic.read(kafka, topic).records("k3")).hasSize(1);

      assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
      assertThat(gateway.ledger().received()).isEqualTo(1);
      assertThat(gateway.ledger().ended()).containsEntry(Outcome.ACKED, 1L);
      assertThat(admin(gateway, "/metrics"))
          .contains("http_route=\"" + NO_KAFKA + "\"")
          .contains("http_route=\"" + RAW + "\"")
          .containsPattern("reactive_ledger_received_total[^\\n]* 1(\\.0)?\\n");
      assertThat(admin(gateway, "/status")).containsPattern("\"diagnostics.routes\" ?: ?\"true\"");
    }
  }

  /** It is in Kafka in the end, and the ledger has not heard of it. */
  @Test
  void whatGoesStraightToTheClientIsStoredAndNotCounted(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, ON);
        WireClient client = new WireClient(gateway.httpPort())) {
      Response direct = client.exchange(post(DIRECT, "Idempotency-Key: k1\r\n", EVENT));

      assertThat(direct.status()).isEqualTo(202);
      assertThat(direct.field("eventId")).isEqualTo("k1");
      TestGateway.await("it is stored", () -> kafka.readAll(topic).size() == 1);
      assertThat(Topic.read(kafka, topic).records("k1")).hasSize(1);
      assertThat(gateway.ledger().received()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {NO_KAFKA, RAW, DIRECT})
  void thereAreNoneUnlessAskedFor(String path, TestKafka kafka) throws Exception {
    try (Gateway gateway =
            TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(1), Map.of());
        WireClient client = new WireClient(gateway.httpPort())) {
      Response response = client.exchange(post(path, "", EVENT));

      assertThat(response.status()).isEqualTo(404);
      assertThat(gateway.ledger().received()).isEqualTo(1);
      assertThat(gateway.ledger().balanced()).isTrue();
    }
  }

  private static byte[] post(String path, String headers, String body) {
    return WireClient.post(path, headers, body);
  }

  private static String admin(Gateway gateway, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
