package com.reactive.platform.gateway.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.sink.Replication;
import com.reactive.platform.gateway.sink.TopicPartitions;
import com.reactive.platform.gateway.sink.TopicSettings;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.gateway.testing.LogCapture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;

/** What a topic's settings mean for what is promised. */
class TopicSettingsTest {
  private static final Replication REQUIRED = new Replication(3, 2);

  private static TopicSettings topic(int replicas, Map<String, String> config) {
    List<Node> nodes =
        IntStream.range(0, replicas).mapToObj(id -> new Node(id, "k" + id, 1)).toList();
    TopicDescription description =
        new TopicDescription(
            "orders", false, List.of(new TopicPartitionInfo(0, nodes.get(0), nodes, nodes)));
    return TopicInspector.settings(
        description,
        Optional.of(
            new Config(
                config.entrySet().stream()
                    .map(entry -> new ConfigEntry(entry.getKey(), entry.getValue()))
                    .toList())));
  }

  @Test
  void theWorstPartitionsAreToldFromTheirDescription() {
    List<Node> nodes = IntStream.range(0, 3).mapToObj(id -> new Node(id, "k" + id, 1)).toList();
    assertThat(
            TopicInspector.partitions(
                List.of(
                    new TopicPartitionInfo(0, nodes.get(0), nodes, nodes),
                    new TopicPartitionInfo(1, nodes.get(1), nodes, nodes.subList(0, 2)),
                    new TopicPartitionInfo(2, null, nodes.subList(0, 2), List.of()),
                    new TopicPartitionInfo(3, Node.noNode(), nodes, nodes.subList(0, 1)))))
        .isEqualTo(new TopicPartitions(4, 2, 2, 0, 3));
    assertThat(TopicInspector.partitions(List.of())).isEqualTo(TopicPartitions.UNKNOWN);
  }

  private static TopicSettings topic(int replicas, int minInsync, String... namesAndValues) {
    Map<String, String> config = new HashMap<>();
    config.put("min.insync.replicas", Integer.toString(minInsync));
    config.put("max.message.bytes", "1048588");
    config.put("cleanup.policy", "delete");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      config.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return topic(replicas, config);
  }

  private static StreamDefinition stream(String... keysAndValues) {
    Map<String, String> keys = new HashMap<>();
    keys.put("streams.counter.topic", "orders");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      keys.put("streams.counter." + keysAndValues[i], keysAndValues[i + 1]);
    }
    return StreamsConfig.from(
            Settings.ofKeys(keys), new StreamsConfig.Defaults(262_144, 20, 20, 20, false))
        .get(0);
  }

  @Test
  void threeReplicasOfWhichTwoMustHaveItAreFine() {
    assertThat(topic(3, 2).findings("orders", List.of(stream()))).isEmpty();
    assertThat(topic(3, 2).lessThan(REQUIRED)).isEmpty();
  }

  @Test
  void whatIsWeakIsNamed() {
    TopicSettings weak = topic(1, 1, "unclean.leader.election.enable", "true");
    assertThat(weak.findings("orders", List.of(stream())))
        .singleElement()
        .asString()
        .contains(
            "orders has replication factor 1, min.insync.replicas 1,"
                + " unclean.leader.election.enable true: ");
    assertThat(weak.findings("orders", List.of(stream("acks", "leader", "respond", "async"))))
        .as("that stream does not rest on it")
        .isEmpty();
    assertThat(weak.lessThan(REQUIRED))
        .isEqualTo(
            "replication factor 1, min.insync.replicas 1, unclean leader election is less than"
                + " kafka.require-replication 3/2");
    assertThat(topic(3, 1).lessThan(REQUIRED)).isNotEmpty();
    assertThat(topic(2, 2).lessThan(REQUIRED)).isNotEmpty();
  }

  @Test
  void whatMayNotBeReadIsToldAndNotTakenForGranted() {
    TopicSettings unread = new TopicSettings(3, Optional.empty());
    assertThat(unread.findings("orders", List.of(stream())))
        .singleElement()
        .asString()
        .contains("Not authorised to read", "DescribeConfigs");
    assertThat(unread.lessThan(REQUIRED)).contains("DescribeConfigs");
  }

  @Test
  void aBodyThatNoRecordCanCarryNamesBothKeys() {
    assertThat(topic(3, 2, "max.message.bytes", "250000").findings("orders", List.of(stream())))
        .singleElement()
        .asString()
        .contains("streams.counter.max-body-bytes is 262144", "max.message.bytes", "is 250000");
  }

  @Test
  void aCompactedTopicWantsAKey() {
    TopicSettings compacted = topic(3, 2, "cleanup.policy", "compact,delete");
    assertThat(compacted.findings("orders", List.of(stream("key", ""))))
        .singleElement()
        .asString()
        .contains("compacted", "streams.counter.key is empty");
    assertThat(compacted.findings("orders", List.of(stream()))).isEmpty();
  }

  @Test
  void aWindowOfKeysNeedsTheEventsForAsLong() {
    TopicSettings brief = topic(3, 2, "retention.ms", "599999");
    assertThat(brief.findings("orders", List.of(stream())))
        .singleElement()
        .asString()
        .contains("599999 ms", "streams.counter.idempotency.window is 600000 ms");
    assertThat(brief.findings("orders", List.of(stream("idempotency.window", "0")))).isEmpty();
    for (String enough : List.of("600000", "-1")) {
      assertThat(topic(3, 2, "retention.ms", enough).findings("orders", List.of(stream())))
          .isEmpty();
    }
    assertThat(
            topic(3, 2, "retention.ms", "1", "cleanup.policy", "compact")
                .findings("orders", List.of(stream())))
        .isEmpty();
  }

  @Test
  void itIsToldOnceForEachChange() {
    TopicHealth health = new TopicHealth("orders", 1, Optional.of(REQUIRED));
    health.feeds(List.of(stream()));
    try (LogCapture log = new LogCapture(TopicHealth.class)) {
      health.isLike(topic(1, 1));
      health.isLike(topic(1, 1));
      assertThat(health.settings().orElseThrow().weaknesses()).isNotEmpty();
      assertThat(health.tooWeak()).startsWith("topic orders: replication factor 1, ");
      health.isLike(topic(3, 1));
      health.isLike(topic(3, 2));
      health.isLike(topic(3, 2));
      assertThat(log.lines("WARN")).hasSize(2);
      assertThat(log.lines("INFO"))
          .containsExactly("INFO The settings of topic orders are correct now");
      assertThat(health.settings().orElseThrow().weaknesses()).isEmpty();
      assertThat(health.tooWeak()).isEmpty();
    }
  }

  @Test
  void whatIsRequiredIsWrittenAsReplicasAndThoseInSync() {
    assertThat(Replication.of("3/2")).contains(REQUIRED);
    for (String wrong : List.of("", "3", "2/3", "3/0", "0/0", "3/2/1", "three/two", " 3/2")) {
      assertThat(Replication.of(wrong)).as(wrong).isEmpty();
    }
  }
}
