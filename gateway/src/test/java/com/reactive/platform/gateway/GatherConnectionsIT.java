package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** While one event loop has time for all connections, it gets them all. */
@ExtendWith(KafkaExtension.class)
class GatherConnectionsIT {
  private static final int CLIENTS = 6;

  @Test
  void aLoadThatIsSmallIsServedByOneLoop(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    Set<String> acked = new HashSet<>();
    try (Gateway gateway =
        TestGateway.start(
            kafka.bootstrapServers(), topic, Map.of("REACTIVE_HTTP_EVENT_LOOPS", "2"))) {
      List<WireClient> clients = new ArrayList<>();
      Map<Integer, Long> lastOffsets = new HashMap<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new WireClient(gateway.httpPort()));
      }
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
      while (!loops(gateway).contains("\"active\":1,\"connections\":[6,0]")) {
        assertThat(System.nanoTime()).as(loops(gateway)).isLessThan(deadline);
        postByEach(clients, acked, lastOffsets);
        Thread.sleep(50);
      }
      postByEach(clients, acked, lastOffsets);
      for (WireClient client : clients) {
        client.close();
      }
    }
    Topic read = Topic.read(kafka, topic);
    assertThat(read.size()).isEqualTo(acked.size());
    assertThat(acked).allSatisfy(id -> assertThat(read.records(id)).hasSize(1));
  }

  /** There is one partition, so each event of a client lies behind the one before. */
  private static void postByEach(
      List<WireClient> clients, Set<String> acked, Map<Integer, Long> lastOffsets)
      throws IOException {
    for (int i = 0; i < clients.size(); i++) {
      WireClient.Response response = clients.get(i).exchange(WireClient.event("s" + i, 1));
      assertThat(response.status()).isEqualTo(201);
      acked.add(response.field("eventId"));
      long offset = Long.parseLong(response.field("offset"));
      assertThat(offset).isGreaterThan(lastOffsets.getOrDefault(i, -1L));
      lastOffsets.put(i, offset);
    }
  }

  /** That part of the status. */
  private static String loops(Gateway gateway) throws IOException {
    try (WireClient admin = new WireClient(gateway.adminPort())) {
      admin.send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
      String status = admin.read().body().replaceAll("\\s", "");
      int begin = status.indexOf("\"loops\"");
      return status.substring(begin, status.indexOf('}', begin));
    }
  }
}
