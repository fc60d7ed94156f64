package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.Poster;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kafka goes away and comes back; the gateway stays, and every answer it gives is true. */
class KafkaOutageIT {
  /** Short, so that an outage of seconds shows what a long one does. */
  private static final Map<String, String> IMPATIENT =
      Map.of(
          "REACTIVE_KAFKA_QUEUE_TIMEOUT_MS", "1500",
          "REACTIVE_KAFKA_DELIVERY_TIMEOUT_MS", "2500",
          "REACTIVE_HTTP_ANSWER_TIMEOUT_MS", "8000");

  private static EmbeddedKafka kafka;
  private static BrokerNode broker;

  private String topic;

  @BeforeAll
  static void startKafka() {
    kafka = EmbeddedKafka.builder().start();
    broker = kafka.nodes().get(0);
  }

  @AfterAll
  static void stopKafka() {
    kafka.close();
  }

  @BeforeEach
  void aTopicOfItsOwn() {
    broker.start(); // nothing, unless a test failed while it was dead
    topic = TestKafka.at(kafka.bootstrapServers()).createTopic(3);
  }

  @Test
  void aBrokerKilledWhilePosting() throws Exception {
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, IMPATIENT)) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      Poster poster = new Poster(gateway::httpPort, 16, goOn::get);
      TestGateway.await("posts flow", () -> poster.count(201) > 1_000);

      broker.kill();
      TestGateway.await("clients are told", () -> poster.count(503) > 50);
      TestGateway.await("so is whoever asks for readiness", () -> !gateway.ready());
      broker.start();
      long before = poster.count(201);
      TestGateway.await("it recovers by itself", () -> poster.count(201) > before + 1_000);
      goOn.set(false);

      List<Poster.Posted> posts = poster.await();
      assertThat(posts).extracting(Poster.Posted::status).isSubsetOf(201, 503, 504);
      TestGateway.await("the ledger is quiet", () -> gateway.ledger().inFlight() == 0);
      assertThat(gateway.ledger().balanced()).isTrue();
      Topic.read(TestKafka.at(kafka.bootstrapServers()), topic).assertAgreesWith(posts);
    }
  }

  /** What a response says of the quarantine is true, too. */
  @Test
  void bodiesAreInTheQuarantineOnceThoughTheBrokerIsKilled() throws Exception {
    TestKafka client = TestKafka.at(kafka.bootstrapServers());
    String quarantine = client.createTopic(2);
    Map<String, String> env = new HashMap<>(IMPATIENT);
    env.put("REACTIVE_STREAMS_COUNTER_QUARANTINE", quarantine);
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, env)) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      Poster good = new Poster(gateway::httpPort, 4, goOn::get);
      Poster bad = new Poster(gateway::httpPort, 8, goOn::get, "sell");
      TestGateway.await("bodies are refused", () -> bad.count(422) > 500);

      broker.kill();
      TestGateway.await("clients are told", () -> good.count(503) > 10);
      broker.start();
      long before = bad.count(422);
      TestGateway.await("it recovers by itself", () -> bad.count(422) > before + 500);
      goOn.set(false);

      Topic.read(client, topic).assertAgreesWith(good.await());
      Map<String, Long> kept =
          client.readAll(quarantine).stream()
              .map(record -> new String(record.headers().lastHeader("event-id").value(), UTF_8))
              .collect(Collectors.groupingBy(id -> id, Collectors.counting()));
      assertThat(kept.values()).containsOnly(1L);
      for (Poster.Posted post : bad.await()) {
        Long copies = kept.remove(post.idempotencyKey());
        boolean quarantined =
            post.status() == 422 && "true".equals(post.response().field("quarantined"));
        assertThat(post.status()).isIn(422, 503);
        if (quarantined || post.status() == 503) {
          assertThat(copies).as(post.idempotencyKey()).isEqualTo(quarantined ? 1L : null);
        }
      }
      assertThat(kept).isEmpty();
    }
  }

  @Test
  void aPausedBrokerIsWaitedFor() throws Exception {
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, Map.of())) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      Poster poster = new Poster(gateway::httpPort, 16, goOn::get);
      TestGateway.await("posts flow", () -> poster.count(201) > 1_000);

      broker.pause();
      Thread.sleep(1_500);
      broker.resume();
      long before = poster.count(201);
      TestGateway.await("it goes on", () -> poster.count(201) > before + 1_000);
      goOn.set(false);

      List<Poster.Posted> posts = poster.await();
      assertThat(posts).extracting(Poster.Posted::status).isSubsetOf(201, 503, 504);
      Topic.read(TestKafka.at(kafka.bootstrapServers()), topic).assertAgreesWith(posts);
    }
  }

  /** Events that were sent, given up as unknown, and stored all the same when the broker woke. */
  @Test
  void aBrokerPausedForLongerThanEventsAreWaitedFor() throws Exception {
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, IMPATIENT)) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      Poster poster = new Poster(gateway::httpPort, 16, goOn::get);
      TestGateway.await("posts flow", () -> poster.count(201) > 1_000);

      broker.pause();
      TestGateway.await("clients are told", () -> poster.count(504) > 0);
      broker.resume();
      long before = poster.count(201);
      TestGateway.await("it goes on", () -> poster.count(201) > before + 1_000);
      goOn.set(false);

      List<Poster.Posted> posts = poster.await();
      Topic stored = Topic.read(TestKafka.at(kafka.bootstrapServers()), topic);
      stored.assertAgreesWith(posts);
      assertThat(posts)
          .as("events answered 504 that are there: why 504 must not be called 503")
          .anyMatch(
              post -> post.status() == 504 && !stored.records(post.idempotencyKey()).isEmpty());
    }
  }

  @Test
  void aBrokerThatComesLate() throws Exception {
    broker.kill();
    // One send may block so briefly that metadata never comes within it, as when Kafka is far.
    Map<String, String> hasty = Map.of("REACTIVE_KAFKA_MAX_BLOCK_MS", "1");
    try (Gateway gateway =
        TestGateway.startWithoutWaiting(kafka.bootstrapServers(), topic, hasty)) {
      WireClient.Response refusal = post(gateway);
      assertThat(refusal.status()).isEqualTo(503);
      assertThat(refusal.headers()).containsKey("retry-after");
      assertThat(refusal.field("type")).isEqualTo("urn:reactive:problem:kafka-unavailable");

      broker.start();
      TestGateway.await("the gateway is ready", gateway::ready);
      assertThat(post(gateway).status()).isEqualTo(201);
    }
  }

  /** Over a new connection: an old one may be closed, since a broker takes its time to start. */
  private static WireClient.Response post(Gateway gateway) throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange(WireClient.event("s", 1));
    }
  }

  @Test
  void aTopicThatDoesNotExist() throws Exception {
    try (Gateway gateway =
            TestGateway.startWithoutWaiting(kafka.bootstrapServers(), "absent", Map.of());
        WireClient client = new WireClient(gateway.httpPort())) {
      TestGateway.await(
          "the absence is seen", () -> gateway.notReadyBecause().contains("does not exist"));
      assertThat(client.exchange(WireClient.event("s", 1)).status()).isEqualTo(503);
    }
  }
}
