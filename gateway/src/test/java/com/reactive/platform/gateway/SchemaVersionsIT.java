package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.schema.AvroToJson;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A stream takes events of clients that were built before its schema was changed. */
@ExtendWith(KafkaExtension.class)
class SchemaVersionsIT {
  private static final Schema NOW = schema("page", "int");
  private static final Schema BEFORE = schema("url", "int");
  private static final Schema FIRST = schema("url", "string");

  private TestKafka kafka;
  private String topic;
  private Gateway gateway;

  @TempDir Path dir;

  private static Schema schema(String where, String count) {
    return new Schema.Parser()
        .parse(
            """
            {"type": "record", "name": "Visit", "fields": [
              {"name": "user", "type": "string"},
              {"name": "%s", "type": "string", "x-max-length": 9},
              {"name": "count", "type": "%s"}]}
            """
                .formatted(where, count));
  }

  @BeforeEach
  void use(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(1);
    Files.writeString(dir.resolve("visits-3.avsc"), NOW.toString());
    Files.writeString(dir.resolve("visits-2.avsc"), BEFORE.toString());
    Files.writeString(dir.resolve("visits-1.avsc"), FIRST.toString());
    Files.writeString(
        dir.resolve("visits.proto.lock"),
        ProtoFileBuilder.of("visits", NOW, FieldNumbers.NONE).numbers().text());
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
      assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
    }
  }

  private void start(String more) throws Exception {
    gateway =
        Gateway.start(
            TestGateway.config(
                dir.resolve("gateway.yaml"),
                """
                streams:
                  visits:
                    schema: visits-3.avsc
                    earlier-schemas: [visits-2.avsc, visits-1.avsc]
                    topic: %s
                    key: user
                    %s
                """
                    .formatted(topic, more),
                kafka.bootstrapServers()));
    TestGateway.await("the gateway is ready", gateway::ready);
  }

  private WireClient.Response post(String path, String version, String body) throws Exception {
    String header = version == null ? "" : "Schema-Version: " + version + "\r\n";
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange(WireClient.post(path, header, body));
    }
  }

  private WireClient.Response post(String version, String body) throws Exception {
    return post("/api/events/visits", version, body);
  }

  private static String json(Schema schema, ConsumerRecord<byte[], byte[]> record)
      throws IOException {
    int offset = Framing.SINGLE_OBJECT.decoder(schema).datumOffset(record.value());
    return new AvroToJson(schema, JsonForm.PLAIN)
        .text(record.value(), offset, record.value().length - offset);
  }

  @Test
  void aBodyIsOfTheVersionThatItNamesOrThatFits() throws Exception {
    start("");
    String now = "{\"user\":\"a\",\"page\":\"/\",\"count\":1}";
    String before = "{\"user\":\"b\",\"url\":\"/\",\"count\":2}";
    String first = "{\"user\":\"c\",\"url\":\"/\",\"count\":\"3\"}";
    assertThat(post(null, now).status()).isEqualTo(201);
    assertThat(post(null, before).status()).isEqualTo(201);
    assertThat(post(null, first).status()).isEqualTo(201);
    assertThat(post("visits-1", first).status()).isEqualTo(201);
    String service = "/reactive.visits.Publisher/Publish";
    assertThat(post(service, "visits-2", before).status()).isEqualTo(200);

    // Errors are those of the version that is named, or else of the one in force.
    assertThat(post("visits-2", now).field("pointer")).isEqualTo("/page");
    assertThat(post("visits-1", before).field("pointer")).isEqualTo("/count");
    assertThat(post(null, now.replace("1", "true")).field("pointer")).isEqualTo("/count");
    assertThat(post(null, first.replace("/", "/".repeat(10))).field("pointer")).isEqualTo("/url");
    assertThat(post(null, "{").status()).isEqualTo(400);
    WireClient.Response unknown = post("visits-4", now);
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.field("detail")).contains("visits-3, visits-2, visits-1");

    List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
    assertThat(records).hasSize(5);
    assertThat(json(NOW, records.get(0))).isEqualTo(now);
    assertThat(json(BEFORE, records.get(1))).isEqualTo(before);
    assertThat(json(FIRST, records.get(2))).isEqualTo(first);
    assertThat(json(FIRST, records.get(3))).isEqualTo(first);
    assertThat(json(BEFORE, records.get(4))).isEqualTo(before);
    assertThat(records)
        .extracting(record -> new String(record.key(), UTF_8))
        .containsExactly("a", "b", "c", "c", "b");
  }

  @Test
  void bodiesThatAreKeptMatchSomeVersion() throws Exception {
    start("value: json");
    String first = "{ \"user\":\"c\", \"url\":\"/\", \"count\":\"3\" }";
    assertThat(post(null, first).status()).isEqualTo(201);
    assertThat(post("visits-3", first).status()).isEqualTo(422);
    assertThat(kafka.readAll(topic))
        .extracting(record -> new String(record.value(), UTF_8))
        .containsExactly(first);
  }

  @Test
  void aKeyIsOfOneVersionAndTheQuarantineNamesIt() throws Exception {
    String quarantine = kafka.createTopic(1);
    start("quarantine: " + quarantine);
    String first = "{\"user\":\"c\",\"url\":\"/\",\"count\":\"3\"}";
    String key = "Idempotency-Key: k-1\r\nSchema-Version: visits-1\r\n";
    try (WireClient client = new WireClient(gateway.httpPort())) {
      for (int i = 0; i < 2; i++) {
        byte[] request = WireClient.post("/api/events/visits", key, first);
        assertThat(client.exchange(request).status()).isEqualTo(201);
      }
      String other = key.replace("visits-1", "visits-2");
      byte[] reused = WireClient.post("/api/events/visits", other, first);
      assertThat(client.exchange(reused).field("type")).endsWith("idempotency-key-reused");
    }
    WireClient.Response refused = post("visits-2", first);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("\"quarantined\":true");
    assertThat(kafka.readAll(topic)).hasSize(1);
    ConsumerRecord<byte[], byte[]> kept = kafka.readAll(quarantine).get(0);
    assertThat(header(kept, "quarantine-schema-version")).isEqualTo("visits-2");
    assertThat(header(kept, "quarantine-schema"))
        .isEqualTo(HexFormat.of().toHexDigits(SchemaNormalization.parsingFingerprint64(BEFORE)));
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  @Test
  void readersAreToldOfAllVersions() throws Exception {
    start("");
    String streams;
    try (WireClient admin = new WireClient(gateway.adminPort())) {
      admin.send("GET /streams HTTP/1.1\r\nHost: localhost\r\n\r\n");
      streams = admin.read().body();
    }
    JsonNode stream = new ObjectMapper().readTree(streams).path("streams").get(0);
    assertThat(stream.path("schemaVersion").asText()).isEqualTo("visits-3");
    assertThat(stream.path("earlierSchemas")).hasSize(2);
    JsonNode last = stream.path("earlierSchemas").get(1);
    assertThat(last.path("schemaVersion").asText()).isEqualTo("visits-1");
    assertThat(new Schema.Parser().parse(last.path("schema").toString())).isEqualTo(FIRST);
  }
}
