package com.reactive.platform.kafka.benchmark.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.Rig;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetsIT {
  private static final Pattern NOT_OF_TARGETS =
      Pattern.compile("ForkJoinPool.*|process reaper.*|Common-Cleaner|Attach Listener");

  private static final int MESSAGES = 4_000;

  private static BenchKafka kafka;

  @BeforeAll
  static void startKafka() {
    kafka = BenchKafka.embedded();
  }

  @AfterAll
  static void stopKafka() {
    kafka.close();
  }

  /**
   * Kind, options, payload. At first message by message, then by the rig, which compares order,
   * time and, where there are any, keys and ids with the log.
   */
  @ParameterizedTest
  @CsvSource({
    "producer, acks=0, RANDOM",
    "producer, acks=1, CONSTANT",
    "producer, acks=all, RANDOM",
    "producer, acks=all compression.type=lz4, CONSTANT",
    "bulk, acks=1, RANDOM",
    "bulk, messages-per-send=7, CONSTANT",
    "mega, acks=all, RANDOM",
    "striped, , RANDOM",
    "striped, submit=handle format=event acks=1, CONSTANT",
    "striped, stripes=1 flush-bytes=1000000 max.request.size=20000, RANDOM",
    "striped, messages-per-send=9 submit=handle max.request.size=2600, RANDOM",
    "striped-bulk, acks=0, RANDOM",
    "adaptive, submit=handle, RANDOM",
    "adaptive, format=event messages-per-send=3, CONSTANT",
    "adaptive, submit=handle messages-per-send=7 submit-each=true, RANDOM",
    "simple, , RANDOM",
    "simple, format=event flush-bytes=2000 flush-interval-ms=0.5, RANDOM",
    "exponential, min-bucket-bytes=500 flush-bytes=64000, CONSTANT",
    "naive, acks=1 max-in-flight=50, RANDOM",
    "naive, format=event, CONSTANT",
    "collector, , RANDOM",
    "collector, format=event acks=1, RANDOM",
    "collector, flush-messages=100 max.request.size=3000 max-in-flight-batches=1, RANDOM",
  })
  void everyMessageIsAckedAndFoundOnceAndNothingIsLeftRunning(
      String kind, String options, Payload payload) throws Exception {
    Set<String> before = threads();
    try (Target target = open(kind, options)) {
      MessageFormat format = new MessageFormat(7, 130, payload);
      int messages = Math.max(MESSAGES, SmallLoad.LANES * target.messagesPerSend());
      SmallLoad load = new SmallLoad(target, format, messages).run();
      assertThat(load.acked() * target.messagesPerSend()).isEqualTo(load.messages());
      Destination destination = target.destination().orElseThrow();
      load.assertIsExactly(SmallLoad.readAll(kafka, destination, format, load.messages()));
      assertThat(destination.guarantees().order()).isEqualTo(DeliveryGuarantees.Order.SENT);
      Load forRig = new Load("l", LoadKind.CLOSED, 2, 64, 0, 0.1, 0.3, 200, payload);
      RunResult run = new Rig(Optional.of(kafka)).run(target, Role.SUBJECT, forRig).result();
      assertThat(run.verification().verified()).as("%s", run.reasons()).isTrue();
      assertThat(target.resourceUse().requests()).isPositive();
      assertThat(target.resourceUse().records()).isPositive();
      assertThat(target.resourceUse().allocatedBytes()).isPositive();
    }
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!before.containsAll(threads()) && System.nanoTime() < deadline) {
      Thread.sleep(10); // one that was told to end may need a moment
    }
    assertThat(threads()).isSubsetOf(before);
  }

  /** At acks=0 nobody would say that the broker dropped the first ones. */
  @RepeatedTest(2)
  void aNewTopicTakesWhateverComesFirst() throws Exception {
    try (Target target = open("striped-bulk", "acks=0")) {
      MessageFormat format = new MessageFormat(1, 130, Payload.RANDOM);
      SmallLoad load = new SmallLoad(target, format, 2_000).run();
      Destination destination = target.destination().orElseThrow();
      load.assertIsExactly(SmallLoad.readAll(kafka, destination, format, load.messages()));
    }
  }

  @Test
  void everyProducerSettingReachesTheProducer() throws Exception {
    Map<String, String> given = new LinkedHashMap<>();
    given.put("acks", "1");
    given.put("partitions", "2");
    given.put("linger.ms", "7");
    given.put("batch.size", "12345");
    given.put("buffer.memory", "7654321");
    given.put("compression.type", "gzip");
    given.put("max.in.flight.requests.per.connection", "3");
    given.put("max.request.size", "654321");
    given.put("delivery.timeout.ms", "40000");
    given.put("request.timeout.ms", "9000");
    given.put("max.block.ms", "321");
    given.put("retries", "2");
    given.put("enable.idempotence", "false");
    given.put("send.buffer.bytes", "65536");
    try (Target target = Targets.inProcess().open(new TargetSpec("p", "producer", given), kafka)) {
      assertThat(target.settings()).containsAllEntriesOf(given);
      assertThat(target.destination().orElseThrow().acks()).isEqualTo("1");
    }
  }

  @Test
  void settingsThatFollowFromOthersAreShownAsTheyAreInForce() throws Exception {
    try (Target target = open("producer", "acks=1 linger.ms=200000")) {
      assertThat(target.settings())
          .containsEntry("enable.idempotence", "false")
          .containsEntry("delivery.timeout.ms", "230000");
    }
    try (Target target = open("producer", "acks=-1")) {
      assertThat(target.settings())
          .containsEntry("enable.idempotence", "true")
          .containsEntry("acks", "all");
    }
  }

  @Test
  void batchersHaveTheSettingsThatTheyAreGivenAndTellOfTheirBatches() throws Exception {
    try (Target target =
        open("striped", "flush-bytes=54321 flush-interval-ms=0.7 stripes=3 linger.ms=1")) {
      assertThat(target.settings())
          .containsEntry("flush-bytes", "54321")
          .containsEntry("flush-interval-ms", "0.7")
          .containsEntry("stripes", "3")
          .containsEntry("linger.ms", "1");
      new SmallLoad(target, new MessageFormat(1, 100, Payload.RANDOM), 1_000).run();
      Gauges gauges = target.gauges();
      assertThat(gauges.flushBytes()).isEqualTo(54_321);
      assertThat(gauges.flushIntervalNanos()).isEqualTo(700_000);
      assertThat(gauges.batchedMessages()).isEqualTo(1_000);
      assertThat(gauges.batchedBytes()).isEqualTo(100_000);
      assertThat(gauges.batches()).isBetween(1L, 1_000L);
      assertThat(gauges.batchesByReason().values().stream().mapToLong(n -> n).sum())
          .isEqualTo(gauges.batches());
      assertThat(gauges.level()).isNull();
    }
    try (Target target = open("adaptive", "flush-bytes=54321 max-latency-ms=3 explore=false")) {
      assertThat(target.gauges().level()).isEqualTo("L5_BALANCED");
      assertThat(target.settings())
          .containsEntry("flush-bytes", "adaptive, at most 54321")
          .containsEntry("max-latency-ms", "3")
          .containsEntry("explore", "false")
          .containsEntry("calibration-file", "none");
    }
  }

  @Test
  void calibrationIsKeptInTheFileThatIsNamed(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("learned.db");
    try (Target target = open("adaptive", "calibration-file=" + file)) {
      assertThat(target.settings()).containsEntry("calibration-file", file.toString());
    }
    assertThat(file).exists();
  }

  @Test
  void moreWorkersThanHandlesAreRefused() throws Exception {
    SessionContext third =
        new SessionContext(2, 1, new MessageFormat(1, 130, Payload.RANDOM), null);
    try (Target target = open("striped", "submit=handle stripes=2")) {
      assertThatThrownBy(() -> target.openSession(third))
          .hasMessageContaining("stripes must be at least 3");
    }
  }

  @Test
  void aSendThatCannotFitIsRefusedBeforeTheRun() throws Exception {
    try (Target target = open("mega", "max.request.size=100000")) {
      MessageFormat format = new MessageFormat(1, 130, Payload.RANDOM);
      assertThatThrownBy(() -> target.openSession(new SessionContext(0, 1, format, null)))
          .hasMessageContaining("max.request.size")
          .hasMessageContaining("messages-per-send");
    }
  }

  private static Target open(String kind, String options) throws Exception {
    Map<String, String> map = new LinkedHashMap<>();
    Pattern.compile("(\\S+)=(\\S+)")
        .matcher(options == null ? "" : options)
        .results()
        .forEach(option -> map.put(option.group(1), option.group(2)));
    return Targets.inProcess().open(new TargetSpec(kind, kind, map), kafka);
  }

  /** Names of the living threads, but for those that are not a target's. */
  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.isAlive() && !NOT_OF_TARGETS.matcher(thread.getName()).matches()) {
        names.add(thread.getName());
      }
    }
    return names;
  }
}
