package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A cluster of three that others wrote (franz-go's kfake), and that lies and breaks as it is told:
 * what the producer says of each record is compared with what the cluster holds.
 */
class FakeClusterIT {
  private static final int RECORDS = 200;
  private static final int SEEDS = Integer.getInteger("kfake.seeds", 4);

  private static final int TOPICS = 64;

  private static FakeCluster cluster;
  private static int nextTopic;

  /** What must come of it. */
  private enum Expected {
    /** Every record is acked, since the trouble passes. */
    ALL_ACKED,
    /** Some records are refused: not written, and not there. */
    SOME_REFUSED,
    /** Whatever is said is true. */
    TRUTH
  }

  private record Scenario(String line, Expected expected) {
    @Override
    public String toString() {
      return line;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster = new FakeCluster(3, TOPICS, 4);
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void clear() throws Exception {
    cluster.tell("clear");
  }

  static Stream<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    for (Errors passing :
        List.of(
            Errors.CORRUPT_MESSAGE,
            Errors.UNKNOWN_TOPIC_OR_PARTITION,
            Errors.LEADER_NOT_AVAILABLE,
            Errors.NOT_LEADER_OR_FOLLOWER,
            Errors.REQUEST_TIMED_OUT,
            Errors.REPLICA_NOT_AVAILABLE,
            Errors.NETWORK_EXCEPTION,
            Errors.NOT_ENOUGH_REPLICAS,
            Errors.NOT_ENOUGH_REPLICAS_AFTER_APPEND,
            Errors.KAFKA_STORAGE_ERROR,
            Errors.FENCED_LEADER_EPOCH,
            Errors.UNKNOWN_LEADER_EPOCH,
            Errors.UNKNOWN_TOPIC_ID)) {
      scenarios.add(new Scenario("error " + passing.code() + " 6", Expected.ALL_ACKED));
    }
    for (Errors lasting :
        List.of(
            Errors.TOPIC_AUTHORIZATION_FAILED,
            Errors.CLUSTER_AUTHORIZATION_FAILED,
            Errors.INVALID_TOPIC_EXCEPTION,
            Errors.POLICY_VIOLATION,
            Errors.UNSUPPORTED_FOR_MESSAGE_FORMAT)) {
      scenarios.add(new Scenario("error " + lasting.code() + " 3", Expected.SOME_REFUSED));
    }
    for (Errors strange :
        List.of(
            Errors.UNKNOWN_SERVER_ERROR,
            Errors.INVALID_RECORD,
            Errors.INVALID_TIMESTAMP,
            Errors.OUT_OF_ORDER_SEQUENCE_NUMBER,
            Errors.INVALID_PRODUCER_EPOCH,
            Errors.PRODUCER_FENCED,
            Errors.UNKNOWN_PRODUCER_ID,
            Errors.MESSAGE_TOO_LARGE,
            Errors.RECORD_LIST_TOO_LARGE,
            Errors.THROTTLING_QUOTA_EXCEEDED)) {
      scenarios.add(new Scenario("error " + strange.code() + " 3", Expected.TRUTH));
    }
    Stream.of(
            "close 5",
            "drop 5",
            "mute 2",
            "delay 6 100",
            "shuffle",
            "init 14 3",
            "close 3; shuffle; drop 3",
            "drop 2; error 6 3; delay 3 50")
        .forEach(lines -> scenarios.add(new Scenario(lines, Expected.ALL_ACKED)));
    return scenarios.stream();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void whatIsSaidIsTrue(Scenario scenario) throws Exception {
    try (TwoLoops loops = open()) {
      String topic = "t" + nextTopic++;
      boolean first = scenario.expected() == Expected.SOME_REFUSED; // else all may be acked before
      if (first) {
        tell(scenario);
      }
      List<Sending> sendings = loops.send(topic, RECORDS, 3_000);
      if (!first) {
        if (!scenario.line().startsWith("init")) {
          await(sendings, RECORDS / 4);
        }
        tell(scenario);
      }
      check(sendings, topic);
      switch (scenario.expected()) {
        case ALL_ACKED ->
            assertThat(sendings).allSatisfy(sending -> assertThat(sending.others()).isEmpty());
        case SOME_REFUSED ->
            assertThat(sendings.stream().mapToInt(Sending::refused).sum()).isPositive();
        case TRUTH -> {}
      }
    }
  }

  private static void tell(Scenario scenario) throws Exception {
    for (String line : scenario.line().split(";", -1)) {
      cluster.tell(line.trim());
    }
  }

  static IntStream seeds() {
    return IntStream.range(1, 1 + SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noMixtureOfPassingTroubleIsARefusal(int seed) throws Exception {
    Random random = new Random(seed);
    try (TwoLoops loops = open()) {
      String topic = "t" + nextTopic++;
      List<Sending> sendings = loops.send(topic, 4 * RECORDS, 4_000);
      List<String> troubles =
          List.of(
              "close 2",
              "drop 2",
              "delay 4 40",
              "shuffle",
              "error 6 3",
              "error 19 2",
              "error 20 2",
              "error 7 2",
              "error 3 2",
              "move " + topic + " 1 2");
      for (int step = 1; step <= 12; step++) {
        await(sendings, step * RECORDS / 4);
        cluster.tell(troubles.get(random.nextInt(troubles.size())));
      }
      check(sendings, topic);
      assertThat(sendings).allSatisfy(sending -> assertThat(sending.refused()).isZero());
    }
  }

  @Test
  void withoutAnyTroubleThereIsNone() throws Exception {
    try (TwoLoops loops = new TwoLoops(cluster.bootstrapServers(), Map.of())) {
      String topic = "t" + nextTopic++;
      List<Sending> sendings = loops.send(topic, RECORDS, 0);
      check(sendings, topic);
      assertThat(sendings).allSatisfy(sending -> assertThat(sending.others()).isEmpty());
      assertThat(loops.disconnects()).isZero();
    }
  }

  private static TwoLoops open() {
    Map<String, Object> config = new HashMap<>();
    config.put("request.timeout.ms", 1_000);
    config.put("delivery.timeout.ms", 60_000);
    config.put("retry.backoff.ms", 10);
    config.put("retry.backoff.max.ms", 100);
    config.put("reconnect.backoff.ms", 10);
    config.put("reconnect.backoff.max.ms", 100);
    return new TwoLoops(cluster.bootstrapServers(), config);
  }

  private static void await(List<Sending> sendings, int records) throws InterruptedException {
    for (Sending sending : sendings) {
      sending.awaitEnded(records);
    }
  }

  private static void check(List<Sending> sendings, String topic) throws Exception {
    for (Sending sending : sendings) {
      sending.awaitAll();
    }
    cluster.tell("clear");
    List<ConsumerRecord<byte[], byte[]>> stored =
        TestKafka.at(cluster.bootstrapServers()).readAll(topic);
    sendings.forEach(sending -> sending.check(stored));
  }
}
