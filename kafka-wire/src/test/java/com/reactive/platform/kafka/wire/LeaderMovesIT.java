package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three brokers whose partitions change hands: by order, and since their leader is killed. */
class LeaderMovesIT {
  private static final int PARTITIONS = 6;
  private static final int RECORDS = 4_000;

  @Test
  @Timeout(300)
  void recordsFollowTheLeaders() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.builder().nodes(3).start();
        TwoLoops loops = new TwoLoops(kafka.bootstrapServers(), Map.of())) {
      TestKafka there = TestKafka.at(kafka.bootstrapServers());
      String topic = there.createTopic(PARTITIONS);
      Reading reading = reader(loops, topic).follow();
      List<Sending> sendings = loops.send(topic, RECORDS, 10_000);
      await(sendings, RECORDS / 8);
      allTo(kafka, topic, 3);
      await(sendings, RECORDS / 4);
      allTo(kafka, topic, 1);
      await(sendings, RECORDS / 2);
      BrokerNode leader = kafka.nodes().get(0);
      leader.kill();
      await(sendings, 3 * RECORDS / 4);
      leader.start();
      for (Sending sending : sendings) {
        sending.awaitAll();
        assertThat(sending.others()).isEmpty();
      }
      List<ConsumerRecord<byte[], byte[]>> stored = there.readAll(topic);
      sendings.forEach(sending -> sending.check(stored));
      assertThat(stored).hasSize(2 * RECORDS);
      while (reading.count() < stored.size()) {
        reading.records();
        TimeUnit.MILLISECONDS.sleep(5);
      }
      assertThat(reading.records()).isEqualTo(Reading.texts(stored));
      reading.close();
    }
  }

  private static Reading reader(TwoLoops loops, String topic) {
    return new Reading(loops.client, loops.loop(0), topic, PARTITIONS, FetchOptions.COMMITTED);
  }

  private static void await(List<Sending> sendings, int records) throws InterruptedException {
    for (Sending sending : sendings) {
      sending.awaitEnded(records);
    }
  }

  /** Makes one node the preferred leader of all partitions, and has it elected. */
  private static void allTo(EmbeddedKafka kafka, String topic, int node) throws Exception {
    List<Integer> replicas =
        Stream.concat(Stream.of(node), Stream.of(1, 2, 3).filter(other -> other != node)).toList();
    Set<TopicPartition> partitions =
        IntStream.range(0, PARTITIONS)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .collect(Collectors.toSet());
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin
          .alterPartitionReassignments(
              partitions.stream()
                  .collect(
                      Collectors.toMap(
                          partition -> partition,
                          partition -> Optional.of(new NewPartitionReassignment(replicas)))))
          .all()
          .get(60, TimeUnit.SECONDS);
      admin.electLeaders(ElectionType.PREFERRED, partitions).partitions().get(60, TimeUnit.SECONDS);
    }
  }
}
