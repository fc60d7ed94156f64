package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DeleteRecordsOptions;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Topics of a real Kafka. Each question to a Kafka that is gone takes a bounded time. */
final class TopicLog implements MessageLog {
  private static final int ASK_MILLIS = 8_000;
  private static final long STUCK_NANOS = Duration.ofSeconds(20).toNanos();
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int FETCH_BYTES = 32 << 20;
  private static final int PARTITION_FETCH_BYTES = 8 << 20;
  private static final int POLL_RECORDS = 20_000;

  private final Admin admin;
  private final String bootstrapServers;
  private final List<String> topics;

  /** All partitions; the place of one is its number in the offsets. */
  private final List<TopicPartition> partitions = new ArrayList<>();

  TopicLog(BenchKafka kafka, List<String> topics) {
    this(kafka.admin(), kafka.bootstrapServers(), topics);
  }

  TopicLog(Admin admin, String bootstrapServers, List<String> topics) {
    this.admin = admin;
    this.bootstrapServers = bootstrapServers;
    this.topics = topics;
  }

  @Override
  public Map<Integer, Long> ends() throws LogUnreadableException, InterruptedException {
    if (partitions.isEmpty()) {
      findPartitions();
    }
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    Map<TopicPartition, ListOffsetsResultInfo> found =
        answer(admin.listOffsets(latest, new ListOffsetsOptions().timeoutMs(ASK_MILLIS)).all());
    Map<Integer, Long> ends = new TreeMap<>();
    for (int i = 0; i < partitions.size(); i++) {
      ends.put(i, found.get(partitions.get(i)).offset());
    }
    return ends;
  }

  @Override
  public Map<String, String> replication() throws LogUnreadableException, InterruptedException {
    String topic = topics.get(0);
    DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(ASK_MILLIS);
    TopicDescription description =
        answer(admin.describeTopics(List.of(topic), options).allTopicNames()).get(topic);
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Config config =
        answer(
                admin
                    .describeConfigs(
                        List.of(resource), new DescribeConfigsOptions().timeoutMs(ASK_MILLIS))
                    .all())
            .get(resource);
    int replicas = description.partitions().get(0).replicas().size();
    return Map.of(
        RunResult.REPLICAS, Integer.toString(replicas),
        RunResult.MIN_IN_SYNC, config.get(RunResult.MIN_IN_SYNC).value());
  }

  private void findPartitions() throws LogUnreadableException, InterruptedException {
    DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(ASK_MILLIS);
    Map<String, TopicDescription> descriptions =
        answer(admin.describeTopics(topics, options).allTopicNames());
    for (String topic : topics) {
      descriptions
          .get(topic)
          .partitions()
          .forEach(p -> partitions.add(new TopicPartition(topic, p.partition())));
    }
  }

  @Override
  public void read(
      Map<Integer, Long> from, Map<Integer, Long> to, Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws LogUnreadableException, InterruptedException {
    KafkaConsumer<byte[], byte[]> consumer = newConsumer();
    try {
      if (partitions.isEmpty()) {
        findPartitions();
      }
      Map<TopicPartition, Long> begins = new HashMap<>();
      Map<TopicPartition, Long> ends = new HashMap<>();
      to.forEach(
          (number, end) -> {
            long begin = from.getOrDefault(number, 0L);
            if (end > begin) {
              begins.put(partitions.get(number), begin);
              ends.put(partitions.get(number), end);
            }
          });
      consumer.assign(ends.keySet());
      begins.forEach(consumer::seek);
      readAll(consumer, ends, each);
    } catch (InterruptException e) {
      throw interrupted(e);
    } catch (KafkaException e) {
      throw new LogUnreadableException("could not be read to the end: " + e.getMessage(), e);
    } finally {
      consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ofSeconds(1)));
    }
  }

  private static void readAll(
      KafkaConsumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws LogUnreadableException {
    Map<TopicPartition, Long> left = new HashMap<>(ends);
    long progressNanos = System.nanoTime();
    while (!left.isEmpty()) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      for (TopicPartition partition : records.partitions()) {
        long end = ends.get(partition);
        for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
          if (record.offset() < end) {
            each.accept(record);
          }
        }
      }
      long now = System.nanoTime();
      if (!records.isEmpty()) {
        progressNanos = now;
        dropComplete(consumer, left);
      } else if (now - progressNanos > STUCK_NANOS) {
        throw new LogUnreadableException("could not be read to the end: no record came any more");
      }
    }
  }

  private static void dropComplete(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> left) {
    if (left.entrySet().removeIf(p -> consumer.position(p.getKey()) >= p.getValue())) {
      consumer.pause(consumer.assignment().stream().filter(p -> !left.containsKey(p)).toList());
    }
  }

  private KafkaConsumer<byte[], byte[]> newConsumer() throws LogUnreadableException {
    Map<String, Object> config = new HashMap<>();
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, "reactive-benchmark-verifier");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, PARTITION_FETCH_BYTES);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ASK_MILLIS);
    config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, ASK_MILLIS);
    config.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    try {
      return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (KafkaException e) {
      throw new LogUnreadableException("could not be read: " + e.getMessage(), e);
    }
  }

  @Override
  public int partitions(String topic) {
    return (int) partitions.stream().filter(p -> p.topic().equals(topic)).count();
  }

  /** Without this, a long series of runs would fill the disk. */
  @Override
  public void forget(Map<Integer, Long> before) throws InterruptedException {
    Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
    before.forEach(
        (number, offset) ->
            records.put(partitions.get(number), RecordsToDelete.beforeOffset(offset)));
    try {
      admin.deleteRecords(records, new DeleteRecordsOptions().timeoutMs(ASK_MILLIS)).all().get();
    } catch (ExecutionException e) {
      return; // the verdict does not depend on it
    }
  }

  private static <T> T answer(KafkaFuture<T> future)
      throws LogUnreadableException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new LogUnreadableException(
          "Kafka could not be asked: " + e.getCause().getMessage(), e.getCause());
    }
  }

  private static InterruptedException interrupted(InterruptException e) {
    Thread.interrupted(); // the client has set it again
    InterruptedException interrupted = new InterruptedException("while the log was read");
    interrupted.initCause(e);
    return interrupted;
  }
}
