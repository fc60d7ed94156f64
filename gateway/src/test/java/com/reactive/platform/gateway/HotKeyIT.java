package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A key that too many events have loses its partition, and no other key does. */
@ExtendWith(KafkaExtension.class)
class HotKeyIT {
  private static WireClient.Response post(WireClient client, String session, String headers)
      throws IOException {
    String body = "{\"sessionId\":\"%s\",\"action\":\"reset\"}".formatted(session);
    return client.exchange(WireClient.post("/api/counter", headers, body));
  }

  private static String metrics(Gateway gateway) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  @Test
  void itsEventsAreSpread(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(4);
    Map<String, String> settings = Map.of("REACTIVE_STREAMS_COUNTER_HOT_KEY_SPREAD_ABOVE", "20");
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, settings);
        WireClient client = new WireClient(gateway.httpPort())) {
      long startNanos = System.nanoTime();
      int sent = 0;
      while (!metrics(gateway).matches("(?s).*reactive_hot_key_spread_total\\{[^}]*} [1-9].*")) {
        assertThat(System.nanoTime() - startNanos).isLessThan(120_000_000_000L);
        for (int i = 0; i < 200; i++) {
          assertThat(post(client, "hot", "").status()).isEqualTo(201);
        }
        assertThat(post(client, "cool " + sent++, "").status()).isEqualTo(201);
      }
      assertThat(post(client, "hot", "Idempotency-Key: e-1\r\n").status()).isEqualTo(201);
      assertThat(post(client, "hot", "Idempotency-Key: e-1\r\n").status()).isEqualTo(201);
    }
    List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
    List<ConsumerRecord<byte[], byte[]>> spread =
        records.stream().filter(record -> record.key() == null).toList();
    assertThat(spread).isNotEmpty();
    assertThat(spread)
        .allSatisfy(
            record ->
                assertThat(text(record.headers().lastHeader("hot-key").value())).isEqualTo("hot"));
    assertThat(records)
        .filteredOn(record -> record.key() != null)
        .allSatisfy(record -> assertThat(record.headers().lastHeader("hot-key")).isNull())
        .extracting(record -> text(record.key()))
        .contains("hot", "cool 0");
    Topic read = Topic.read(kafka, topic);
    assertThat(read.records("e-1")).as("a repeat is known as ever").hasSize(1);
    assertThat(read.records("e-1").get(0).event().get("sessionId")).hasToString("hot");
  }
}
