package com.reactive.platform.gateway.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.Envelope;
import com.reactive.platform.gateway.stream.FramePrefix;
import com.reactive.platform.gateway.stream.Framing;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Confluent's Avro deserialiser for Python reads what we write, knowing the registry only. Needs a
 * Python that has it: that of {@code TEST_PYTHON}, else {@code python3}.
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
        "get it: " + PYTHON + " -m pip install confluent-kafka[avro,schemaregistry]");
    if (RealRegistry.archive().isPresent()) {
      Path home = Files.createDirectory(directory.resolve("registry"));
      try (RealRegistry registry = RealRegistry.start(home)) {
        readsWhatWasWritten(kafka, registry.url());
      }
    } else {
      try (FakeRegistry registry = new FakeRegistry()) {
        readsWhatWasWritten(kafka, registry.url());
      }
    }
  }

  private void readsWhatWasWritten(TestKafka kafka, String registryUrl) throws Exception {
    String topic = kafka.createTopic(1);
    Schema schema = new Schema.Parser().parse(Files.readString(EXAMPLES.resolve("orders.avsc")));
    int id = register(registryUrl, topic, schema);

    write(kafka, topic, schema, id, Files.readAllBytes(EXAMPLES.resolve("orders.json")));

    assertThat(read(kafka, topic, registryUrl))
        .isEqualTo(
            "{\"customerId\": \"c-42\", \"deliverTo\": {\"city\": \"K\\u00f6ln\", \"country\":"
                + " \"DE\", \"street\": \"Hauptstra\\u00dfe 1\"}, \"eventId\": \"e-1\","
                + " \"giftFor\": \"Ada\", \"lines\": [{\"article\": \"lamp\", \"count\": 2},"
                + " {\"article\": \"bulb\", \"count\": 1}], \"orderId\":"
                + " \"01890a5d-ac96-774b-bcce-b302099a8057\", \"payment\": {\"dueDate\":"
                + " \"2026-12-05\"}, \"placedAt\": \"2026-11-21T12:34:56.789000+00:00\","
                + " \"receivedAt\": \"1970-01-01T00:00:01+00:00\", \"status\": \"PAID\","
                + " \"total\": \"129.90\"}\n");
  }

  private static int register(String url, String topic, Schema schema) throws Exception {
    Settings settings =
        Settings.ofKeys(
            Map.of(
                "registry.url", url,
                "registry.mode", "register",
                "registry.timeout-ms", "60000",
                "registry.cache-file", ""));
    return new SchemaRegistry(RegistryConfig.from(settings))
        .idOf("orders", SchemaRegistry.subjectOf(topic), schema);
  }

  /** As the gateway does, until there is a stream to post to. */
  private static void write(TestKafka kafka, String topic, Schema schema, int id, byte[] json)
      throws Exception {
    Transcoder transcoder =
        TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of("customerId"), List.of())
            .newTranscoder();
    byte[] eventId = "e-1".getBytes(StandardCharsets.US_ASCII);
    transcoder.transcode(
        json, 0, json.length, new Envelope(eventId, eventId, 1_000, null, null, Map.of()));
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.writeBytes(FramePrefix.of(Framing.CONFLUENT, schema, id));
    value.write(transcoder.buffer(), 0, transcoder.length());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, transcoder.key(), value.toByteArray())).get();
    }
  }

  private static String read(TestKafka kafka, String topic, String registryUrl)
      throws IOException, InterruptedException {
    Process python =
        new ProcessBuilder(
                PYTHON,
                "src/test/interop/confluent_reader.py",
                "--bootstrap",
                kafka.bootstrapServers(),
                "--registry",
                registryUrl,
                "--topic",
                topic,
                "--count",
                "1")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String lines = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).isZero();
    return lines;
  }

  private static boolean pythonCanRead() throws InterruptedException {
    try {
      return new ProcessBuilder(PYTHON, "-c", "import confluent_kafka.schema_registry.avro")
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
