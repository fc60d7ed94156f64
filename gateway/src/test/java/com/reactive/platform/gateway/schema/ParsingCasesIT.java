package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The documents that tell JSON parsers apart, over HTTP, all on one connection: each gets its own
 * answer, none spoils the next, and Kafka has those that were answered 201 and no other.
 */
@ExtendWith(KafkaExtension.class)
class ParsingCasesIT {
  @Test
  void eachIsStoredOrRefusedAndNothingElseHappens(TestKafka kafka, @TempDir Path dir)
      throws Exception {
    String topic = kafka.createTopic(2);
    Set<String> stored = new HashSet<>();
    try (Gateway gateway = gateway(kafka, topic, dir);
        WireClient client = new WireClient(gateway.httpPort())) {
      for (ParsingCase each : ParsingCase.all()) {
        WireClient.Response response = client.exchange(request(each.asField()));
        assertThat(response.status()).as(each.name()).isEqualTo(status(each));
        assertThat(response.headers()).as(each.name()).doesNotContainEntry("connection", "close");
        if (response.status() == 201) {
          assertThat(stored.add(response.field("eventId"))).isTrue();
        }
      }
      Set<String> found = new HashSet<>();
      for (ConsumerRecord<byte[], byte[]> record : kafka.readAll(topic)) {
        String eventId = new String(record.headers().lastHeader("event-id").value(), UTF_8);
        assertThat(found.add(eventId)).as("once: %s", eventId).isTrue();
      }
      assertThat(found).isEqualTo(stored);
      assertThat(gateway.ledger().balanced()).isTrue();
    }
  }

  private static int status(ParsingCase each) {
    return each.ours().equals("stored") ? 201 : Integer.parseInt(each.ours());
  }

  private static byte[] request(byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String head =
        "POST /api/events/any HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: %d\r\n\r\n";
    bytes.writeBytes(head.formatted(body.length).getBytes(US_ASCII));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  private static Gateway gateway(TestKafka kafka, String topic, Path dir)
      throws IOException, InterruptedException {
    Files.writeString(dir.resolve("any.avsc"), ParsingCase.anyJson().toString());
    Path config =
        Files.writeString(
            dir.resolve("gateway.yaml"),
            "http: {max-body-bytes: 524288}\n"
                + "streams:\n  counter: {enabled: false}\n  any:\n    schema: any.avsc\n    topic: "
                + topic
                + "\n");
    Map<String, String> env =
        new HashMap<>(TestGateway.environment(kafka.bootstrapServers(), topic, Map.of()));
    env.remove("REACTIVE_STREAMS_COUNTER_TOPIC");
    Gateway gateway = Gateway.start(GatewayConfig.from(Settings.of(config, env)));
    TestGateway.await("the gateway is ready", gateway::ready);
    return gateway;
  }
}
