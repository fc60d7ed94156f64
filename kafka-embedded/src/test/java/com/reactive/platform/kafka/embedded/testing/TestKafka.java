package com.reactive.platform.kafka.embedded.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A Kafka for tests, wherever it runs. Holds no connection and needs no closing: whoever started
 * the brokers ends them. Methods may be called from any thread, block, and throw {@link
 * IllegalStateException} when Kafka does not do as asked within a minute.
 */
public final class TestKafka {

  /** Where the brokers are. */
  public enum Kind {
    /** Already running, named by its address. */
    EXTERNAL,
    /** In a Docker container. */
    CONTAINER,
    /** In a child JVM. */
    EMBEDDED
  }

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(100);

  private final String bootstrapServers;
  private final Kind kind;

  TestKafka(String bootstrapServers, Kind kind) {
    this.bootstrapServers = Objects.requireNonNull(bootstrapServers);
    this.kind = kind;
  }

  /** The same help for brokers that a test started itself. */
  public static TestKafka at(String bootstrapServers) {
    return new TestKafka(bootstrapServers, Kind.EXTERNAL);
  }

  /** {@code host:port}, comma-separated. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** Where the brokers are. */
  public Kind kind() {
    return kind;
  }

  /**
   * Creates a topic of a name never used before, with the broker's default replication, and returns
   * that name once its leaders serve it.
   */
  public String createTopic(int partitions) {
    String name = "test-" + UUID.randomUUID();
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      admin
          .createTopics(Set.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
          .all()
          .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      until("topic " + name + " has leaders", () -> hasLeaders(admin, name));
      awaitLeadership(admin, name, partitions);
      return name;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while creating a topic", e);
    } catch (Exception e) {
      throw new IllegalStateException("cannot create a topic at " + bootstrapServers, e);
    }
  }

  /** Writes records in their order, and returns when all of them are in Kafka. */
  public void write(List<ProducerRecord<byte[], byte[]>> records) {
    Map<String, Object> config = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    ByteArraySerializer bytes = new ByteArraySerializer();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      records.forEach(record -> sent.add(producer.send(record)));
      producer.flush();
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while writing", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a record was not written", e);
    }
  }

  /**
   * All records of all partitions, up to the ends that the partitions have when this is called; by
   * partition, then by offset. Records of aborted transactions are among them.
   */
  public List<ConsumerRecord<byte[], byte[]>> readAll(String topic) {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            false);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (PartitionInfo partition : consumer.partitionsFor(topic, TIMEOUT)) {
        partitions.add(new TopicPartition(topic, partition.partition()));
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      return readTo(consumer, consumer.endOffsets(partitions, TIMEOUT));
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> readTo(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long startNanos = System.nanoTime();
    while (!ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey(), TIMEOUT) >= end.getValue())) {
      if (System.nanoTime() - startNanos > TIMEOUT.toNanos()) {
        throw new IllegalStateException(
            "read " + records.size() + " records, then not to the ends " + ends);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        // Written after the call: not asked for.
        if (record.offset() < ends.get(new TopicPartition(record.topic(), record.partition()))) {
          records.add(record);
        }
      }
    }
    records.sort(
        Comparator.<ConsumerRecord<byte[], byte[]>>comparingInt(ConsumerRecord::partition)
            .thenComparingLong(ConsumerRecord::offset));
    return List.copyOf(records);
  }

  private static boolean hasLeaders(Admin admin, String topic) throws Exception {
    try {
      TopicDescription description =
          admin.describeTopics(Set.of(topic)).topicNameValues().get(topic).get();
      return description.partitions().stream().allMatch(partition -> partition.leader() != null);
    } catch (ExecutionException e) {
      // The broker that answers may not have heard of it yet.
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Metadata names leaders that may not know yet that they are. A KafkaProducer that has several
   * batches in flight then loses the first: it is refused, the next one is taken, and so the first
   * is out of order for good.
   */
  private static void awaitLeadership(Admin admin, String topic, int partitions) throws Exception {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
    }
    admin.listOffsets(ends).all().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }

  private static void until(String what, Callable<Boolean> condition) throws Exception {
    long startNanos = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - startNanos > TIMEOUT.toNanos()) {
        throw new IllegalStateException("not within a minute: " + what);
      }
      Thread.sleep(20);
    }
  }
}
