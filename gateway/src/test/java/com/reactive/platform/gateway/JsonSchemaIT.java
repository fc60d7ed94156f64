package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stream whose events are described by a JSON Schema. */
@ExtendWith(KafkaExtension.class)
class JsonSchemaIT {
  private static final String SCHEMA =
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema",
       "title": "An order of the shop",
       "type": "object",
       "properties": {
         "id": {"type": "string", "minLength": 1},
         "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}}},
       "required": ["id"],
       "$defs": {"line": {"type": "object", "required": ["sku"]}},
       "examples": [{"id": "a-1", "lines": [{"sku": 7}]}]}
      """;

  private TestKafka kafka;
  private String topic;

  @TempDir Path dir;

  @BeforeEach
  void use(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(2);
    Files.writeString(dir.resolve("orders.schema.json"), SCHEMA);
  }

  private GatewayConfig config(String more) throws IOException {
    return TestGateway.config(
        dir.resolve("gateway.yaml"),
        "streams:\n  web-orders: {schema: orders.schema.json, topic: %s, key: id%s}\n"
            .formatted(topic, more),
        kafka.bootstrapServers());
  }

  private static WireClient.Response post(Gateway gateway, String body) throws IOException {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange(WireClient.post("/api/events/web-orders", "", body));
    }
  }

  private static JsonNode admin(Gateway gateway, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + path);
    return new ObjectMapper()
        .readTree(
            HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body());
  }

  @Test
  void eventsAreCheckedAndKeptAsTheyWereSent() throws Exception {
    String quarantine = kafka.createTopic(1);
    String order = "{ \"lines\": [{\"sku\": \"x\", \"n\": 1.0}], \"id\": \"a-1\", \"more\": true }";
    JsonNode api;
    JsonNode streams;
    try (Gateway gateway = Gateway.start(config(", quarantine: " + quarantine))) {
      TestGateway.await("the gateway is ready", gateway::ready);
      assertThat(post(gateway, order).status()).isEqualTo(201);
      WireClient.Response refused = post(gateway, "{\"id\":\"a\",\"lines\":[{}]}");
      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.field("pointer")).isEqualTo("/lines/0/sku");
      assertThat(refused.field("quarantined")).isEqualTo("true");
      assertThat(post(gateway, "{\"id\":\"a\"").status()).isEqualTo(400);
      api = admin(gateway, "/openapi.json");
      streams = admin(gateway, "/streams");
      assertThat(
              post(
                      gateway,
                      api.at(
                              "/paths/~1api~1events~1web-orders/post/requestBody/content"
                                  + "/application~1json/example")
                          .toString())
                  .status())
          .isEqualTo(201);
    }
    List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
    assertThat(records).hasSize(2);
    assertThat(records).extracting(record -> new String(record.value(), UTF_8)).contains(order);
    assertThat(records).extracting(record -> new String(record.key(), UTF_8)).containsOnly("a-1");
    assertThat(records.get(0).headers().lastHeader("content-type").value())
        .asString(UTF_8)
        .isEqualTo("application/json");
    assertThat(kafka.readAll(quarantine)).hasSize(2);

    JsonNode component = api.at("/components/schemas/web-orders.json");
    assertThat(component.get("$id").asText()).isEqualTo("urn:reactive:stream:web-orders");
    assertThat(component.at("/properties/lines/items/$ref").asText()).isEqualTo("#/$defs/line");
    assertThat(streams.at("/streams/0/jsonSchema")).isEqualTo(new ObjectMapper().readTree(SCHEMA));
  }

  @ParameterizedTest
  @CsvSource({
    "', value: avro', 'value: with a JSON Schema records are JSON: set json, or leave it out'",
    "', unknown-fields: keep', 'unknown-fields: the JSON Schema says which fields there may be'",
    "', json: avro', 'json: is for Avro schemas'",
    "', framing: single-object', 'framing: single-object is for Avro; leave it out with value: json'"
  })
  void whatIsOfAvroIsRefused(String setting, String error) {
    ConfigException refused = catchThrowableOfType(ConfigException.class, () -> config(setting));
    assertThat(refused.errors()).first().asString().endsWith("streams.web-orders." + error);
  }

  @Test
  void aSchemaThatIsNoneIsRefused() throws Exception {
    Files.writeString(
        dir.resolve("orders.schema.json"), SCHEMA.replace("\"minLength\": 1", "\"minLength\": -1"));
    ConfigException refused = catchThrowableOfType(ConfigException.class, () -> config(""));
    assertThat(refused.errors())
        .first()
        .asString()
        .contains("streams.web-orders.schema: ", "is not a JSON Schema of draft 2020-12")
        .contains("/properties/id/minLength");
  }

  @Test
  void aSchemaWithoutItsDraftIsToldSo() throws Exception {
    Files.writeString(
        dir.resolve("orders.schema.json"), SCHEMA.replaceFirst("\"\\$schema\".*,", ""));
    ConfigException refused = catchThrowableOfType(ConfigException.class, () -> config(""));
    assertThat(refused.errors())
        .first()
        .asString()
        .contains("lacks \"$schema\": \"https://json-schema.org/draft/2020-12/schema\"");
  }

  @Test
  void aReloadTakesAnotherSchemaOver() throws Exception {
    GatewayConfig first = config("");
    try (Gateway gateway =
        Gateway.start(
            first,
            () -> {
              try {
                return config("");
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            })) {
      TestGateway.await("the gateway is ready", gateway::ready);
      assertThat(post(gateway, "{\"id\":\"a\"}").status()).isEqualTo(201);
      Files.writeString(
          dir.resolve("orders.schema.json"), SCHEMA.replace("[\"id\"]", "[\"id\", \"lines\"]"));
      assertThat(gateway.reload().errors()).isEmpty();
      assertThat(post(gateway, "{\"id\":\"a\"}").field("pointer")).isEqualTo("/lines");
    }
  }
}
