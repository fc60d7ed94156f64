package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.GatewayProcess;
import com.reactive.platform.gateway.testing.Poster;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** kill -9 of the gateway: only unanswered events may be missing. */
@ExtendWith(KafkaExtension.class)
class GatewayKillIT {
  private static final int KILLS = 2;

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
      Topic.read(kafka, topic).assertAgreesWith(posts);
    } finally {
      goOn.set(false);
      gateway.close();
    }
  }
}
