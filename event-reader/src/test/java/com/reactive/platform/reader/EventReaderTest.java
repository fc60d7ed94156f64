package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;

/** What goes wrong in handlers, stores and groups, without a broker. */
class EventReaderTest {
  private static final TopicPartition ONE = new TopicPartition("t", 0);
  private static final TopicPartition TWO = new TopicPartition("t", 1);
  private static final Map<TopicPartition, List<String>> VALUES =
      Map.of(ONE, values("a", 10), TWO, values("b", 10));

  private final Group group = new Group();
  private final List<String> seen = new ArrayList<>();
  private Map<TopicPartition, List<String>> log = VALUES;
  private ListedRecords source;

  /** A group whose other members do what the test says. */
  private static final class Group extends MockConsumer<byte[], byte[]> {
    private KafkaException commitFailure;

    Group() {
      super("earliest");
      updateBeginningOffsets(Map.of(ONE, 0L, TWO, 0L));
    }

    void assigns(TopicPartition... partitions) {
      schedulePollTask(() -> rebalance(List.of(partitions)));
    }

    @Override
    public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
      KafkaException failure = commitFailure;
      commitFailure = null;
      if (failure != null) {
        throw failure;
      }
      super.commitSync(offsets);
    }

    Map<TopicPartition, Long> committed() {
      Map<TopicPartition, Long> offsets = new HashMap<>();
      committed(Set.of(ONE, TWO))
          .forEach((partition, offset) -> offsets.put(partition, offset.offset()));
      return offsets;
    }
  }

  private static List<String> values(String partition, int count) {
    return IntStream.range(0, count).mapToObj(i -> partition + i).toList();
  }

  private EventReader<String> open(OffsetStore store, long commitNanos) {
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers", "127.0.0.1:1",
            "group.id", "g",
            "group.protocol", "classic",
            "key.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer",
            "value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer");
    ReaderSettings settings =
        new ReaderSettings(
            properties,
            List.of("t"),
            Map.of(),
            0,
            store,
            (event, value, cause) -> seen.add("undecodable"),
            commitNanos);
    return new EventReader<>(
        settings,
        ValueDecoder.bytes().map(bytes -> new String(bytes, StandardCharsets.UTF_8)),
        listener -> source = new ListedRecords(listener, log),
        unused -> group);
  }

  private void poll(EventReader<String> reader) throws InterruptedException {
    reader.poll(Duration.ZERO, event -> seen.add(event.value()));
  }

  /** An Error skips nothing either: what is behind it in the same answer comes, too. */
  @Test
  void allEventsComeWhateverTheHandlerThrows() throws Exception {
    group.assigns(ONE, TWO);
    Set<String> refused = new HashSet<>();
    try (EventReader<String> reader = open(null, 1)) {
      for (int polls = 0; seen.size() < 20; polls++) {
        assertThat(polls).as("one more than was refused").isLessThan(10);
        assertThatCode(
                () ->
                    reader.poll(
                        Duration.ZERO,
                        event -> {
                          if (event.offset() % 3 == 1 && refused.add(event.value())) {
                            throw new AssertionError("not now");
                          }
                          seen.add(event.value());
                        }))
            .satisfiesAnyOf(
                thrown -> assertThat(thrown).isNull(),
                thrown -> assertThat(thrown).isInstanceOf(AssertionError.class));
        group
            .committed()
            .forEach(
                (partition, next) ->
                    assertThat(VALUES.get(partition).subList(0, next.intValue())).isSubsetOf(seen));
      }
      reader.commit();
      assertThat(group.committed()).containsOnly(Map.entry(ONE, 10L), Map.entry(TWO, 10L));
    }
    assertThat(refused).hasSize(6);
    assertThat(seen).doesNotHaveDuplicates().containsAll(VALUES.get(ONE));
    assertThat(seen).containsAll(VALUES.get(TWO));
  }

  /** The group is looked at between the records of an answer, too. */
  @Test
  void allEventsComeWhateverTheGroupThrows() throws Exception {
    log = Map.of(ONE, values("a", 200), TWO, values("b", 200));
    group.assigns(ONE, TWO);
    try (EventReader<String> reader = open(null, 0)) {
      assertThatThrownBy(
              () ->
                  reader.poll(
                      Duration.ZERO,
                      event -> {
                        if (seen.isEmpty()) {
                          group.schedulePollTask(EventReaderTest::fail);
                          beSlow();
                        }
                        seen.add(event.value());
                      }))
          .hasMessage("in the group");
      assertThat(seen).hasSizeLessThan(400);
      poll(reader);
      assertThat(seen).doesNotHaveDuplicates().hasSize(400);
    }
  }

  private static void fail() {
    throw new AssertionError("in the group");
  }

  /** For longer than the group is left alone. */
  private static void beSlow() {
    long end = System.nanoTime() + Duration.ofMillis(60).toNanos();
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  /** The group hands the partition on, whatever our store says. */
  @Test
  void aPartitionGoesEvenIfTheStoreThrows() throws Exception {
    group.assigns(ONE, TWO);
    OffsetStore store =
        new OffsetStore() {
          @Override
          public Map<TopicPartition, Long> load(Collection<TopicPartition> partitions) {
            return Map.of();
          }

          @Override
          public void revoked(Collection<TopicPartition> partitions) {
            throw new IllegalStateException("no database");
          }
        };
    try (EventReader<String> reader = open(store, 0)) {
      poll(reader);
      assertThat(reader.positions()).containsOnly(Map.entry(ONE, 10L), Map.entry(TWO, 10L));
      group.assigns(ONE);
      assertThatThrownBy(() -> poll(reader)).hasMessage("no database");
      assertThat(reader.positions()).containsOnlyKeys(ONE);
      assertThat(source.read()).containsExactly(ONE);
      poll(reader);
      assertThat(reader.stats().lag()).containsOnlyKeys(ONE);
    }
  }

  @Test
  void whatTheStoreKnowsComesFirst() throws Exception {
    group.assigns(ONE, TWO);
    try (EventReader<String> reader = open(partitions -> Map.of(TWO, 7L), 0)) {
      poll(reader);
      assertThat(seen).startsWith("a0").contains("b7", "b8", "b9").hasSize(13);
    }
  }

  @Test
  void commitsOfARebalanceAreMadeUpFor() throws Exception {
    group.assigns(ONE, TWO);
    try (EventReader<String> reader = open(null, 1)) {
      poll(reader);
      group.commitFailure = new RebalanceInProgressException();
      poll(reader);
      assertThat(group.committed().values()).containsOnly(0L);
      poll(reader);
      assertThat(group.committed()).containsOnly(Map.entry(ONE, 10L), Map.entry(TWO, 10L));
    }
  }

  /** Whoever comes next would begin further on, if the policy is {@code latest}. */
  @Test
  void whereItBeganIsCommittedThoughNothingHasComeSince() throws Exception {
    log = Map.of(ONE, List.of(), TWO, List.of());
    group.assigns(ONE, TWO);
    try (EventReader<String> reader = open(null, 1)) {
      poll(reader);
      assertThat(group.committed()).containsOnly(Map.entry(ONE, 0L), Map.entry(TWO, 0L));
    }
  }

  @Test
  void itMayBeClosedTwice() throws Exception {
    group.assigns(ONE, TWO);
    EventReader<String> reader = open(null, 1);
    poll(reader);
    reader.close();
    assertThat(group.closed()).isTrue();
    assertThat(source.isClosed()).isTrue();
    assertThatCode(reader::close).doesNotThrowAnyException();
  }

  @Test
  void theSourceIsClosedIfThereIsNoMember() {
    Map<String, Object> properties = Map.of("bootstrap.servers", "127.0.0.1:1", "group.id", "g");
    ReaderSettings settings =
        new ReaderSettings(properties, List.of("t"), Map.of(), 0, null, (e, v, c) -> {}, 0);
    assertThatThrownBy(
            () ->
                new EventReader<>(
                    settings,
                    ValueDecoder.bytes(),
                    listener -> source = new ListedRecords(listener, VALUES),
                    unused -> {
                      throw new KafkaException("no");
                    }))
        .hasMessage("no");
    assertThat(source.isClosed()).isTrue();
  }
}
