package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * However often a key is sent, Kafka has one record of it, in the partition of its event id, and
 * all answers say where.
 */
@ExtendWith(KafkaExtension.class)
class IdempotencyIT {
  private static final int KEYS = 500;
  private static final int CLIENTS = 8;
  private static final int PARTITIONS = 3;

  private TestKafka kafka;
  private String topic;
  private Gateway gateway;

  @BeforeEach
  void start(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(PARTITIONS);
    gateway =
        TestGateway.start(
            kafka.bootstrapServers(),
            topic,
            Map.of("REACTIVE_HTTP_EVENT_LOOPS", "2", "REACTIVE_STREAMS_COUNTER_KEY", ""));
  }

  @AfterEach
  void stop() {
    gateway.close();
    assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
  }

  private static byte[] event(int key) {
    return WireClient.post(
        "/api/counter",
        "Idempotency-Key: key-" + key + "\r\n",
        "{\"sessionId\":\"s" + key + "\",\"action\":\"set\",\"value\":" + key + "}");
  }

  @Test
  void concurrentRepeatsBecomeOneRecord() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<List<String>>> all = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      all.add(clients.submit(this::sendAll));
    }
    List<String> places = all.get(0).get();
    for (Future<List<String>> each : all) {
      assertThat(each.get()).isEqualTo(places);
    }
    clients.shutdown();

    Topic stored = Topic.read(kafka, topic);
    assertThat(stored.size()).isEqualTo(KEYS);
    for (int key = 0; key < KEYS; key++) {
      Topic.Entry entry = stored.records("key-" + key).get(0);
      assertThat(entry.raw().partition() + " " + entry.raw().offset()).isEqualTo(places.get(key));
      assertThat(entry.raw().headers().lastHeader("idempotency").value()).hasSize(16);
      int hash = Utils.murmur2(("key-" + key).getBytes(StandardCharsets.US_ASCII));
      assertThat(entry.raw().partition()).isEqualTo(Utils.toPositive(hash) % PARTITIONS);
    }
    Map<Outcome, Long> ended = gateway.ledger().ended();
    assertThat(ended).containsEntry(Outcome.ACKED, (long) KEYS);
    assertThat(ended).containsEntry(Outcome.REPLAYED, (long) KEYS * (CLIENTS - 1));
  }

  private List<String> sendAll() throws Exception {
    List<String> places = new ArrayList<>();
    try (WireClient client = new WireClient(gateway.httpPort())) {
      for (int key = 0; key < KEYS; key++) {
        Response response = client.exchange(event(key));
        assertThat(response.status()).as(response.body()).isEqualTo(201);
        places.add(response.field("partition") + " " + response.field("offset"));
      }
    }
    return places;
  }
}
