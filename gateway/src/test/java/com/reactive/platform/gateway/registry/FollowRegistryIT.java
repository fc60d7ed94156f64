package com.reactive.platform.gateway.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The latest version in the registry is in force while events pass, and survives its absence. */
@ExtendWith(KafkaExtension.class)
class FollowRegistryIT {
  @TempDir Path dir;

  private static Schema schema(String field, String more) {
    return new Schema.Parser()
        .parse(
            """
            {"type": "record", "name": "Visit", "fields": [
              {"name": "%s", "type": "string"}%s]}
            """
                .formatted(field, more));
  }

  private static String field(String name) {
    return ", {\"name\": \"" + name + "\", \"type\": \"int\", \"default\": 0}";
  }

  private GatewayConfig config(TestKafka kafka, String topic, FakeRegistry registry)
      throws Exception {
    return TestGateway.config(
        dir.resolve("gateway.yaml"),
        """
        streams:
          visits: {schema: visits.avsc, topic: %s, key: user, framing: confluent,
                   follow-registry: true}
        registry: {url: "%s", mode: register, poll-seconds: 1, cache-file: ids.json}
        """
            .formatted(topic, registry.url())
            .replace("ids.json", dir.resolve("ids.json").toString()),
        kafka.bootstrapServers());
  }

  private static WireClient.Response post(Gateway gateway, String fields) throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange(
          WireClient.post("/api/events/visits", "", "{\"user\":\"u\"" + fields + "}"));
    }
  }

  private static boolean takes(Gateway gateway, String fields) {
    try {
      return post(gateway, fields).status() == 201;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitQuestion(FakeRegistry registry) throws InterruptedException {
    int before = registry.questions.size();
    TestGateway.await("it asks", () -> registry.questions.size() > before + 1);
  }

  @Test
  void laterVersionsComeIntoForceAndStay(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    String subject = topic + "-value";
    Files.writeString(dir.resolve("visits.avsc"), schema("user", "").toString());
    try (FakeRegistry registry = new FakeRegistry()) {
      try (Gateway gateway = Gateway.start(config(kafka, topic, registry))) {
        TestGateway.await("the gateway is ready", gateway::ready);
        // The file's schema was registered: nobody had done so.
        assertThat(post(gateway, "").status()).isEqualTo(201);
        assertThat(post(gateway, ",\"a\":1").field("pointer")).isEqualTo("/a");

        registry.add(subject, schema("user", field("a")));
        TestGateway.await("version 2 is in force", () -> takes(gateway, ",\"a\":1"));

        // It lacks the key field, so it cannot be used.
        registry.add(subject, schema("other", field("b")));
        awaitQuestion(registry);
        assertThat(post(gateway, ",\"a\":1").status()).isEqualTo(201);

        registry.fault = exchange -> FakeRegistry.answer(exchange, 503, new byte[0]);
        awaitQuestion(registry);
        assertThat(post(gateway, ",\"a\":1").status()).isEqualTo(201);
        assertThat(gateway.reload().errors()).isEmpty();
        assertThat(post(gateway, ",\"a\":1").status()).isEqualTo(201);
      }
      try (Gateway gateway = Gateway.start(config(kafka, topic, registry))) {
        TestGateway.await("the gateway is ready", gateway::ready);
        assertThat(post(gateway, ",\"a\":1").status()).as("from the cache").isEqualTo(201);
        registry.fault = null;
        registry.add(subject, schema("user", field("a") + field("c")));
        TestGateway.await("version 4 is in force", () -> takes(gateway, ",\"c\":1"));
      }
    }
    int[] ids =
        kafka.readAll(topic).stream()
            .map(ConsumerRecord::value)
            .mapToInt(value -> value[4])
            .distinct()
            .toArray();
    assertThat(ids).containsExactly(1, 2, 4);
  }
}
