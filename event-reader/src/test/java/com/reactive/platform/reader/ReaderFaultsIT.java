package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/**
 * Two groups of one to five members each, which come and go while leaders are killed and brokers
 * stand still. One commits to Kafka by itself: nothing is skipped, and events come again only when
 * something has happened. The other stores results and offsets together: each event has its effect
 * once. Every member has a thread.
 *
 * <p>{@code -Dreader.kills=50 -Dreader.pauses=20 -Dreader.rebalances=50} is the whole of it, and
 * {@code -Dreader.seed} the order of faults.
 */
class ReaderFaultsIT {
  private static final int KILLS = Integer.getInteger("reader.kills", 1);
  private static final int PAUSES = Integer.getInteger("reader.pauses", 1);
  private static final int REBALANCES = Integer.getInteger("reader.rebalances", 2);
  private static final int PARTITIONS = 6;
  private static final int MOST_MEMBERS = 5;
  private static final int EVENTS_BETWEEN_FAULTS = 300;
  private static final int LONGEST_PAUSE_MILLIS = 3_000;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private enum Fault {
    KILL,
    PAUSE,
    REBALANCE
  }

  private final long seed = Long.getLong("reader.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<Future<RecordMetadata>> sent = new ArrayList<>();
  private final CommittingGroup committing = new CommittingGroup();
  private final StoringGroup storing = new StoringGroup();
  private EmbeddedKafka kafka;
  private Admin admin;
  private Producer<byte[], byte[]> producer;
  private String topic;

  @Test
  void nothingIsSkippedAndEffectsAreHadOnce() throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (EmbeddedKafka cluster = cluster();
        Admin client =
            Admin.create(
                Map.of(
                    "bootstrap.servers",
                    cluster.bootstrapServers(),
                    "default.api.timeout.ms",
                    (int) PATIENCE.toMillis()));
        Producer<byte[], byte[]> writer =
            new KafkaProducer<>(
                Map.of(
                    "bootstrap.servers",
                    cluster.bootstrapServers(),
                    "delivery.timeout.ms",
                    Integer.MAX_VALUE),
                bytes,
                bytes);
        committing;
        storing) {
      kafka = cluster;
      admin = client;
      producer = writer;
      topic = TestKafka.at(cluster.bootstrapServers()).createTopic(PARTITIONS);
      run();
    } catch (Throwable e) {
      e.addSuppressed(new AssertionError("seed " + seed));
      throw e;
    }
  }

  /** Members are told quickly of each other, and late that one is silent. */
  private static EmbeddedKafka cluster() {
    return EmbeddedKafka.builder()
        .nodes(3)
        .startTimeout(PATIENCE)
        .property("group.consumer.min.heartbeat.interval.ms", "500")
        .property("group.consumer.heartbeat.interval.ms", "500")
        .property("group.consumer.session.timeout.ms", "60000")
        .property("group.max.session.timeout.ms", "120000")
        .start();
  }

  private void run() throws Exception {
    join(committing);
    join(storing);
    quietly();
    for (Fault fault : faults()) {
      write();
      make(fault);
      await(() -> committing.handled() >= sent.size() / 2 && storing.stored() >= sent.size() / 2);
    }
    quietly();
    committing.close();
    storing.close();
    assertThat(committing.handled()).isEqualTo(sent.size());
    assertThat(storing.results()).doesNotHaveDuplicates().hasSize(sent.size());
    assertThat(committed()).isEqualTo(ends());
    System.out.printf(
        "%d kills, %d pauses, %d rebalances, %d events: %d came again to the group that commits, "
            + "and %d were fenced off by the store; seed %d%n",
        KILLS, PAUSES, REBALANCES, sent.size(), committing.repeats(), storing.fenced(), seed);
  }

  private List<Fault> faults() {
    List<Fault> faults = new ArrayList<>();
    faults.addAll(Collections.nCopies(KILLS, Fault.KILL));
    faults.addAll(Collections.nCopies(PAUSES, Fault.PAUSE));
    faults.addAll(Collections.nCopies(REBALANCES, Fault.REBALANCE));
    Collections.shuffle(faults, random);
    return faults;
  }

  private void join(FaultyGroup group) {
    group.join(kafka.bootstrapServers(), topic);
  }

  /** Nobody comes or goes: each event comes once to either group. */
  private void quietly() throws Exception {
    await(() -> isSettled(committing) && isSettled(storing));
    Map<TopicPartition, Long> ends = ends();
    await(() -> committed().equals(ends));
    long repeats = committing.repeats();
    write();
    await(() -> isSettled(committing) && isSettled(storing));
    assertThat(committing.repeats()).as("nothing has happened").isEqualTo(repeats);
  }

  private boolean isSettled(FaultyGroup group) {
    return committing.handled() == sent.size()
        && storing.stored() == sent.size()
        && group.shares().stream().allMatch(share -> share > 0)
        && group.shares().stream().mapToInt(share -> share).sum() == PARTITIONS;
  }

  private void write() {
    for (int i = 0; i < EVENTS_BETWEEN_FAULTS; i++) {
      byte[] number = Integer.toString(sent.size()).getBytes(StandardCharsets.US_ASCII);
      sent.add(producer.send(new ProducerRecord<>(topic, sent.size() % PARTITIONS, null, number)));
    }
  }

  private void make(Fault fault) throws Exception {
    switch (fault) {
      case KILL -> {
        BrokerNode leader = leader();
        leader.kill();
        leader.start();
      }
      case PAUSE -> {
        BrokerNode leader = leader();
        leader.pause();
        try {
          Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
        } finally {
          leader.resume();
        }
      }
      case REBALANCE -> {
        rebalance(committing);
        rebalance(storing);
      }
    }
  }

  /** Of any partition, as soon as it has one. */
  private BrokerNode leader() throws Exception {
    int partition = random.nextInt(PARTITIONS);
    await(() -> leader(partition) != null);
    int id = leader(partition).id();
    return kafka.nodes().stream().filter(node -> node.id() == id).findFirst().orElseThrow();
  }

  private Node leader(int partition) throws Exception {
    return admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .get()
        .get(topic)
        .partitions()
        .get(partition)
        .leader();
  }

  /** One more or one less. */
  private void rebalance(FaultyGroup group) throws Exception {
    int size = group.shares().size();
    if (size == 1 || (size < MOST_MEMBERS && random.nextInt(5) < 3)) {
      join(group);
    } else {
      group.leave(random.nextInt(size));
    }
  }

  private void await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      committing.rethrow();
      storing.rethrow();
      assertThat(System.nanoTime() - deadline)
          .as("%d of %d, %d stored", committing.handled(), sent.size(), storing.stored())
          .isNegative();
      Thread.sleep(20);
    }
  }

  private Map<TopicPartition, Long> committed() throws Exception {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (Map.Entry<TopicPartition, OffsetAndMetadata> each :
        admin
            .listConsumerGroupOffsets(committing.id())
            .partitionsToOffsetAndMetadata()
            .get()
            .entrySet()) {
      offsets.put(each.getKey(), each.getValue().offset());
    }
    return offsets;
  }

  /** Of all partitions: where a member began is committed, too. */
  private Map<TopicPartition, Long> ends() throws Exception {
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      ends.put(new TopicPartition(topic, partition), 0L);
    }
    for (Future<RecordMetadata> each : sent) {
      RecordMetadata record = each.get();
      ends.merge(
          new TopicPartition(record.topic(), record.partition()), record.offset() + 1, Math::max);
    }
    return ends;
  }
}
