package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.testing.GatewayProcess;
import com.reactive.platform.gateway.testing.Poster;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kafka goes away and comes back; events that were taken in meanwhile get there, in order. */
class SpoolIT {
  private static EmbeddedKafka kafka;
  private static BrokerNode broker;

  @TempDir Path dir;

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

  private Map<String, String> spooling() {
    return Map.of(
        "REACTIVE_STREAMS_COUNTER_SPOOL", "true",
        "REACTIVE_SPOOL_DIR", dir.resolve("spool").toString(),
        "REACTIVE_KAFKA_QUEUE_TIMEOUT_MS", "1500",
        "REACTIVE_KAFKA_DELIVERY_TIMEOUT_MS", "2500",
        "REACTIVE_HTTP_ANSWER_TIMEOUT_MS", "8000");
  }

  private static long spooledNow(Gateway gateway) {
    return Long.parseLong(
        get(gateway, "/metrics")
            .lines()
            .filter(line -> line.startsWith("reactive_spool_events{"))
            .map(line -> line.substring(line.indexOf("} ") + 2))
            .findAny()
            .orElseThrow()
            .replaceAll("\\.0$", ""));
  }

  private static String get(Gateway gateway, String path) {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + path);
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitReplayed(Gateway gateway) throws InterruptedException {
    TestGateway.await("all is replayed", () -> spooledNow(gateway) == 0);
  }

  /**
   * Holds the answers against Kafka: as ever, and that each event answered 202 is there.
   *
   * @param once whether none may be there twice
   */
  private static void assertAllThere(List<Poster.Posted> posts, Topic topic, boolean once) {
    List<Poster.Posted> others = new ArrayList<>();
    for (Poster.Posted post : posts) {
      if (post.status() != 202) {
        others.add(post);
        continue;
      }
      assertThat(post.response().field("spooled")).isEqualTo("true");
      assertThat(post.response().headers()).doesNotContainKey("preference-applied");
      if (once) {
        assertThat(topic.records(post.idempotencyKey())).as("records of %s", post).hasSize(1);
      } else {
        assertThat(topic.records(post.idempotencyKey())).as("records of %s", post).isNotEmpty();
      }
    }
    topic.assertAgreesWith(others);
  }

  /** A client that waits for each answer numbers its events; so they must lie in its key. */
  private static void assertInOrder(List<Poster.Posted> posts, Topic topic) {
    Map<String, List<Topic.Entry>> byKey = new HashMap<>();
    for (Poster.Posted post : posts) {
      if (post.status() == 201 || post.status() == 202) {
        Topic.Entry entry = topic.records(post.idempotencyKey()).get(0);
        byKey.computeIfAbsent(entry.key(), key -> new ArrayList<>()).add(entry);
      }
    }
    for (Map.Entry<String, List<Topic.Entry>> key : byKey.entrySet()) {
      key.getValue().sort(Comparator.comparingLong(entry -> entry.raw().offset()));
      assertThat(key.getValue().stream().map(entry -> (int) entry.event().get("value")))
          .as(key.getKey())
          .isSorted();
    }
  }

  @Test
  void aBrokerKilledWhilePosting() throws Exception {
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, spooling())) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      Poster poster = new Poster(gateway::httpPort, 16, goOn::get);
      TestGateway.await("posts flow", () -> poster.count(201) > 300);

      broker.kill();
      TestGateway.await("events are spooled", () -> poster.count(202) > 500);
      assertThat(gateway.ready()).isTrue();
      TestGateway.await(
          "the probe says so", () -> get(gateway, "/readyz").startsWith("ready, spooling: "));
      broker.start();
      long before = poster.count(201);
      TestGateway.await("it is handed over under load", () -> poster.count(201) > before + 500);
      goOn.set(false);

      List<Poster.Posted> posts = poster.await();
      TestGateway.await("the ledger is quiet", () -> gateway.ledger().inFlight() == 0);
      awaitReplayed(gateway);
      assertThat(gateway.ledger().balanced()).isTrue();
      assertThat(gateway.ledger().ended().get(Outcome.SPOOLED)).isEqualTo(poster.count(202));
      assertThat(gateway.ledger().ended().get(Outcome.ACKED)).isEqualTo(poster.count(201));
      assertThat(posts).extracting(Poster.Posted::status).isSubsetOf(201, 202, 503, 504);
      Topic stored = Topic.read(TestKafka.at(kafka.bootstrapServers()), topic);
      assertAllThere(posts, stored, true);
      assertInOrder(posts, stored);
    }
  }

  /** One outage, over two orderly stops and a kill under load. */
  @Test
  void stopsAndAKillWhileKafkaIsAway() throws Exception {
    broker.kill();
    List<Poster.Posted> byHand = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      try (Gateway gateway =
          TestGateway.startWithoutWaiting(kafka.bootstrapServers(), topic, spooling())) {
        assertThat(gateway.ready()).isTrue();
        for (int i = 0; i < 5; i++) {
          byHand.add(post(gateway, run * 5 + i));
        }
      }
    }
    assertThat(byHand).extracting(Poster.Posted::status).containsOnly(202);

    AtomicInteger port = new AtomicInteger();
    AtomicBoolean goOn = new AtomicBoolean(true);
    GatewayProcess gateway = GatewayProcess.start(kafka.bootstrapServers(), topic, spooling());
    try {
      port.set(gateway.port());
      Poster poster = new Poster(port::get, 8, goOn::get);
      TestGateway.await("events are spooled", () -> poster.count(202) > 500);
      gateway.kill();
      gateway = GatewayProcess.start(kafka.bootstrapServers(), topic, spooling());
      port.set(gateway.port());
      long before = poster.count(202);
      TestGateway.await("events are spooled again", () -> poster.count(202) > before + 100);
      broker.start();
      TestGateway.await("events go to Kafka", () -> poster.count(201) > 200);
      goOn.set(false);
      List<Poster.Posted> posts = poster.await();
      Topic stored = Topic.read(TestKafka.at(kafka.bootstrapServers()), topic);
      assertAllThere(posts, stored, false);
      assertAllThere(byHand, stored, true);
      assertInOrder(byHand, stored);
    } finally {
      goOn.set(false);
      gateway.close();
    }
  }

  private static Poster.Posted post(Gateway gateway, int number) throws IOException {
    String key = "by-hand-" + number;
    try (WireClient client = new WireClient(gateway.httpPort())) {
      byte[] request =
          WireClient.post(
              "/api/counter",
              "Idempotency-Key: " + key + "\r\n",
              "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":%d}".formatted(number));
      return new Poster.Posted(key, request, client.exchange(request));
    }
  }

  @Test
  void aStreamWithoutASpoolIsRefusedMeanwhileAndADirectoryHasOneGateway() throws Exception {
    String elsewhere = "127.0.0.1:1"; // nobody listens there
    try (Gateway gateway = TestGateway.startWithoutWaiting(elsewhere, topic, spooling())) {
      assertThatThrownBy(() -> TestGateway.startWithoutWaiting(elsewhere, topic, spooling()))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "cannot use spool.dir %s: another gateway uses it; each gateway needs its own"
                  + " directory",
              dir.resolve("spool"));
      assertThat(post(gateway, 1).status()).isEqualTo(202);
    }
    try (Gateway gateway = TestGateway.startWithoutWaiting(elsewhere, topic, Map.of())) {
      assertThat(post(gateway, 1).status()).isEqualTo(503);
      assertThat(gateway.ready()).isFalse();
    }
  }
}
