package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.idempotency.IdempotencyScope;
import com.reactive.platform.gateway.idempotency.KeyClaim;
import com.reactive.platform.gateway.idempotency.KeyHasher;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.idempotency.RequestHasher;
import com.reactive.platform.gateway.idempotency.log.LogSearch;
import com.reactive.platform.gateway.idempotency.log.RememberingStream;
import com.reactive.platform.gateway.idempotency.log.WindowRebuild;
import com.reactive.platform.gateway.security.Caller;
import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.sink.SinkConnection;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is in Kafka is known to instances that have not taken it themselves. */
@ExtendWith(KafkaExtension.class)
class IdempotencyLogIT {
  private static final long ANYONE = RequestHasher.callerOf("counter", Caller.ANYONE.name());
  private static final int KEYS = 300;
  private static final int PARTITIONS = 3;
  private static final long CALLER = 5;

  private TestKafka kafka;
  private String topic;

  @BeforeEach
  void createTopic(TestKafka testKafka) {
    kafka = testKafka;
    topic = kafka.createTopic(PARTITIONS);
  }

  private Gateway start(Map<String, String> more) throws Exception {
    return TestGateway.start(kafka.bootstrapServers(), topic, more);
  }

  /** The places of all events, by their answers. */
  private static List<String> send(Gateway gateway, String replayed) throws IOException {
    List<String> places = new ArrayList<>();
    try (WireClient client = new WireClient(gateway.httpPort())) {
      for (int key = 0; key < KEYS; key++) {
        Response response = client.exchange(event(key));
        assertThat(response.status()).as(response.body()).isEqualTo(201);
        assertThat(response.headers().get("idempotent-replayed")).isEqualTo(replayed);
        places.add(response.field("partition") + "/" + response.field("offset"));
      }
    }
    return places;
  }

  private static byte[] event(int key) {
    return WireClient.post(
        "/api/counter",
        "Idempotency-Key: key-" + key + "\r\n",
        "{\"sessionId\":\"s" + key + "\",\"action\":\"set\",\"value\":" + key + "}");
  }

