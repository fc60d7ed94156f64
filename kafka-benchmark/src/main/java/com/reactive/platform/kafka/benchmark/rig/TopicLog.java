package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.reader.TopicReader;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;

/** Topics of a real Kafka. A Kafka that does not respond costs one timeout, not an endless run. */
final class TopicLog implements MessageLog {
  private static final int TIMEOUT_MILLIS = 8_000;
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(20);

  private final Admin admin;
  private final String bootstrapServers;
  private final List<String> topics;
  private final Map<TopicPartition, OffsetSpec> latest = new HashMap<>();

  TopicLog(BenchKafka kafka, List<String> topics) {
    this(kafka.admin(), kafka.bootstrapServers(), topics);
  }

  TopicLog(Admin admin, String bootstrapServers, List<String> topics) {
    this.admin = admin;
    this.bootstrapServers = bootstrapServers;
    this.topics = topics;
  }

  @Override
  public Map<TopicPartition, Long> ends() throws IOException, InterruptedException {
    if (latest.isEmpty()) {
      topics()
          .forEach(
              (topic, description) ->
                  description
                      .partitions()
                      .forEach(
                          partition ->
                              latest.put(
                                  new TopicPartition(topic, partition.partition()),
                                  OffsetSpec.latest())));
    }
    Map<TopicPartition, ListOffsetsResultInfo> found =
        answer(admin.listOffsets(latest, new ListOffsetsOptions().timeoutMs(TIMEOUT_MILLIS)).all());
    Map<TopicPartition, Long> ends = new HashMap<>();
    found.forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  @Override
  public Map<String, String> replication() throws IOException, InterruptedException {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, topics.get(0));
    Config config =
        answer(
                admin
                    .describeConfigs(
                        List.of(topic), new DescribeConfigsOptions().timeoutMs(TIMEOUT_MILLIS))
                    .all())
            .get(topic);
    int replicas = topics().get(topics.get(0)).partitions().get(0).replicas().size();
    return Map.of(
        RunResult.REPLICAS, Integer.toString(replicas),
        RunResult.MIN_IN_SYNC, config.get(RunResult.MIN_IN_SYNC).value());
  }

  private Map<String, TopicDescription> topics() throws IOException, InterruptedException {
    DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(TIMEOUT_MILLIS);
    return answer(admin.describeTopics(topics, options).allTopicNames());
  }

  @Override
  public void read(
      Map<TopicPartition, Long> from,
      Map<TopicPartition, Long> to,
      Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException, InterruptedException {
    Map<String, Object> client =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
            ConsumerConfig.CLIENT_ID_CONFIG, "reactive-benchmark-verifier",
            ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS,
            ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    try (TopicReader reader = new TopicReader(client, READ_TIMEOUT)) {
      reader.read(from, to, each);
    }
  }

  /** Without this, a long series of runs would fill the disk. */
  @Override
  public void forget(Map<TopicPartition, Long> before) throws InterruptedException {
    Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
    before.forEach(
        (partition, offset) -> records.put(partition, RecordsToDelete.beforeOffset(offset)));
    try {
      admin
          .deleteRecords(records, new DeleteRecordsOptions().timeoutMs(TIMEOUT_MILLIS))
          .all()
          .get();
    } catch (ExecutionException e) {
      return; // the verdict does not depend on it
    }
  }

  private static <T> T answer(KafkaFuture<T> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IOException("Kafka could not be asked: " + e.getCause().getMessage(), e.getCause());
    }
  }
}
