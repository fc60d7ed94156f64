package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One to five members come and go while leaders are killed and brokers stand still. Results and
 * offsets are stored together, so each event has its effect once. {@code -Dreader.faults=N} is the
 * number of faults.
 */
class ReaderFaultsIT {
  private static final int FAULTS = Integer.getInteger("reader.faults", 6);
  private static final int PARTITIONS = 6;
  private static final int MOST_MEMBERS = 5;
  private static final int EVENTS_BETWEEN_FAULTS = 300;

  private final long seed = Long.getLong("reader.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final Map<TopicPartition, Long> stored = new HashMap<>();
  private final List<Integer> results = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private final List<Future<RecordMetadata>> sent = new ArrayList<>();
  private long handled;
  private long fenced;

  /** A reader, and what it has not stored yet. */
  private final class Member implements OffsetStore {
    private final Map<TopicPartition, List<Long>> offsets = new HashMap<>();
    private final Map<TopicPartition, List<Integer>> events = new HashMap<>();
    private final EventReader<Integer> reader;

    Member(TestKafka kafka, String topic) {
      Map<String, Object> properties = new HashMap<>();
      properties.put("bootstrap.servers", kafka.bootstrapServers());
      properties.put("group.id", topic);
      properties.put("auto.offset.reset", "earliest");
      properties.put("heartbeat.interval.ms", 500);
      reader =
          new EventReaderBuilder(properties)
              .topics(topic)
              .offsets(this)
              .open(
                  ValueDecoder.bytes()
                      .map(bytes -> Integer.valueOf(new String(bytes, StandardCharsets.US_ASCII))));
    }

    void poll() throws InterruptedException {
      reader.poll(
          Duration.ofMillis(20),
          event -> {
            handled++;
            offsets
                .computeIfAbsent(event.partition(), unused -> new ArrayList<>())
                .add(event.offset());
            events
                .computeIfAbsent(event.partition(), unused -> new ArrayList<>())
                .add(event.value());
          });
      store();
    }

    /** One transaction: an offset is stored only over a lower one. */
    private void store() {
      offsets.forEach(
          (partition, all) -> {
            for (int i = 0; i < all.size(); i++) {
              if (all.get(i) >= stored.getOrDefault(partition, 0L)) {
                results.add(events.get(partition).get(i));
                stored.put(partition, all.get(i) + 1);
              } else {
                fenced++;
              }
            }
          });
      offsets.clear();
      events.clear();
    }

    @Override
    public Map<TopicPartition, Long> load(Collection<TopicPartition> partitions) {
      Map<TopicPartition, Long> found = new HashMap<>(stored);
      found.keySet().retainAll(partitions);
      return found;
    }

    @Override
    public void revoked(Collection<TopicPartition> partitions) {
      store();
    }
  }

  @Test
  @Timeout(900)
  void everyEventHasItsEffectOnce() throws Exception {
    Map<String, Object> writing = new HashMap<>();
    try (EmbeddedKafka kafka = EmbeddedKafka.builder().nodes(3).start()) {
      writing.put("bootstrap.servers", kafka.bootstrapServers());
      ByteArraySerializer bytes = new ByteArraySerializer();
      TestKafka there = TestKafka.at(kafka.bootstrapServers());
      String topic = there.createTopic(PARTITIONS);
      try (Producer<byte[], byte[]> producer = new KafkaProducer<>(writing, bytes, bytes)) {
        for (int fault = 0; fault < FAULTS; fault++) {
          write(producer, topic);
          changeMembers(there, topic);
          disturb(kafka, fault);
          while (results.size() < sent.size() / 2) {
            pollAll();
          }
        }
        for (Future<RecordMetadata> each : sent) {
          each.get();
        }
      }
      while (results.size() < sent.size()) {
        pollAll();
      }
      for (Member member : members) {
        member.reader.close();
      }
      assertThat(results).as("seed " + seed).doesNotHaveDuplicates().hasSize(sent.size());
      assertThat(handled - fenced).isEqualTo(sent.size());
    }
  }

  private void write(Producer<byte[], byte[]> producer, String topic) {
    for (int i = 0; i < EVENTS_BETWEEN_FAULTS; i++) {
      byte[] number = Integer.toString(sent.size()).getBytes(StandardCharsets.US_ASCII);
      sent.add(producer.send(new ProducerRecord<>(topic, sent.size() % PARTITIONS, null, number)));
    }
  }

  /** One more or one less. */
  private void changeMembers(TestKafka kafka, String topic) {
    boolean more = members.isEmpty() || (members.size() < MOST_MEMBERS && random.nextInt(5) < 3);
    if (more) {
      members.add(new Member(kafka, topic));
    } else if (members.size() > 1) {
      members.remove(random.nextInt(members.size())).reader.close();
    }
  }

  private void disturb(EmbeddedKafka kafka, int fault) throws Exception {
    BrokerNode node = kafka.nodes().get(random.nextInt(kafka.nodes().size()));
    if (fault % 2 == 0) {
      node.kill();
      pollAll();
      node.start();
    } else {
      node.pause();
      CompletableFuture<Void> resumed =
          CompletableFuture.runAsync(
              node::resume, CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
      pollAll();
      resumed.get();
    }
  }

  private void pollAll() throws InterruptedException {
    for (Member member : members) {
      try {
        member.poll();
      } catch (RetriableException e) {
        // A broker did not answer in time; what was asked is asked again.
      }
    }
  }
}
