package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Events that come whatever was answered let their event loop rest in pauses. Each has its answer
 * all the same, and so has whoever else comes meanwhile.
 */
@ExtendWith(KafkaExtension.class)
class RestInPausesIT {
  private static final Map<String, String> PAUSES =
      Map.of(
          "REACTIVE_HTTP_EVENT_LOOPS", "1",
          "REACTIVE_BATCH_ADAPTIVE", "false",
          "REACTIVE_BATCH_FLUSH_INTERVAL_MS", "20",
          "REACTIVE_BATCH_IDLE_PAUSE_US", "8000");
  private static final long GAP_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  private static final int LEAST_EVENTS = 2_000;

  @Test
  void allIsAnsweredWhereTheEventLoopRests(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(3);
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, PAUSES);
        WireClient wire = new WireClient(gateway.httpPort())) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      CompletableFuture<Integer> sent = CompletableFuture.supplyAsync(() -> send(wire, goOn));
      Set<String> acked = new HashSet<>();
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
      while (!isResting() || acked.size() < LEAST_EVENTS) {
        assertThat(System.nanoTime()).as("no rest in two minutes").isLessThan(deadline);
        for (int i = 0; i < 50; i++) {
          acked.add(ackedId(wire.read()));
        }
      }
      try (WireClient other = new WireClient(gateway.httpPort())) {
        other.send("GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(other.read().status()).isEqualTo(404);
        acked.add(ackedId(other.exchange(WireClient.event("other", 1))));
      }
      goOn.set(false);
      while (acked.size() < sent.get(1, TimeUnit.MINUTES) + 1) {
        acked.add(ackedId(wire.read()));
      }

      Topic read = Topic.read(kafka, topic);
      assertThat(read.size()).isEqualTo(acked.size());
      assertThat(acked).allSatisfy(id -> assertThat(read.records(id)).hasSize(1));
    }
  }

  /** Whose response waits for nothing must not wait for a rest. */
  @Test
  void eventsThatAreAnsweredAtOnceKeepTheEventLoopAwake(TestKafka kafka) throws Exception {
    try (Gateway gateway =
            TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(3), PAUSES);
        WireClient wire = new WireClient(gateway.httpPort());
        WireClient hasty = new WireClient(gateway.httpPort())) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      CompletableFuture<Integer> sent = CompletableFuture.supplyAsync(() -> send(wire, goOn));
      CompletableFuture<Void> read = CompletableFuture.runAsync(() -> readAll(wire));
      TestGateway.await("it rests", RestInPausesIT::isResting);
      byte[] event =
          WireClient.post(
              "/api/counter",
              "Prefer: respond-async\r\n",
              "{\"sessionId\":\"h\",\"action\":\"set\",\"value\":1}");
      for (int i = 0; i < 100; i++) {
        assertThat(hasty.exchange(event).status()).isEqualTo(202);
        assertThat(isResting()).isFalse();
      }
      TestGateway.await("it rests again", RestInPausesIT::isResting);
      goOn.set(false);
      assertThat(sent.get(1, TimeUnit.MINUTES)).isPositive();
      wire.shutOutput();
      read.get(1, TimeUnit.MINUTES);
    }
  }

  /** Until the server has answered all, and closes. */
  private static void readAll(WireClient wire) {
    try {
      while (true) {
        ackedId(wire.read());
      }
    } catch (EOFException e) {
      // That was all.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int send(WireClient wire, AtomicBoolean goOn) {
    int count = 0;
    try {
      for (; goOn.get(); count++) {
        wire.send(WireClient.event("s" + count % 10, count));
        LockSupport.parkNanos(GAP_NANOS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return count;
  }

  private static String ackedId(WireClient.Response response) {
    assertThat(response.status()).as(response.body()).isEqualTo(201);
    return response.field("eventId");
  }

  /** An event loop of this process. */
  private static boolean isResting() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(LockSupport::getBlocker)
        .anyMatch(at -> at != null && at.getClass().getSimpleName().equals("RestingIoHandler"));
  }
}
