package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two event loops and a real broker. */
class ProduceIT {
  private static final int PARTITIONS = 8;
  private static final int FLIGHT = 384;
  private static final String IDLE_MILLIS = "2000";
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.builder().property("connections.max.idle.ms", IDLE_MILLIS).start();
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @Test
  void allThatIsSentIsStoredOnce() throws Exception {
    TestKafka there = TestKafka.at(kafka.bootstrapServers());
    String topic = there.createTopic(PARTITIONS);
    try (TwoLoops loops = new TwoLoops(kafka.bootstrapServers(), Map.of())) {
      List<Sending> sendings = loops.send(topic, 5_000, 0);
      List<ConsumerRecord<byte[], byte[]>> stored = readAfter(sendings, topic);
      assertThat(stored).hasSize(10_000);
      assertThat(stored.stream().map(ConsumerRecord::partition).distinct()).hasSize(PARTITIONS);
      assertThat(loops.client.view().topics().get(topic).maxMessageBytes()).isEqualTo(1_048_588);
    }
  }

  @Test
  void aBrokerThatIsKilledAndComesBackLosesNothing() throws Exception {
    TestKafka there = TestKafka.at(kafka.bootstrapServers());
    String topic = there.createTopic(PARTITIONS);
    try (TwoLoops loops = new TwoLoops(kafka.bootstrapServers(), Map.of())) {
      List<Sending> sendings = loops.send(topic, 5_000, 10_000);
      while (sendings.get(0).acked() < 1_000) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      BrokerNode node = kafka.nodes().get(0);
      node.kill();
      node.start();
      assertThat(readAfter(sendings, topic)).hasSize(10_000);
    }
  }

  @Test
  @Timeout(300)
  void whatABrokerThatStandsStillHasGotIsSettledOnceItGoesOn() throws Exception {
    TestKafka there = TestKafka.at(kafka.bootstrapServers());
    String first = there.createTopic(1);
    String second = there.createTopic(1);
    Map<String, Object> hasty = Map.of("request.timeout.ms", 1_000, "delivery.timeout.ms", 2_000);
    UnaryOperator<WireConfig> settling = config -> config.withSettleTimeout(Duration.ofMinutes(2));
    try (TwoLoops loops = new TwoLoops(kafka.bootstrapServers(), hasty, settling)) {
      connectAll(loops, first);
      loops.client.refresh(second);
      while (!loops.client.view().topics().containsKey(second)) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      BrokerNode node = kafka.nodes().get(0);
      List<Sending> sendings;
      node.pause();
      try {
        sendings = loops.send(second, 20, 0);
        for (Sending sending : sendings) {
          sending.awaitAll();
          assertThat(sending.others()).as("all in one batch, which is unknown").hasSize(1);
        }
      } finally {
        node.resume();
      }
      for (Sending sending : sendings) {
        sending.awaitAllSettled();
      }
      assertThat(readAfter(sendings, second)).hasSize(40);
    }
  }

  /**
   * Until every loop has its connection: a slow broker may have lost one to the request timeout.
   */
  private static void connectAll(TwoLoops loops, String topic) throws InterruptedException {
    List<Sending> warmUps;
    do {
      warmUps = loops.send(topic, 1, 0);
      for (Sending warmUp : warmUps) {
        warmUp.awaitAll();
      }
    } while (warmUps.stream().anyMatch(warmUp -> warmUp.acked() == 0));
  }

  @Test
  @Timeout(300)
  void aConnectionThatTheBrokerClosesForIdlenessIsOpenedAheadOfNeed() throws Exception {
    TestKafka there = TestKafka.at(kafka.bootstrapServers());
    String first = there.createTopic(2);
    String second = there.createTopic(2);
    try (TwoLoops loops = new TwoLoops(kafka.bootstrapServers(), Map.of())) {
      assertThat(readAfter(loops.send(first, 20, 0), first)).hasSize(40);
      // Closed twice with nothing sent in between: so it was opened again.
      while (loops.fewestDisconnects() < 2) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      assertThat(readAfter(loops.send(second, 20, 0), second)).hasSize(40);
    }
  }

  @Test
  void compressedBatchesAreStored() throws Exception {
    TestKafka there = TestKafka.at(kafka.bootstrapServers());
    for (String codec : List.of("gzip", "lz4", "zstd", "snappy")) {
      String topic = there.createTopic(2);
      try (TwoLoops loops =
          new TwoLoops(kafka.bootstrapServers(), Map.of("compression.type", codec))) {
        List<ConsumerRecord<byte[], byte[]>> stored = readAfter(loops.send(topic, 200, 0), topic);
        assertThat(stored).hasSize(400);
        try (Reading reading =
            new Reading(loops.client, loops.loop(0), topic, 2, FetchOptions.COMMITTED)) {
          assertThat(reading.readToEnd()).isEqualTo(Reading.texts(stored));
        }
      }
    }
  }

  /** With little in an answer, so that many are needed. */
  @Test
  void whatTransactionsHaveAbortedIsNotRead() throws Exception {
    String topic = TestKafka.at(kafka.bootstrapServers()).createTopic(2);
    int committed = Transactions.write(kafka.bootstrapServers(), topic);
    try (TwoLoops loops = new TwoLoops(kafka.bootstrapServers(), Map.of());
        Reading reading =
            new Reading(
                loops.client,
                loops.loop(1),
                topic,
                2,
                FetchOptions.COMMITTED.withBytes(4_000, 1_000))) {
      List<String> records = reading.readToEnd();
      assertThat(records).hasSize(committed).allMatch(record -> record.contains("committed"));
      assertThat(reading.offsetAt(Transactions.TIMES + Transactions.FIRST_ROUND))
          .isEqualTo(Transactions.BEHIND_FIRST_ROUND);
      assertThat(reading.offsetAt(4 * Transactions.TIMES)).isEqualTo(-1);
    }
  }

  /** The bytes of events where a megabyte costs a second of CPU time, as between zones. */
  @Test
  void aLearnedCodecHalvesTextLikeEventsThatKafkaReadsBack() throws Exception {
    TestKafka there = TestKafka.at(kafka.bootstrapServers());
    String topic = there.createTopic(6);
    UnaryOperator<WireConfig> learning = config -> config.withLearnedCodec(1_000_000_000);
    try (TwoLoops loops = new TwoLoops(kafka.bootstrapServers(), Map.of(), learning)) {
      WireProducer producer = loops.producer(0);
      TextFlights flights =
          new TextFlights(producer, loops.loop(0), topic, RandomGenerator.of("L64X128MixRandom"));
      for (int warmUp = 0; warmUp < 10; warmUp++) {
        flights.send(FLIGHT);
      }
      long bytes = producer.stats().batchBytes();
      long uncompressed = producer.stats().uncompressedBytes();
      for (int flight = 0; flight < 40; flight++) {
        flights.send(FLIGHT);
      }
      double share =
          (double) (producer.stats().batchBytes() - bytes)
              / (producer.stats().uncompressedBytes() - uncompressed);
      assertThat(share).isBetween(0.05, 0.5);
      assertThat(there.readAll(topic)).hasSize(50 * FLIGHT);
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> readAfter(
      List<Sending> sendings, String topic) throws Exception {
    for (Sending sending : sendings) {
      sending.awaitAll();
      assertThat(sending.others()).isEmpty();
    }
    List<ConsumerRecord<byte[], byte[]>> stored =
        TestKafka.at(kafka.bootstrapServers()).readAll(topic);
    sendings.forEach(sending -> sending.check(stored));
    return stored;
  }
}