  private static String admin(Gateway gateway, String path) {
    try (WireClient client = new WireClient(gateway.adminPort())) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      return client.exchange(request.getBytes(US_ASCII)).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitKeys(Gateway gateway) throws InterruptedException {
    TestGateway.await(
        "the window is filled", () -> !admin(gateway, "/readyz").contains("idempotency"));
  }

  @Test
  void aNewInstanceKnowsWhatIsInKafka() throws Exception {
    List<String> places;
    try (Gateway first = start(Map.of())) {
      awaitKeys(first);
      places = send(first, null);
    }
    try (Gateway second = start(Map.of("REACTIVE_KAFKA_CLIENT", "java"))) {
      awaitKeys(second);
      assertThat(send(second, "true")).isEqualTo(places);
    }
    assertThat(Topic.read(kafka, topic).size()).isEqualTo(KEYS);
    assertThat(kafka.readAll(topic)).hasSize(KEYS);
  }

  @Test
  void anInstanceKnowsWhatAnotherOneWrites() throws Exception {
    Map<String, String> scope = Map.of("REACTIVE_IDEMPOTENCY_SCOPE", "log");
    try (Gateway one = start(scope);
        Gateway other = start(scope)) {
      awaitKeys(one);
      awaitKeys(other);
      List<String> places = send(one, null);
      TestGateway.await(
          "the other has read all of it", () -> other.idempotency().get("counter").keys() == KEYS);
      assertThat(send(other, "true")).isEqualTo(places);
    }
    assertThat(kafka.readAll(topic)).hasSize(KEYS);
  }

  @Test
  void singleEventsAreFound() throws Exception {
    List<String> places;
    try (Gateway gateway = start(Map.of())) {
      awaitKeys(gateway);
      places = send(gateway, null);
    }
    try (SinkConnection sink = sink()) {
      LogSearch search = search(sink);
      for (int key : new int[] {0, KEYS - 1}) {
        byte[] id = ("key-" + key).getBytes(US_ASCII);
        EventLog.Place place = find(search, anywhere(id, ANYONE, false)).orElseThrow();
        assertThat(place.partition() + "/" + place.offset()).isEqualTo(places.get(key));
        assertThat(find(search, at(id, place.partition(), place.offset()))).contains(place);
        assertThat(find(search, at(id, place.partition(), place.offset() + 1))).isEmpty();
        assertThat(find(search, at(id, place.partition(), 1_000_000))).isEmpty();
        assertThat(find(search, at(id, PARTITIONS, 0))).isEmpty();
        assertThat(find(search, anywhere(id, ANYONE + 1, true))).isEmpty();
      }
      byte[] unknown = "key-unknown".getBytes(US_ASCII);
      assertThat(find(search, anywhere(unknown, ANYONE, true))).isEmpty();
    }
  }

  /** Most are not in the partition of their hash, as if the topic had got more of them since. */
  @Test
  void manyEventsAreFoundInOnePassWhereverTheyAre() throws Exception {
    write(KEYS);
    try (SinkConnection sink = sink()) {
      LogSearch search = search(sink);
      List<CompletableFuture<Optional<EventLog.Place>>> found = new ArrayList<>();
      for (int key = 0; key < KEYS; key++) {
        found.add(search.settle(anywhere(id(key), CALLER, true)));
      }
      CompletableFuture<Optional<EventLog.Place>> absent =
          search.lookUp(anywhere(id(KEYS), CALLER, true), "client");
      for (int key = 0; key < KEYS; key++) {
        EventLog.Place place = found.get(key).get(60, TimeUnit.SECONDS).orElseThrow();
        assertThat(place.partition()).isEqualTo(key % PARTITIONS);
        assertThat(place.offset()).isEqualTo(key / PARTITIONS);
      }
      assertThat(absent.get(60, TimeUnit.SECONDS)).isEmpty();
      assertThat(search.stats().passes()).isLessThan(10);
    }
  }

  /** A place of long ago must not make the others' searches fail. */
  @Test
  void aPlaceThatWasDeletedHasNoEvent() throws Exception {
    write(PARTITIONS * 2);
    try (SinkConnection sink = sink();
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      TopicPartition first = new TopicPartition(topic, 0);
      admin.deleteRecords(Map.of(first, RecordsToDelete.beforeOffset(1))).all().get();
      LogSearch search = search(sink);
      assertThat(find(search, at(id(0), 0, 0))).isEmpty();
      assertThat(find(search, at(id(PARTITIONS), 0, 1, CALLER))).isPresent();
    }
  }

  private static LogSearch search(SinkConnection sink) {
    LogSearch.Bounds bounds = new LogSearch.Bounds(KEYS, 10, 10, KEYS, 1, 60_000);
    return new LogSearch(sink.log(), bounds, millis -> Runnable::run);
  }

  private EventLog.Query anywhere(byte[] id, long caller, boolean ofKey) {
    long since = System.currentTimeMillis() - 600_000;
    return new EventLog.Query(topic, -1, -1, since, ofKey, id, caller, event -> true);
  }

  private EventLog.Query at(byte[] id, int partition, long offset) {
    return at(id, partition, offset, ANYONE);
  }

  private EventLog.Query at(byte[] id, int partition, long offset, long caller) {
    return new EventLog.Query(topic, partition, offset, 0, false, id, caller, event -> true);
  }

  private static Optional<EventLog.Place> find(LogSearch search, EventLog.Query query)
      throws Exception {
    return search.lookUp(query, "client").get(60, TimeUnit.SECONDS);
  }

  private SinkConnection sink() {
    SinkConnection sink =
        GatewayComponents.connectToKafka(
            GatewayConfig.from(
                Settings.of(TestGateway.environment(kafka.bootstrapServers(), topic, Map.of()))));
    sink.start();
    return sink;
  }

  /** As many keys as {@code -Drebuild.keys} says; the time is in the test's report. */
  @Test
  void allKeysOfAWindowAreRead(TestReporter report) throws Exception {
    int keys = Integer.getInteger("rebuild.keys", 20_000);
    write(keys);
    KeyWindow window = new KeyWindows(64 << 20).of("s", topic, 600_000, 2 * keys);
    try (SinkConnection sink = sink();
        WindowRebuild rebuild = new WindowRebuild(sink.log(), IdempotencyScope.INSTANCE, true)) {
      rebuild.serve(List.of(new RememberingStream("s", topic, 600_000, window, true)));
      long startNanos = System.nanoTime();
      rebuild.start();
      TestGateway.await("the window is filled", () -> !window.isRebuilding());
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
      report.publishEntry(keys + " keys read in", millis + " ms");
    }
    assertThat(window.stats().keys()).isEqualTo(keys);
    KeyHasher hasher = window.newHasher();
    for (int key = 0; key < keys; key++) {
      assertThat(window.claim(hasher.key(CALLER, id(key)), key).kind())
          .isEqualTo(KeyClaim.Kind.DONE);
    }
  }

  private static byte[] id(int key) {
    return ("0123456789-abcdef-" + key).getBytes(US_ASCII);
  }

  private void write(int keys) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    byte[] value = new byte[100];
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers", kafka.bootstrapServers(), "linger.ms", 5, "batch.size", 200_000);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int key = 0; key < keys; key++) {
        ProducerRecord<byte[], byte[]> record =
            new ProducerRecord<>(topic, key % PARTITIONS, null, value);
        record.headers().add("event-id", id(key));
        record.headers().add("request-id", new byte[32]);
        record.headers().add("content-type", new byte[11]);
        record
            .headers()
            .add("idempotency", ByteBuffer.allocate(16).putLong(CALLER).putLong(key).array());
        sent.add(producer.send(record));
      }
      producer.flush();
    }
    for (Future<RecordMetadata> future : sent) {
      future.get();
    }
  }
}
