package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups, offsets and repeats, on a real broker. */
@ExtendWith(KafkaExtension.class)
@Timeout(300)
class EventReaderIT {
  private static final int PARTITIONS = 4;
  private static final Duration WAIT = Duration.ofMillis(500);

  private static Map<String, Object> properties(TestKafka kafka, String group) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("bootstrap.servers", kafka.bootstrapServers());
    properties.put("group.id", group);
    properties.put("auto.offset.reset", "earliest");
    properties.put("enable.auto.commit", false);
    return properties;
  }

  private static EventReader<String> open(EventReaderBuilder builder) {
    return builder.open(ValueDecoder.bytes().map(EventReaderIT::text));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  /** Event i has the id and the value i. */
  private static void write(TestKafka kafka, String topic, int from, int to) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = from; i < to; i++) {
      byte[] text = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(topic, i % PARTITIONS, null, text);
      record.headers().add(EventHeaders.EVENT_ID, text);
      records.add(record);
    }
    kafka.write(records);
  }

  private static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).sorted().toList();
  }

  private static void readUntil(EventReader<String> reader, Collection<String> seen, int size)
      throws InterruptedException {
    while (seen.size() < size) {
      reader.poll(WAIT, event -> seen.add(event.value()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void membersShareATopic(String protocol, TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(PARTITIONS);
    Map<String, Object> properties = properties(kafka, topic);
    properties.put("group.protocol", protocol);
    properties.put("client.id", "first");
    write(kafka, topic, 0, 1_000);
    Set<String> seen = new TreeSet<>();
    try (EventReader<String> first = open(new EventReaderBuilder(properties).topics(topic))) {
      readUntil(first, seen, 1_000);
      assertThat(first.positions()).hasSize(PARTITIONS);
      first.commit();
      properties.put("client.id", "second");
      try (EventReader<String> second = open(new EventReaderBuilder(properties).topics(topic))) {
        while (second.positions().size() != 2 || first.positions().size() != 2) {
          first.poll(Duration.ZERO, event -> seen.add(event.value()));
          second.poll(Duration.ZERO, event -> seen.add(event.value()));
        }
        Set<TopicPartition> both = new HashSet<>(first.positions().keySet());
        both.addAll(second.positions().keySet());
        assertThat(both).hasSize(PARTITIONS);
        write(kafka, topic, 1_000, 2_000);
        List<String> more = new ArrayList<>();
        while (more.size() < 1_000) {
          first.poll(Duration.ofMillis(50), event -> more.add(event.value()));
          second.poll(Duration.ofMillis(50), event -> more.add(event.value()));
        }
        assertThat(more).containsExactlyInAnyOrderElementsOf(numbers(1_000, 2_000));
        second.commit();
        assertThat(second.stats().lag().values()).containsOnly(0L);
      }
      first.commit();
      // What the second one had comes to the first, at the place that was committed.
      while (first.positions().size() < PARTITIONS) {
        first.poll(WAIT, event -> assertThat(event.value()).isNull());
      }
      assertThat(first.stats().lag()).hasSize(PARTITIONS);
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(numbers(0, 1_000));
    assertThat(committed(kafka, topic).values()).containsOnly(500L);
  }

  private static Map<TopicPartition, Long> committed(TestKafka kafka, String group)
      throws Exception {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      for (Map.Entry<TopicPartition, OffsetAndMetadata> each :
          admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().entrySet()) {
        offsets.put(each.getKey(), each.getValue().offset());
      }
    }
    return offsets;
  }

  @Test
  void repeatsAreKnownAfterARestart(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(PARTITIONS);
    EventReaderBuilder builder =
        new EventReaderBuilder(properties(kafka, topic)).topics(topic).dropRepeats(100);
    write(kafka, topic, 0, 400);
    List<String> seen = new ArrayList<>();
    try (EventReader<String> reader = open(builder)) {
      readUntil(reader, seen, 400);
      write(kafka, topic, 396, 404);
      readUntil(reader, seen, 404);
      reader.commit();
    }
    // 0 to 3 are further back than the window.
    write(kafka, topic, 0, 4);
    write(kafka, topic, 392, 408);
    try (EventReader<String> reader = open(builder)) {
      readUntil(reader, seen, 412);
      assertThat(reader.stats().repeats()).isEqualTo(12);
      assertThat(reader.stats().events()).isEqualTo(8);
    }
    List<String> expected = new ArrayList<>(numbers(0, 408));
    expected.addAll(numbers(0, 4));
    assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void anEventThatCouldNotBeHandledComesAgain(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(PARTITIONS);
    write(kafka, topic, 0, 400);
    List<String> seen = new ArrayList<>();
    Set<String> refused = new HashSet<>();
    try (EventReader<String> reader =
        open(new EventReaderBuilder(properties(kafka, topic)).topics(topic))) {
      int failures = 0;
      while (seen.size() < 400) {
        try {
          reader.poll(
              WAIT,
              event -> {
                if (Integer.parseInt(event.value()) % 50 == 3 && refused.add(event.value())) {
                  throw new IllegalStateException("not now");
                }
                seen.add(event.value());
              });
        } catch (IllegalStateException e) {
          assertThat(e).hasMessage("not now");
          failures++;
        }
      }
      assertThat(failures).isEqualTo(8);
    }
    assertThat(seen.stream().sorted()).isEqualTo(numbers(0, 400));
  }

  /** Results and offsets change together; the process dies at any moment. */
  @Test
  void effectsAreHadOnce(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(PARTITIONS);
    write(kafka, topic, 0, 2_000);
    List<String> results = new ArrayList<>();
    Map<TopicPartition, Long> stored = new HashMap<>();
    OffsetStore store =
        partitions -> {
          Map<TopicPartition, Long> found = new HashMap<>(stored);
          found.keySet().retainAll(partitions);
          return found;
        };
    int life = 0;
    while (results.size() < 2_000) {
      life++;
      List<String> pending = new ArrayList<>();
      int polls = life;
      try (EventReader<String> reader =
          open(
              new EventReaderBuilder(properties(kafka, topic + life))
                  .topics(topic)
                  .offsets(store))) {
        while (results.size() < 2_000 && polls-- > 0) {
          reader.poll(WAIT, event -> pending.add(event.value()));
          if (polls > 0) {
            results.addAll(pending);
            stored.putAll(reader.positions());
            pending.clear();
          }
        }
      }
    }
    assertThat(results.stream().sorted()).isEqualTo(numbers(0, 2_000));
    assertThat(committed(kafka, topic + life)).isEmpty();
  }

  @Test
  void partitionsAreReadWithoutAGroup(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(PARTITIONS);
    write(kafka, topic, 0, 400);
    List<String> seen = new ArrayList<>();
    try (EventReader<String> reader =
        open(
            new EventReaderBuilder(Map.of("bootstrap.servers", kafka.bootstrapServers()))
                .partitions(Map.of(new TopicPartition(topic, 2), 90L)))) {
      readUntil(reader, seen, 10);
      assertThat(seen.get(0)).isEqualTo("362");
      assertThatThrownBy(reader::commit).isInstanceOf(IllegalStateException.class);
      reader.wakeup();
      assertThat(reader.poll(Duration.ofMinutes(5), event -> {})).isZero();
    }
  }
}
