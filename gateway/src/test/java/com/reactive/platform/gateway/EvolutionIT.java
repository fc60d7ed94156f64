package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.SchemaStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A schema gets one new version after the other while events pass; every acknowledged event is in
 * the topic once, and reads as it was sent. {@code -Devolution.versions=60
 * -Devolution.period-ms=1000} takes a minute.
 */
@ExtendWith(KafkaExtension.class)
class EvolutionIT {
  private static final int VERSIONS = Integer.getInteger("evolution.versions", 40);
  private static final int PERIOD_MILLIS = Integer.getInteger("evolution.period-ms", 100);
  private static final int CLIENTS = 4;

  /** What was sent, by event id: the version that the client knew. */
  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();

  private final AtomicInteger version = new AtomicInteger();

  @TempDir Path dir;

  /** Each version adds a field. */
  private static String schema(int version) {
    StringBuilder fields = new StringBuilder("{\"name\":\"n\",\"type\":\"int\"}");
    for (int i = 1; i <= version; i++) {
      fields.append(",{\"name\":\"f").append(i).append("\",\"type\":\"int\",\"default\":-1}");
    }
    return "{\"type\":\"record\",\"name\":\"E\",\"fields\":[" + fields + "]}";
  }

  private GatewayConfig config(TestKafka kafka, String topic) {
    try {
      return TestGateway.config(
          dir.resolve("gateway.yaml"),
          "streams:\n  e: {schema: e.avsc, topic: %s}\n".formatted(topic),
          kafka.bootstrapServers());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends events with all the fields that there are by now. */
  private Void post(int port, AtomicBoolean goOn) throws IOException {
    try (WireClient client = new WireClient(port)) {
      while (goOn.get()) {
        int known = version.get();
        StringBuilder body = new StringBuilder("{\"n\":").append(known);
        for (int i = 1; i <= known; i++) {
          body.append(",\"f").append(i).append("\":").append(i);
        }
        WireClient.Response response =
            client.exchange(WireClient.post("/api/events/e", "", body.append('}').toString()));
        assertThat(response.status()).as(response.body()).isEqualTo(201);
        acknowledged.put(response.field("eventId"), known);
      }
    }
    return null;
  }

  @Test
  void everyVersionIsTakenOverAndNothingIsLostOrMisread(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(2);
    Files.writeString(dir.resolve("e.avsc"), schema(0));
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (Gateway gateway = Gateway.start(config(kafka, topic), () -> config(kafka, topic))) {
      TestGateway.await("the gateway is ready", gateway::ready);
      AtomicBoolean goOn = new AtomicBoolean(true);
      List<Future<Void>> posting = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        posting.add(clients.submit(() -> post(gateway.httpPort(), goOn)));
      }
      for (int next = 1; next <= VERSIONS; next++) {
        Thread.sleep(PERIOD_MILLIS);
        Files.writeString(dir.resolve("e.avsc"), schema(next));
        assertThat(gateway.reload()).isEqualTo(new Reload(List.of(), List.of()));
        version.set(next);
      }
      Thread.sleep(PERIOD_MILLIS);
      goOn.set(false);
      for (Future<Void> client : posting) {
        client.get();
      }
    } finally {
      clients.shutdownNow();
    }
    check(kafka.readAll(topic));
  }

  private void check(List<ConsumerRecord<byte[], byte[]>> records) throws IOException {
    SchemaStore.Cache store = new SchemaStore.Cache();
    for (int i = 0; i <= VERSIONS; i++) {
      store.addSchema(new Schema.Parser().parse(schema(i)));
    }
    Schema newest = new Schema.Parser().parse(schema(VERSIONS));
    BinaryMessageDecoder<GenericRecord> decoder =
        new BinaryMessageDecoder<>(GenericData.get(), newest, store);
    Map<String, Integer> read = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      GenericRecord event = decoder.decode(record.value());
      int sent = (int) event.get("n");
      for (int i = 1; i <= VERSIONS; i++) {
        assertThat(event.get("f" + i)).isEqualTo(i <= sent ? i : -1);
      }
      String id = new String(record.headers().lastHeader("event-id").value(), US_ASCII);
      assertThat(read.put(id, sent)).as("once").isNull();
    }
    assertThat(read).isEqualTo(acknowledged);
    assertThat(read.values()).as("events of most versions").hasSizeGreaterThan(VERSIONS);
    System.out.printf("%,d events over %d versions: 0 lost, 0 misread%n", read.size(), VERSIONS);
  }
}
