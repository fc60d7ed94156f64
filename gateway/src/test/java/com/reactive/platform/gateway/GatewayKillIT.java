package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.GatewayProcess;
import com.reactive.platform.gateway.testing.Poster;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * kill -9 of the gateway: only unanswered events may be missing, and none is written twice if it is
 * sent again.
 */
@ExtendWith(KafkaExtension.class)
class GatewayKillIT {
  private static final int KILLS = 2;

  /** One in so many of the acknowledged events is sent again. */
  private static final int REPEATED = 10;

  @Test
  void whatWasAnsweredBeforeIsThere(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(3);
    AtomicInteger port = new AtomicInteger();
    AtomicBoolean goOn = new AtomicBoolean(true);
    GatewayProcess gateway = GatewayProcess.start(kafka.bootstrapServers(), topic);
    try {
      port.set(gateway.port());
      Poster poster = new Poster(port::get, 16, goOn::get);
      for (int i = 0; i < KILLS; i++) {
        long before = poster.count(201);
        TestGateway.await("posts flow", () -> poster.count(201) > before + 1_000);
        gateway.kill();
        gateway = GatewayProcess.start(kafka.bootstrapServers(), topic);
        port.set(gateway.port());
      }
      long before = poster.count(201);
      TestGateway.await("posts flow again", () -> poster.count(201) > before + 1_000);
      goOn.set(false);

      List<Poster.Posted> posts = poster.await();
      assertThat(posts).extracting(Poster.Posted::status).isSubsetOf(201, 503, 0);
      assertThat(poster.count(0)).as("broken connections").isPositive();
      List<Poster.Posted> repeats = repeat(gateway.port(), posts);
      Topic stored = Topic.read(kafka, topic);
      stored.assertAgreesWith(posts);
      stored.assertAgreesWith(repeats);
    } finally {
      goOn.set(false);
      gateway.close();
    }
  }

  /** What the gateway did not take itself it knows from the log. */
  private static List<Poster.Posted> repeat(int port, List<Poster.Posted> posts) throws Exception {
    List<Poster.Posted> repeats = new ArrayList<>();
    int replayed = 0;
    try (WireClient client = new WireClient(port)) {
      for (int i = 0; i < posts.size(); i++) {
        Poster.Posted first = posts.get(i);
        if (first.status() == 0 || (first.status() == 201 && i % REPEATED == 0)) {
          WireClient.Response response = client.exchange(first.request());
          assertThat(response.status()).as("repeat of %s", first).isEqualTo(201);
          boolean known = "true".equals(response.headers().get("idempotent-replayed"));
          assertThat(known || first.status() == 0).as("repeat of %s", first).isTrue();
          replayed += known ? 1 : 0;
          repeats.add(new Poster.Posted(first.idempotencyKey(), first.request(), response));
        }
      }
    }
    assertThat(replayed).isGreaterThan(KILLS * 1_000 / REPEATED);
    return repeats;
  }
}
