package com.reactive.platform.gateway.sink.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.sink.kafka.KafkaSinkRetryTest.Told;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches on their way to a broker that refuses, ends and comes back. */
@Timeout(300)
class ProducerHandleIT {
  private static EmbeddedKafka kafka;

  private KafkaConnection connection;
  private StripedBatcher batcher;

  /** Closed while a batch is gathered behind the first message. */
  private final CountDownLatch gathered = new CountDownLatch(1);

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.builder().topic("held", 1).start();
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @AfterEach
  void close() throws InterruptedException {
    batcher.close(Duration.ZERO);
    connection.close();
  }

  private ProducerHandle connect(String topic, Map<String, String> more)
      throws InterruptedException {
    Map<String, String> keys = new HashMap<>(more);
    keys.put("kafka.bootstrap-servers", kafka.bootstrapServers());
    KafkaConfig config = KafkaConfig.from(Settings.ofKeys(keys));
    connection = new KafkaConnection(config, 1 << 20, 1, Set.of(Acks.ALL), OptionalLong.empty());
    TopicStatus health = connection.watch(topic);
    connection.start();
    TestGateway.await("the topic is there", health::accepting);
    ProducerHandle handle = connection.handle(Acks.ALL);
    KafkaSink sink = new KafkaSink(handle, index -> topic, config, BatchMetrics.NONE);
    batcher =
        new StripedBatcher(
            new BatcherConfig(1, 1 << 16, 256, 1 << 16, 1L << 60),
            batch -> {
              gathered.await();
              if (batch.length(0) == 1) {
                batch.acked(0, 0); // it only kept the dispatcher busy
              } else {
                sink.send(batch);
              }
            },
            "dispatcher");
    return handle;
  }

  /** Sends them as one batch. */
  private List<Told> send(String... keys) {
    assertThat(batcher.submit(new byte[1], 0, 1, new Told(false))).isEqualTo(SubmitResult.ACCEPTED);
    while (batcher.stats().inFlightBatches() == 0) {
      Thread.onSpinWait();
    }
    List<Told> told = Stream.of(keys).map(this::submit).toList();
    gathered.countDown();
    return told;
  }

  private Told submit(String key) {
    EventBuffer frame = new EventBuffer();
    EventFrame.begin(
        frame,
        0,
        "0123456789abcdef0123456789abcdef".getBytes(US_ASCII),
        ("event-" + key).getBytes(US_ASCII),
        null,
        null,
        List.of());
    frame.write("value".getBytes(US_ASCII));
    EventFrame.end(frame, key.isEmpty() ? null : key.getBytes(US_ASCII), key.length());
    Told told = new Told(false);
    assertThat(batcher.submit(frame.array(), 0, frame.length(), told))
        .isEqualTo(SubmitResult.ACCEPTED);
    return told;
  }

  private static List<String> keysIn(String topic) {
    return TestKafka.at(kafka.bootstrapServers()).readAll(topic).stream()
        .map(record -> new String(record.key(), US_ASCII))
        .toList();
  }

  /** A compacted topic refuses what has no key, and with it all that came in the same batch. */
  @Test
  void anInvalidRecordTakesNobodyWithIt() throws Exception {
    try (Admin admin =
        Admin.create(
            Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
      NewTopic topic = new NewTopic("compacted", 1, (short) 1);
      admin.createTopics(List.of(topic.configs(Map.of("cleanup.policy", "compact")))).all().get();
    }
    // So that they are one batch of the client's, too.
    connect("compacted", Map.of("kafka.producer.linger.ms", "500"));

    List<Told> told = send("a", "", "b", "", "c");

    assertThat(told.get(0).outcome()).startsWith("acked");
    assertThat(told.get(1).outcome()).startsWith("not written");
    assertThat(told.get(2).outcome()).startsWith("acked");
    assertThat(told.get(3).outcome()).startsWith("not written");
    assertThat(told.get(4).outcome()).startsWith("acked");
    assertThat(keysIn("compacted")).containsExactlyInAnyOrder("a", "b", "c");
  }

  /** Metadata is warm, so the client would take them, and keep them until they are unknown. */
  @Test
  void eventsAreHeldWhileKafkaIsAwayAndWrittenWhenItIsBack() throws Exception {
    ProducerHandle handle = connect("held", Map.of("kafka.queue-timeout-ms", "120000"));
    BrokerNode broker = kafka.nodes().get(0);
    broker.kill();
    TestGateway.await("it is seen to be away", handle::away);
    List<Told> told = send("held-a", "held-b");
    broker.start();
    assertThat(told).allSatisfy(each -> assertThat(each.outcome()).startsWith("acked"));
    assertThat(keysIn("held")).containsOnlyOnce("held-a", "held-b");
  }

  @Test
  void whatWasHeldForTooLongWasNotWritten() throws Exception {
    ProducerHandle handle = connect("held", Map.of("kafka.queue-timeout-ms", "1000"));
    BrokerNode broker = kafka.nodes().get(0);
    broker.kill();
    TestGateway.await("it is seen to be away", handle::away);
    List<Told> told = send("late-a", "late-b");
    assertThat(told)
        .allSatisfy(
            each ->
                assertThat(each.outcome()).isEqualTo("not written: timed out waiting to be sent"));
    broker.start();
    assertThat(keysIn("held")).doesNotContain("late-a", "late-b");
  }

  @Test
  void aProducerThatCannotGoOnIsReplaced() throws Exception {
    ProducerHandle handle = connect("held", Map.of());
    Producer<byte[], byte[]> first = handle.producer();
    first.close(Duration.ZERO);
    List<Told> told = send("after-a", "after-b");
    assertThat(told).allSatisfy(each -> assertThat(each.outcome()).startsWith("acked"));
    assertThat(handle.producer()).isNotSameAs(first);
    assertThat(keysIn("held")).containsOnlyOnce("after-a", "after-b");
  }
}
