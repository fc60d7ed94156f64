package com.reactive.platform.gateway.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Confluent's deserialisers for Python, of Avro, JSON Schema and protobuf, read what we write,
 * knowing the registry only. Needs a Python that has them: that of {@code TEST_PYTHON}, else {@code
 * python3}.
 */
@ExtendWith(KafkaExtension.class)
class ConfluentReaderIT {
  private static final Path EXAMPLES = Path.of("../examples");
  private static final String PYTHON =
      Optional.ofNullable(System.getenv("TEST_PYTHON")).orElse("python3");

  @TempDir private Path directory;

  @Test
  void aStockDeserialiserReadsAConfluentStream(TestKafka kafka) throws Exception {
    assumeTrue(
        pythonCanRead(),
        "get it: "
            + PYTHON
            + " -m pip install confluent-kafka[avro,json,protobuf,schemaregistry] grpcio-tools");
    if (RealRegistry.archive().isPresent()) {
      Path home = Files.createDirectory(directory.resolve("registry"));
      try (RealRegistry registry = RealRegistry.start(home)) {
        readsWhatWasWritten(kafka, registry.url());
        readsWhatWasWrittenAsJson(kafka, registry.url());
        readsWhatWasWrittenAsProtobuf(kafka, registry.url());
      }
    } else {
      try (FakeRegistry registry = new FakeRegistry()) {
        readsWhatWasWritten(kafka, registry.url());
        readsWhatWasWrittenAsJson(kafka, registry.url());
        readsWhatWasWrittenAsProtobuf(kafka, registry.url());
      }
    }
  }

  /** It compiles the .proto that was registered. */
  private void readsWhatWasWrittenAsProtobuf(TestKafka kafka, String registryUrl) throws Exception {
    String topic = kafka.createTopic(1);
    for (String file : List.of("orders.avsc", "orders.proto.lock")) {
      Files.copy(EXAMPLES.resolve(file), directory.resolve(file));
    }
    GatewayConfig config =
        TestGateway.config(
            directory.resolve("gateway.yaml"),
            """
            streams:
              orders: {schema: orders.avsc, topic: %s, value: protobuf, framing: confluent}
            registry: {url: "%s", mode: register, timeout-ms: 60000, cache-file: ""}
            """
                .formatted(topic, registryUrl),
            kafka.bootstrapServers());
    String body = Files.readString(EXAMPLES.resolve("orders.json"));
    try (Gateway gateway = Gateway.start(config);
        WireClient client = new WireClient(gateway.httpPort())) {
      TestGateway.await("the gateway is ready", gateway::ready);
      assertThat(client.exchange(WireClient.post("/api/events/orders", "", body)).status())
          .isEqualTo(201);
    }
    assertThat(read(kafka, topic, registryUrl, "--protobuf"))
        .isEqualTo(
            "{\"customerId\": \"c-42\", \"deliverTo\": {\"city\": \"K\\u00f6ln\", \"country\":"
                + " \"DE\", \"street\": \"Hauptstra\\u00dfe 1\"}, \"giftFor\": \"Ada\","
                + " \"lines\": [{\"article\": \"lamp\", \"count\": 2},"
                + " {\"article\": \"bulb\", \"count\": 1}], \"orderId\":"
                + " \"01890a5d-ac96-774b-bcce-b302099a8057\", \"payment_Invoice\": {\"dueDate\":"
                + " \"2026-12-05\"}, \"placedAt\": \"2026-11-21T12:34:56.789Z\","
                + " \"status\": \"STATUS_PAID\", \"total\": \"129.90\"}\n");
  }

  /** It fetches the JSON Schema by its id, and checks the value by it. */
  private void readsWhatWasWrittenAsJson(TestKafka kafka, String registryUrl) throws Exception {
    Files.writeString(
        directory.resolve("visits.schema.json"),
        """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Visit",
         "type": "object", "properties": {"page": {"type": "string"}}, "required": ["page"]}
        """);
    String topic = kafka.createTopic(1);
    GatewayConfig config =
        TestGateway.config(
            directory.resolve("gateway.yaml"),
            """
            streams:
              visits: {schema: visits.schema.json, topic: %s, framing: confluent}
            registry: {url: "%s", mode: register, timeout-ms: 60000, cache-file: ""}
            """
                .formatted(topic, registryUrl),
            kafka.bootstrapServers());
    String body = "{ \"page\": \"/K\u00f6ln\", \"n\": 1.50 }";
    try (Gateway gateway = Gateway.start(config);
        WireClient client = new WireClient(gateway.httpPort())) {
      TestGateway.await("the gateway is ready", gateway::ready);
      assertThat(client.exchange(WireClient.post("/api/events/visits", "", body)).status())
          .isEqualTo(201);
    }
    ConsumerRecord<byte[], byte[]> record = kafka.readAll(topic).get(0);
    assertThat(record.value()[0]).as("the prefix").isZero();
    assertThat(new String(record.value(), 5, record.value().length - 5, StandardCharsets.UTF_8))
        .isEqualTo(body);
    assertThat(read(kafka, topic, registryUrl, "--json"))
        .isEqualTo("{\"n\": 1.5, \"page\": \"/K\\u00f6ln\"}\n");
  }

