package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.abuse.AbuseCase;
import com.reactive.platform.gateway.abuse.AbuseRunner;
import com.reactive.platform.gateway.abuse.AbuseRunner.Manner;
import com.reactive.platform.gateway.abuse.FrameFlood;
import com.reactive.platform.gateway.testing.FrameClient;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All of it against a whole gateway: what is in Kafka then is what was answered 201 or 202. */
@ExtendWith(KafkaExtension.class)
class AbuseIT {
  @Test
  void nothingIsStoredThatWasNotMeant(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(3);
    AbuseRunner runner;
    try (Gateway gateway =
        TestGateway.start(
            kafka.bootstrapServers(),
            topic,
            Map.of(
                "REACTIVE_HTTP_REQUEST_TIMEOUT_MS",
                "60000",
                "REACTIVE_HTTP_HOSTS",
                "*",
                // Each case comes in several manners, and each of those is an event.
                "REACTIVE_STREAMS_COUNTER_IDEMPOTENCY_WINDOW",
                "0"))) {
      runner = new AbuseRunner(gateway.httpPort(), gateway::ledger);
      List<AbuseCase> cases = new ArrayList<>(AbuseCase.refused());
      cases.addAll(AbuseCase.taken());
      for (AbuseCase abuse : cases) {
        runner.run(abuse, Manner.AT_ONCE);
      }
    }
    Topic stored = Topic.read(kafka, topic);
    for (int i = 1; i <= runner.cases(); i++) {
      assertThat(stored.records(AbuseRunner.unreadKey(i))).isEmpty();
    }
    assertThat(stored.size()).isEqualTo(runner.stored());
    assertThat(kafka.readAll(topic)).hasSize(runner.stored());
  }

  /** Frames of HTTP/2 in masses end their connection, and what others send is stored. */
  @Test
  void floodsOfFramesEndTheirConnectionOnly(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    int events = 0;
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, Map.of());
        FrameClient other = FrameClient.open(gateway.httpPort())) {
      for (FrameFlood flood : FrameFlood.values()) {
        flood.run(gateway.httpPort());
        other.event(1 + 2 * events++);
        assertThat(other.response().status()).as("%s", flood).isEqualTo(201);
      }
      TestGateway.await("the ledger is quiet", () -> gateway.ledger().inFlight() == 0);
      assertThat(gateway.ledger().balanced()).isTrue();
    }
    assertThat(kafka.readAll(topic)).hasSize(events);
  }

  /**
   * Connections and heads in masses, at both ports, all of them refused or never whole: whoever
   * looks after it can still look.
   */
  @Test
  void theAdminPortAnswersInAFloodOfConnections(TestKafka kafka) throws Exception {
    Map<String, String> few = Map.of("REACTIVE_HTTP_MAX_CONNECTIONS", "20");
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(1), few)) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      AtomicInteger came = new AtomicInteger();
      List<Thread> floods = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int port = i % 2 == 0 ? gateway.httpPort() : gateway.adminPort();
        floods.add(new Thread(() -> flood(port, goOn::get, came), "flood-" + i));
      }
      floods.forEach(Thread::start);
      for (int i = 0; i < 20; i++) {
        int before = came.get();
        for (String path : List.of("/livez", "/readyz", "/status", "/metrics")) {
          assertThat(get(gateway.adminPort(), path).status()).isEqualTo(200);
        }
        TestGateway.await("the flood goes on", () -> came.get() > before + 100);
      }
      goOn.set(false);
      for (Thread flood : floods) {
        flood.join();
      }
      TestGateway.await("a healthy request is answered", () -> isTaken(gateway.httpPort()));
      TestGateway.await("the ledger is quiet", () -> gateway.ledger().inFlight() == 0);
      assertThat(gateway.ledger().balanced()).isTrue();
    }
  }

  /**
   * Thirty connections at a time with a head that is larger than it may be, with one byte, or with
   * nothing.
   */
  private static void flood(int port, BooleanSupplier goOn, AtomicInteger came) {
    String head =
        "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(10_000) + "\r\n\r\n";
    List<WireClient> open = new ArrayList<>();
    while (goOn.getAsBoolean()) {
      for (int i = 0; i < 30; i++) {
        try {
          WireClient client = new WireClient(port);
          open.add(client);
          came.incrementAndGet();
          client.send(List.of(head, "G", "").get(i % 3));
        } catch (IOException e) {
          // Closed before it had said all, as it should be.
        }
      }
      open.forEach(AbuseIT::close);
      open.clear();
    }
  }

  private static void close(WireClient client) {
    try {
      client.close();
    } catch (IOException e) {
      // It is closed, then.
    }
  }

  /** Connections of the flood may still count as open. */
  private static boolean isTaken(int port) {
    try (WireClient client = new WireClient(port)) {
      return client.exchange(WireClient.event("after", 1)).status() == 201;
    } catch (IOException e) {
      return false;
    }
  }

  private static WireClient.Response get(int port, String path) throws IOException {
    try (WireClient client = new WireClient(port)) {
      client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      return client.read();
    }
  }
}
