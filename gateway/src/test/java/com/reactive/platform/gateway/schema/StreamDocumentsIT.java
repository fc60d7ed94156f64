package com.reactive.platform.gateway.schema;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.JsonEncoder;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A schema with everything in it takes events with configuration alone, and what is in Kafka is
 * what Avro's own JSON decoder makes of the same documents.
 */
@ExtendWith(KafkaExtension.class)
class StreamDocumentsIT {
  private static final long SEED = Long.getLong("seed", 20_261_121L);
  private static final int DOCUMENTS = 2_000;
  private static final int CONNECTIONS = 8;

  @Test
  void whatIsInKafkaIsWhatAvroReads(TestKafka kafka, @TempDir Path dir) throws Exception {
    System.out.println("StreamDocumentsIT seed " + SEED);
    String topic = kafka.createTopic(3);
    Schema schema = RandomDocumentsTest.everything();
    List<String> documents = documents(schema);
    try (Gateway gateway = gateway(kafka, topic, schema, dir)) {
      Map<String, Integer> documentByEventId = post(gateway.httpPort(), documents);
      assertThat(documentByEventId).hasSize(DOCUMENTS);

      BinaryMessageDecoder<GenericRecord> decoder =
          new BinaryMessageDecoder<>(GenericData.get(), schema);
      List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
      assertThat(records).hasSize(DOCUMENTS);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        String eventId = new String(record.headers().lastHeader("event-id").value(), UTF_8);
        String document = documents.get(documentByEventId.remove(eventId));
        assertThat(decoder.decode(record.value())).as(document).isEqualTo(byAvro(schema, document));
      }
      assertThat(documentByEventId).isEmpty();
      assertThat(gateway.ledger().balanced()).isTrue();
    }
  }

  private static Gateway gateway(TestKafka kafka, String topic, Schema schema, Path dir)
      throws Exception {
    Files.writeString(dir.resolve("everything.avsc"), schema.toString());
    Path config =
        Files.writeString(
            dir.resolve("gateway.yaml"),
            "streams:\n  counter: {enabled: false}\n  everything:\n    schema: everything.avsc\n"
                + "    json: avro\n    topic: "
                + topic
                + "\n");
    Map<String, String> env =
        new HashMap<>(TestGateway.environment(kafka.bootstrapServers(), topic, Map.of()));
    env.remove("REACTIVE_STREAMS_COUNTER_TOPIC");
    Gateway gateway = Gateway.start(GatewayConfig.from(Settings.of(config, env)));
    TestGateway.await("the gateway is ready", gateway::ready);
    return gateway;
  }

  private static List<String> documents(Schema schema) throws IOException {
    RandomDatums datums = new RandomDatums(new Random(SEED), false);
    List<String> documents = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JsonEncoder encoder = EncoderFactory.get().jsonEncoder(schema, out);
      new GenericDatumWriter<GenericRecord>(schema).write(datums.record(schema), encoder);
      encoder.flush();
      documents.add(out.toString(UTF_8));
    }
    return documents;
  }

  private static GenericRecord byAvro(Schema schema, String document) throws IOException {
    var decoder = DecoderFactory.get().jsonDecoder(schema, document);
    return new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
  }

  /** Posts all, over several connections; returns which document has which event id. */
  private static Map<String, Integer> post(int port, List<String> documents) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Callable<Map<String, Integer>>> tasks = new ArrayList<>();
      for (int c = 0; c < CONNECTIONS; c++) {
        int first = c;
        tasks.add(() -> postEvery(port, documents, first));
      }
      Map<String, Integer> all = new HashMap<>();
      for (Future<Map<String, Integer>> part : threads.invokeAll(tasks)) {
        all.putAll(part.get());
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Map<String, Integer> postEvery(int port, List<String> documents, int first)
      throws IOException {
    Map<String, Integer> posted = new HashMap<>();
    try (WireClient client = new WireClient(port)) {
      for (int i = first; i < documents.size(); i += CONNECTIONS) {
        byte[] request = WireClient.post("/api/events/everything", "", documents.get(i));
        WireClient.Response response = client.exchange(request);
        assertThat(response.status()).as(documents.get(i) + response.body()).isEqualTo(201);
        posted.put(response.field("eventId"), i);
      }
    }
    return posted;
  }
}
