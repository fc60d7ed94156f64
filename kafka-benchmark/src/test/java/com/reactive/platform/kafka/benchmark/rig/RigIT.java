package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.Environment;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** The rig and a real broker, which the last test kills. */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RigIT {
  private static final long MILLION = 1_000_000;

  private static BenchKafka kafka;

  @BeforeAll
  static void start() throws InterruptedException {
    kafka = BenchKafka.embedded();
    kafka.createTopic(BulkTarget.TOPIC, 3);
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @Test
  @Order(1)
  void whatIsRightPassesAndIsForgotten() throws Exception {
    RunResult result;
    RunResult second;
    try (BulkTarget target = new BulkTarget(kafka, 10)) {
      result = run(target, load(LoadKind.OPEN, 20_000, 1).withMinShare(0));
      second = run(target, load(LoadKind.CLOSED, 0, 0.5));
    }

    assertThat(result.verdict()).as("%s", result.reasons()).isEqualTo(Verdict.PASS);
    assertThat(result.verification().verified()).isTrue();
    assertThat(result.verification().sent()).isBetween(10L, 26_020L);
    assertThat(result.rates().transactional()).isPositive();
    assertThat(result.processes()).extracting(ProcessCost::process).contains("load", "broker");
    assertThat(result.processes()).allSatisfy(cost -> assertThat(cost.cores()).isPositive());

    assertThat(result.settings())
        .containsEntry("replicas", "1")
        .containsEntry("min.insync.replicas", "1");
    assertThat(result.verification().records()).isEqualTo(result.verification().sent() / 10);
    assertThat(second.verdict()).as("%s", second.reasons()).isEqualTo(Verdict.PASS);
    assertThat(begins()).isEqualTo(new TopicLog(kafka, List.of(BulkTarget.TOPIC)).ends());
  }

  @Test
  @Order(2)
  void oneMessageInAMillionThatIsDroppedIsCaught() throws InterruptedException {
    AtomicLong sent = new AtomicLong();
    AtomicLong dropped = new AtomicLong();
    BulkTarget target =
        new BulkTarget(kafka, 1_000) {
          @Override
          byte[] value(SessionContext lane, long firstSequence, long intendedNanos) {
            byte[] whole = super.value(lane, firstSequence, intendedNanos);
            if (sent.addAndGet(1_000) % MILLION != 0) {
              return whole;
            }
            dropped.incrementAndGet();
            return Arrays.copyOf(whole, whole.length - BYTES);
          }
        };
    try (target) {
      while (sent.get() < 2 * MILLION) { // once, unless the machine is very slow
        long before = dropped.get();
        RunResult result = run(target, load(LoadKind.OPEN, MILLION, 2.2).withMinShare(0));

        assertThat(result.verification().lost()).isEqualTo(dropped.get() - before);
        assertThat(result.verification().duplicated() + result.verification().phantom()).isZero();
        if (dropped.get() > before) {
          assertThat(result.verification().verified()).isFalse();
          assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
          assertThat(result.reasons())
              .singleElement()
              .asString()
              .startsWith("not verified: lost " + (dropped.get() - before));
        }
      }
    }
    assertThat(dropped.get()).isGreaterThanOrEqualTo(2);
  }

  @Test
  @Order(3)
  void theEnvironmentIsThatOfTheBroker() throws Exception {
    Environment environment = Environments.of(Optional.of(kafka));
    assertThat(environment.kafka()).isEqualTo("embedded");
    assertThat(environment.brokerVersion()).matches("\\d+\\.\\d+\\.\\d+");
    assertThat(environment.brokerConfig()).containsEntry("process.roles", "broker,controller");
    assertThat(environment.memoryMegabytes()).isPositive();

    try (BenchKafka same = BenchKafka.at(kafka.bootstrapServers())) {
      Environment foreign = Environments.of(Optional.of(same));
      assertThat(foreign.kafka()).isEqualTo(kafka.bootstrapServers());
      assertThat(foreign.brokerVersion()).startsWith("metadata.version ");
    }
    assertThat(Environments.of(Optional.empty()).kafka()).isEqualTo("none");
  }

  @Test
  @Order(4)
  void aBrokerThatIsKilledFailsTheRunInBoundedTime() throws InterruptedException {
    AtomicLong sends = new AtomicLong();
    BulkTarget target =
        new BulkTarget(kafka, 10, 3_000) {
          @Override
          byte[] value(SessionContext lane, long firstSequence, long intendedNanos) {
            if (sends.incrementAndGet() == 20) {
              kafka.embeddedKafka().orElseThrow().nodes().get(0).kill();
            }
            return super.value(lane, firstSequence, intendedNanos);
          }
        };
    long start = System.nanoTime();
    RunResult result;
    try (target) {
      result = run(target, load(LoadKind.OPEN, 20_000, 0.7));
    }

    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.verification().verified()).isFalse();
    assertThat(result.reasons()).anyMatch(reason -> reason.contains("Kafka could not be asked"));
    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isLessThan(150);
  }

  private static RunResult run(Target target, Load load) throws InterruptedException {
    Rig rig = new Rig(Optional.of(kafka), Progress.SILENT, Duration.ofSeconds(30));
    return rig.run(target, Role.SUBJECT, load).result();
  }

  private static Load load(LoadKind kind, double rate, double seconds) {
    return new Load("load", kind, 2, 64, rate, 0.3, seconds, BulkTarget.BYTES, Payload.RANDOM);
  }

  private static Map<TopicPartition, Long> begins() throws Exception {
    Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
    new TopicLog(kafka, List.of(BulkTarget.TOPIC))
        .ends()
        .keySet()
        .forEach(partition -> earliest.put(partition, OffsetSpec.earliest()));
    Map<TopicPartition, Long> begins = new HashMap<>();
    kafka
        .admin()
        .listOffsets(earliest)
        .all()
        .get()
        .forEach((partition, begin) -> begins.put(partition, begin.offset()));
    return begins;
  }
}
