package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.abuse.AbuseCase;
import com.reactive.platform.gateway.abuse.AbuseRunner;
import com.reactive.platform.gateway.abuse.AbuseRunner.Manner;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
            kafka.bootstrapServers(), topic, Map.of("REACTIVE_HTTP_REQUEST_TIMEOUT_MS", "60000"))) {
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
}