  private void readsWhatWasWritten(TestKafka kafka, String registryUrl) throws Exception {
    String topic = kafka.createTopic(1);
    long beforeMillis = System.currentTimeMillis();

    assertThat(post(kafka, topic, registryUrl)).isEqualTo(201);

    String line = read(kafka, topic, registryUrl);
    assertThat(line.replaceFirst("\"receivedAt\": \"[^\"]*\"", "\"receivedAt\": \"?\""))
        .isEqualTo(
            "{\"customerId\": \"c-42\", \"deliverTo\": {\"city\": \"K\\u00f6ln\", \"country\":"
                + " \"DE\", \"street\": \"Hauptstra\\u00dfe 1\"}, \"eventId\": \"e-1\","
                + " \"giftFor\": \"Ada\", \"lines\": [{\"article\": \"lamp\", \"count\": 2},"
                + " {\"article\": \"bulb\", \"count\": 1}], \"orderId\":"
                + " \"01890a5d-ac96-774b-bcce-b302099a8057\", \"payment\": {\"dueDate\":"
                + " \"2026-12-05\"}, \"placedAt\": \"2026-11-21T12:34:56.789000+00:00\","
                + " \"receivedAt\": \"?\", \"status\": \"PAID\", \"total\": \"129.90\"}\n");
    Matcher receivedAt = Pattern.compile("\"receivedAt\": \"([^\"]*)\"").matcher(line);
    assertThat(receivedAt.find()).isTrue();
    assertThat(OffsetDateTime.parse(receivedAt.group(1)).toInstant().toEpochMilli())
        .isBetween(beforeMillis, System.currentTimeMillis());
  }

  /** Posts the example to a gateway that has the example's configuration, and a registry. */
  private static int post(TestKafka kafka, String topic, String registryUrl) throws Exception {
    Map<String, String> environment =
        TestGateway.environment(
            kafka.bootstrapServers(),
            "not-there",
            Map.of(
                "REACTIVE_STREAMS_COUNTER_ENABLED", "false",
                "REACTIVE_STREAMS_ORDERS_TOPIC", topic,
                "REACTIVE_STREAMS_ORDERS_FRAMING", "confluent",
                "REACTIVE_REGISTRY_URL", registryUrl,
                "REACTIVE_REGISTRY_MODE", "register",
                "REACTIVE_REGISTRY_TIMEOUT_MS", "60000",
                "REACTIVE_REGISTRY_CACHE_FILE", ""));
    GatewayConfig config =
        GatewayConfig.from(Settings.of(EXAMPLES.resolve("orders.yaml"), environment));
    try (Gateway gateway = Gateway.start(config)) {
      TestGateway.await("the gateway is ready", gateway::ready);
      URI uri = URI.create("http://127.0.0.1:" + gateway.httpPort() + "/api/events/orders");
      HttpRequest request =
          HttpRequest.newBuilder(uri)
              .header("Content-Type", "application/json")
              .header("Idempotency-Key", "e-1")
              .POST(HttpRequest.BodyPublishers.ofFile(EXAMPLES.resolve("orders.json")))
              .build();
      return HttpClient.newHttpClient()
          .send(request, HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  private static String read(TestKafka kafka, String topic, String registryUrl, String... more)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                PYTHON,
                "src/test/interop/confluent_reader.py",
                "--bootstrap",
                kafka.bootstrapServers(),
                "--registry",
                registryUrl,
                "--topic",
                topic,
                "--count",
                "1"));
    command.addAll(List.of(more));
    Process python =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String lines = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).isZero();
    return lines;
  }

  private static boolean pythonCanRead() throws InterruptedException {
    try {
      return new ProcessBuilder(
                  PYTHON,
                  "-c",
                  "import confluent_kafka.schema_registry.avro, confluent_kafka.schema_registry.json_schema,"
                      + " confluent_kafka.schema_registry.protobuf, grpc_tools")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
