package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

/** The group's protocol is found out. */
class GroupMemberTest {
  private static final TopicPartition ONE = new TopicPartition("t", 0);

  private final UnsupportedVersionException tooNew =
      new UnsupportedVersionException("for the test");
  private final List<MockConsumer<byte[], byte[]>> opened = new ArrayList<>();
  private final List<Object> protocols = new ArrayList<>();
  private final List<TopicPartition> assigned = new ArrayList<>();

  private Consumer<byte[], byte[]> open(Map<String, Object> properties) {
    protocols.add(properties.get("group.protocol"));
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    consumer.updateBeginningOffsets(Map.of(ONE, 0L));
    opened.add(consumer);
    return consumer;
  }

  private GroupMember member(Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("bootstrap.servers", "127.0.0.1:1");
    properties.put("group.id", "g");
    properties.put("key.deserializer", ByteArrayDeserializer.class);
    properties.put("value.deserializer", ByteArrayDeserializer.class);
    GroupMember.Owner owner =
        new GroupMember.Owner() {
          @Override
          public void assigned(Collection<TopicPartition> partitions) {
            assigned.addAll(partitions);
          }

          @Override
          public void revoked(Collection<TopicPartition> partitions) {}

          @Override
          public void lost(Collection<TopicPartition> partitions) {}
        };
    return new GroupMember(properties, List.of("t"), owner, this::open);
  }

  private void rebalance(int consumer) {
    opened.get(consumer).schedulePollTask(() -> opened.get(consumer).rebalance(List.of(ONE)));
  }

  @Test
  void anOldBrokerGetsTheClassicProtocol() throws Exception {
    try (GroupMember member = member(Map.of())) {
      opened.get(0).setPollException(tooNew);
      member.poll(Duration.ZERO);
      assertThat(opened.get(0).closed()).isTrue();
      rebalance(1);
      member.poll(Duration.ZERO);
      assertThat(protocols).containsExactly("CONSUMER", "CLASSIC");
      assertThat(assigned).containsExactly(ONE);
      assertThat(opened.get(1).paused()).containsExactly(ONE);
      opened.get(1).setPollException(tooNew);
      assertThatThrownBy(() -> member.poll(Duration.ZERO)).isSameAs(tooNew);
    }
    assertThat(opened.get(1).closed()).isTrue();
  }

  @Test
  void onceAMemberItStaysWithItsProtocol() throws Exception {
    try (GroupMember member = member(Map.of())) {
      rebalance(0);
      member.poll(Duration.ZERO);
      opened.get(0).setPollException(tooNew);
      assertThatThrownBy(() -> member.poll(Duration.ZERO)).isSameAs(tooNew);
      assertThat(protocols).containsExactly("CONSUMER");
    }
  }

  @Test
  void whatIsAskedForIsNotChanged() throws Exception {
    try (GroupMember member = member(Map.of("group.protocol", "consumer"))) {
      opened.get(0).setPollException(tooNew);
      assertThatThrownBy(() -> member.poll(Duration.ZERO)).isSameAs(tooNew);
      assertThat(protocols).containsExactly("consumer");
    }
  }

  @Test
  void settingsOfTheClassicProtocolAskForIt() {
    member(Map.of("heartbeat.interval.ms", 500)).close();
    member(Map.of("session.timeout.ms", 9_000)).close();
    assertThat(protocols).containsExactly(null, null);
  }
}
