package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that hold the body as it was sent, once it is known to be an event. */
@ExtendWith(KafkaExtension.class)
class ValueJsonIT {
  /** With spaces, a line end and an escape that another writer would change. */
  private static final String EVENT =
      " {\"value\":100, \"action\" : \"set\",\"sessionId\":\"caf\\u00e9 \u00fc\"}\n";

  private static final String WITH_MORE =
      "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":1,\"more\":{\"a\":[1.50]}}";

  private TestKafka kafka;
  private String topic;
  private Gateway gateway;

  @TempDir Path dir;

  @BeforeEach
  void use(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(2);
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
      assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
    }
  }

  private void start(String client, String counter) throws Exception {
    gateway =
        Gateway.start(
            TestGateway.config(
                dir.resolve("gateway.yaml"),
                "kafka: {client: %s}\nstreams:\n  counter: {topic: %s, value: json%s}\n"
                    .formatted(client, topic, counter),
                kafka.bootstrapServers()));
    TestGateway.await("the gateway is ready", gateway::ready);
  }

  private WireClient.Response post(String type, String headers, String body) throws Exception {
    String head =
        "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n%sContent-Length: %d"
            .formatted(type, headers, body.getBytes(UTF_8).length);
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange((head + "\r\n\r\n" + body).getBytes(UTF_8));
    }
  }

  private WireClient.Response post(String body) throws Exception {
    return post("application/json", "", body);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "java"})
  void theBodyIsTheValueAndTheRestIsAsEver(String client) throws Exception {
    start(client, "");
    String key = "Idempotency-Key: e-1\r\n";
    WireClient.Response stored = post("application/json", key, EVENT);
    assertThat(stored.status()).as(stored.body()).isEqualTo(201);
    assertThat(post("application/json", key, EVENT).status()).isEqualTo(201);
    assertThat(post(WITH_MORE).field("pointer")).isEqualTo("/more");
    assertThat(post("{\"sessionId\":\"s\",\"action\":\"sell\"}").status()).isEqualTo(422);
    assertThat(post("{").status()).isEqualTo(400);
    assertThat(post("application/protobuf", "", "x").status()).isEqualTo(415);

    List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
    assertThat(records).hasSize(1);
    assertThat(records.get(0).value()).asString(UTF_8).isEqualTo(EVENT);
    assertThat(records.get(0).key()).asString(UTF_8).isEqualTo("caf\u00e9 \u00fc");
    assertThat(header(records.get(0), "content-type")).isEqualTo("application/json");
    assertThat(header(records.get(0), "event-id")).isEqualTo("e-1");
    assertThat(records.get(0).headers().headers("content-type")).hasSize(1);
  }

  @Test
  void unknownFieldsCanBeKept() throws Exception {
    start("native", ", unknown-fields: keep");
    assertThat(post(WITH_MORE).status()).isEqualTo(201);
    assertThat(post("{\"action\":\"reset\",\"more\":1}").field("pointer")).isEqualTo("/sessionId");
    // What is kept must be readable by others: a name once, and no half of a character.
    for (String more : new String[] {"\"role\":1,\"role\":2", "\"more\":\"\\ud800\""}) {
      assertThat(post(WITH_MORE.replace("\"more\":{\"a\":[1.50]}", more)).status()).isEqualTo(400);
    }
    assertThat(kafka.readAll(topic))
        .extracting(record -> new String(record.value(), UTF_8))
        .containsExactly(WITH_MORE);
  }

  @Test
  void ofACloudEventItIsTheData() throws Exception {
    start("native", ", cloudevents: true");
    String data = "{\"sessionId\": \"s\", \"action\": \"reset\"}";
    String envelope =
        "{\"specversion\":\"1.0\",\"id\":\"i\",\"source\":\"/s\",\"type\":\"t\",\"data\":%s}";
    assertThat(post("application/cloudevents+json", "", envelope.formatted(data)).status())
        .isEqualTo(201);
    ConsumerRecord<byte[], byte[]> record = kafka.readAll(topic).get(0);
    assertThat(record.value()).asString(UTF_8).isEqualTo(data);
    assertThat(header(record, "content-type")).isEqualTo("application/json");
    assertThat(header(record, "ce_type")).isEqualTo("t");
  }
}
