package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What other programs see of a group of ours: where it is, and how far behind. Each is skipped
 * where it is not installed. Kafka's own command is looked for on the {@code PATH}, or its jars in
 * the folder {@code -Dkafka.tools.lib}.
 */
@ExtendWith(KafkaExtension.class)
@Timeout(300)
class OtherClientsIT {
  private static final int PARTITIONS = 2;
  private static final int READ = 10;
  private static final int UNREAD = 3;

  private static final String COMMITTED_IN_PYTHON =
      String.join(
          "\n",
          "import sys",
          "from confluent_kafka import Consumer, TopicPartition",
          "servers, group, topic = sys.argv[1:4]",
          "consumer = Consumer({'bootstrap.servers': servers, 'group.id': group})",
          "for partition in range(int(sys.argv[4])):",
          "    here = TopicPartition(topic, partition)",
          "    next = consumer.committed([here], timeout=60)[0].offset",
          "    end = consumer.get_watermark_offsets(here, timeout=60)[1]",
          "    print(partition, next, end - next)",
          "consumer.close()");

  private static Map<String, Object> properties(TestKafka kafka, String topic, String protocol) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("bootstrap.servers", kafka.bootstrapServers());
    properties.put("group.id", topic);
    properties.put("group.protocol", protocol);
    properties.put("auto.offset.reset", "earliest");
    properties.put("enable.auto.commit", false);
    return properties;
  }

  /** A topic of which a group of the same name has read all but the last few. */
  private static String readAndCommit(TestKafka kafka, String protocol) throws Exception {
    String topic = kafka.createTopic(PARTITIONS);
    write(kafka, topic, 0, READ);
    List<Long> offsets = new ArrayList<>();
    try (EventReader<byte[]> reader =
        new EventReaderBuilder(properties(kafka, topic, protocol))
            .topics(topic)
            .open(ValueDecoder.bytes())) {
      while (offsets.size() < READ * PARTITIONS) {
        reader.poll(Duration.ofSeconds(1), event -> offsets.add(event.offset()));
      }
      reader.commit();
    }
    write(kafka, topic, READ, READ + UNREAD);
    return topic;
  }

  private static void write(TestKafka kafka, String topic, int from, int to) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = from; i < to; i++) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        byte[] value = (partition + " " + i).getBytes(StandardCharsets.US_ASCII);
        records.add(new ProducerRecord<>(topic, partition, null, value));
      }
    }
    kafka.write(records);
  }

  /** It takes over in the same group: it gets what we have not read, and we go on behind it. */
  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void kcat(String protocol, TestKafka kafka) throws Exception {
    InstalledPrograms.assumeRuns("kcat", "-V");
    String topic = readAndCommit(kafka, protocol);
    List<String> read =
        InstalledPrograms.output(
            "kcat",
            "-q",
            "-b",
            kafka.bootstrapServers(),
            "-X",
            "auto.offset.reset=earliest",
            "-e",
            "-G",
            topic,
            topic);
    assertThat(read).containsExactlyInAnyOrder("0 10", "0 11", "0 12", "1 10", "1 11", "1 12");
    try (EventReader<byte[]> reader =
        new EventReaderBuilder(properties(kafka, topic, protocol))
            .topics(topic)
            .open(ValueDecoder.bytes())) {
      while (reader.positions().size() < PARTITIONS) {
        reader.poll(Duration.ofSeconds(1), event -> fail("read again: " + event.offset()));
      }
      assertThat(reader.positions())
          .containsOnly(
              Map.entry(new TopicPartition(topic, 0), (long) READ + UNREAD),
              Map.entry(new TopicPartition(topic, 1), (long) READ + UNREAD));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void confluentKafka(String protocol, TestKafka kafka) throws Exception {
    InstalledPrograms.assumeRuns(InstalledPrograms.PYTHON, "-c", "import confluent_kafka");
    String topic = readAndCommit(kafka, protocol);
    assertThat(
            InstalledPrograms.output(
                InstalledPrograms.PYTHON,
                "-c",
                COMMITTED_IN_PYTHON,
                kafka.bootstrapServers(),
                topic,
                topic,
                Integer.toString(PARTITIONS)))
        .containsExactly("0 10 3", "1 10 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void kafkaConsumerGroups(String protocol, TestKafka kafka) throws Exception {
    List<String> command = new ArrayList<>(consumerGroups());
    String topic = readAndCommit(kafka, protocol);
    command.addAll(
        List.of("--bootstrap-server", kafka.bootstrapServers(), "--describe", "--group", topic));
    List<String> rows = new ArrayList<>();
    for (String line : InstalledPrograms.output(command.toArray(String[]::new))) {
      String[] words = line.trim().split("\\s+");
      if (words[0].equals(topic)) {
        rows.add(String.join(" ", Arrays.copyOfRange(words, 1, 6)));
      }
    }
    assertThat(rows).containsExactlyInAnyOrder(topic + " 0 10 13 3", topic + " 1 10 13 3");
  }

  private static List<String> consumerGroups() {
    String lib = System.getProperty("kafka.tools.lib");
    if (lib != null) {
      return List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-cp",
          lib + "/*",
          "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand");
    }
    for (String name : List.of("kafka-consumer-groups", "kafka-consumer-groups.sh")) {
      if (InstalledPrograms.isThere(name)) {
        return List.of(name);
      }
    }
    return abort("kafka-consumer-groups is not installed");
  }
}
