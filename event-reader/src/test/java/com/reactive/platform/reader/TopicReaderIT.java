package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ways to read see the same. */
@ExtendWith(KafkaExtension.class)
class TopicReaderIT {
  private static final int PARTITIONS = 3;
  private static final int RECORDS = 3_000;
  private static final long START_MILLIS = System.currentTimeMillis();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static TopicReader reader(TestKafka kafka, boolean kafkas) throws IOException {
    Map<String, Object> properties =
        kafkas
            ? Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "client.dns.lookup",
                "resolve_canonical_bootstrap_servers_only")
            : Map.of("bootstrap.servers", kafka.bootstrapServers());
    assertThat(PartitionSources.whyKafkasConsumer(properties).isPresent()).isEqualTo(kafkas);
    return new TopicReader(properties, TIMEOUT);
  }

  private static void write(TestKafka kafka, String topic, int from, int to) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = from; i < to; i++) {
      byte[] text = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
      byte[] key = i % 2 == 0 ? null : text;
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(
              topic, i % PARTITIONS, START_MILLIS + i, key, i % 5 == 0 ? null : text);
      record.headers().add("h", text).add("empty", null);
      records.add(record);
    }
    kafka.write(records);
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    return record.partition()
        + "/"
        + record.offset()
        + "@"
        + record.timestamp()
        + " "
        + string(record.key())
        + "="
        + string(record.value())
        + " "
        + string(record.headers().lastHeader("h").value())
        + record.headers().toArray().length
        + record.serializedKeySize()
        + record.serializedValueSize();
  }

  private static String string(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsWhatIsThere(boolean kafkas, TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(PARTITIONS);
    write(kafka, topic, 0, RECORDS);
    try (TopicReader reader = reader(kafka, kafkas)) {
      if (!kafkas) { // Kafka's consumer hopes for a minute
        assertThat(reader.partitions(topic + "-missing")).isEmpty();
      }
      List<TopicPartition> partitions = reader.partitions(topic);
      assertThat(partitions).hasSize(PARTITIONS);
      Map<TopicPartition, Long> begins = reader.begins(partitions);
      Map<TopicPartition, Long> ends = reader.ends(partitions);
      assertThat(begins.values()).containsOnly(0L);
      assertThat(ends.values()).containsOnly((long) RECORDS / PARTITIONS);
      List<String> seen = new ArrayList<>();
      reader.read(begins, ends, record -> seen.add(text(record)));
      assertThat(seen.stream().sorted())
          .isEqualTo(kafka.readAll(topic).stream().map(TopicReaderIT::text).sorted().toList());
      List<String> iterated = new ArrayList<>();
      Iterator<ConsumerRecord<byte[], byte[]>> records = reader.records(begins, ends);
      records.forEachRemaining(record -> iterated.add(text(record)));
      assertThat(iterated).containsExactlyInAnyOrderElementsOf(seen);
      assertThat(records.hasNext()).isFalse();

      List<String> some = new ArrayList<>();
      TopicPartition one = partitions.get(1);
      reader.read(Map.of(one, 10L), Map.of(one, 12L), record -> some.add(text(record)));
      assertThat(some).hasSize(2).allMatch(text -> text.startsWith("1/1"));
      reader.read(Map.of(one, 10L), Map.of(one, 10L), record -> some.add("more"));
      assertThat(some).hasSize(2);
      assertThatThrownBy(
              () ->
                  reader.read(
                      begins,
                      ends,
                      record -> {
                        throw new IllegalStateException("the reader's own");
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the reader's own");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void saysThatRecordsAreGone(boolean kafkas, TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(PARTITIONS);
    TopicPartition one = new TopicPartition(topic, 1);
    write(kafka, topic, 0, 300);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin.deleteRecords(Map.of(one, RecordsToDelete.beforeOffset(50))).all().get();
    }
    try (TopicReader reader = reader(kafka, kafkas)) {
      assertThat(reader.begins(List.of(one))).containsEntry(one, 50L);
      assertThatThrownBy(() -> reader.read(Map.of(one, 0L), Map.of(one, 100L), record -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("from offset 0 to 50");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void followsWhatComes(boolean kafkas, TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(PARTITIONS);
    write(kafka, topic, 0, 30);
    try (TopicReader reader = reader(kafka, kafkas)) {
      List<TopicPartition> partitions = reader.partitions(topic);
      reader.follow(reader.ends(partitions));
      write(kafka, topic, 30, 60);
      List<Integer> seen = new ArrayList<>();
      while (seen.size() < 30) {
        reader.poll(
            TIMEOUT,
            record -> seen.add(Integer.valueOf(string(record.headers().lastHeader("h").value()))));
      }
      assertThat(seen).allMatch(i -> i >= 30).doesNotHaveDuplicates();
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> reader.poll(TIMEOUT, record -> {}))
          .isInstanceOf(InterruptedException.class);
    }
  }
}
