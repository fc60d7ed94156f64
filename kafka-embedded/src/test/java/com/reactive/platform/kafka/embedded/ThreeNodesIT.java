package com.reactive.platform.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreeNodesIT {

  @Test
  void nothingAckedIsLostWhenTheLeaderIsKilledAndAllRestart(@TempDir Path folder) throws Exception {
    EmbeddedKafka.Builder builder =
        EmbeddedKafka.builder().nodes(3).dataDir(folder).topic("events", 1);
    try (EmbeddedKafka kafka = builder.start()) {
      assertThat(kafka.bootstrapServers().split(",")).hasSize(3).doesNotHaveDuplicates();
      TopicPartitionInfo before = partition(kafka);
      assertThat(before.replicas()).hasSize(3);
      assertThat(before.isr()).hasSize(3);
      Records.produce(kafka.bootstrapServers(), "events", 0, 50);

      BrokerNode leader = kafka.nodes().get(before.leader().id() - 1);
      leader.kill();
      Records.produce(kafka.bootstrapServers(), "events", 50, 100);
      assertThat(partition(kafka).leader().id()).isNotEqualTo(leader.id());

      leader.start();
      assertAllThere(kafka);
    }
    try (EmbeddedKafka kafka = builder.start()) {
      assertAllThere(kafka);
    }
  }

  private static void assertAllThere(EmbeddedKafka kafka) {
    assertThat(Records.values(TestKafka.at(kafka.bootstrapServers()).readAll("events")))
        .isEqualTo(Records.expected(100));
  }

  private static TopicPartitionInfo partition(EmbeddedKafka kafka) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      return admin
          .describeTopics(Set.of("events"))
          .allTopicNames()
          .get()
          .get("events")
          .partitions()
          .get(0);
    }
  }
}
