package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.MessageVisitor;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.Rig;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import com.reactive.platform.kafka.benchmark.subject.CountingOutcomes;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The gateway in its own JVM, as the rig would drive it. */
class GatewayTargetIT {
  private static final int EVENTS = 5_000;
  private static final int CONNECTIONS = 16;
  private static final Targets TARGETS = Targets.inProcess().with(HttpTargets.kinds());

  private static BenchKafka kafka;

  @BeforeAll
  static void startKafka() {
    kafka = BenchKafka.embedded();
  }

  @AfterAll
  static void stopKafka() {
    kafka.close();
  }

  @Test
  void whatItAcknowledgesIsInKafka() throws Exception {
    CountingOutcomes outcomes = new CountingOutcomes();
    MessageFormat format = new MessageFormat(0xFEDC_0000_1234_5678L, 200, Payload.RANDOM);
    Map<String, String> options =
        Map.of(
            "heap-mb", "256",
            "partitions", "3",
            "batch.adaptive", "false",
            "batch.flush-interval-ms", "9",
            "kafka.producer.linger.ms", "3",
            "diagnostics.stages", "true");
    long pid;
    try (GatewayTarget target = open(options)) {
      pid = target.processes().get("gateway");
      assertThat(ProcessHandle.of(pid)).hasValueSatisfying(ProcessHandle::isAlive);
      try (TargetSession session =
          target.openSession(new SessionContext(2, CONNECTIONS, format, outcomes))) {
        SessionDriver.send(session, EVENTS, outcomes);
      }
      assertThat(target.problems()).isEmpty();
      assertThat(outcomes.acked).hasSize(EVENTS);

      Destination destination = target.destination().orElseThrow();
      assertThat(destination.acks()).isEqualTo("all");
      assertThat(read(destination, format)).isEqualTo(outcomes.acked);
      assertThat(target.settings())
          .containsEntry("kafka.producer.linger.ms", "3")
          .containsEntry("batch.flush-interval-ms", "9")
          .containsEntry("heap-mb", "256");
      String home = Path.of(System.getProperty("user.home"), ".reactive").toString();
      assertThat(target.settings().values()).noneMatch(value -> value.startsWith(home));
      assertThat(target.stages())
          .hasSize(10)
          .last()
          .satisfies(total -> assertThat(total.count()).isPositive());
      target.resetStages();
      assertThat(target.stages()).hasSize(10).allMatch(stage -> stage.count() < EVENTS);
      awaitBatchedMessages(target);
      assertThat(target.gauges().level()).isNull();
      assertThat(target.gauges().flushIntervalNanos()).isEqualTo(9_000_000);
      assertHundredsOfConnectionsAreUsedInTurnAtASetRate(target);
    }
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  /** What is sent by each protocol is found in Kafka, byte by byte. */
  @ParameterizedTest
  @CsvSource({
    "http2, json, 8",
    "http2, protobuf, 1",
    "grpc, json, 8",
    "grpc-stream, json, 16",
    "grpc-web, json, 8",
    "connect, json, 1",
    "connect, protobuf, 8"
  })
  void everyProtocolIsVerified(String protocol, String body, String streams) throws Exception {
    Map<String, String> options =
        Map.of(
            "heap-mb", "256",
            "partitions", "3",
            "protocol", protocol,
            "body", body,
            "streams-per-connection", streams);
    try (GatewayTarget target = open(options)) {
      // Long enough for a busy machine to acknowledge some.
      Load load = new Load("s", LoadKind.CLOSED, 1, CONNECTIONS, 0, 0.1, 1, 200, Payload.RANDOM, 0);
      RunResult run = run(target, load);
      assertThat(run.reasons()).isEmpty();
      assertThat(run.verification().verified()).isTrue();
      assertThat(target.status().path("ledger").path("acked").asLong()).isPositive();
    }
  }

  private static void assertHundredsOfConnectionsAreUsedInTurnAtASetRate(GatewayTarget target)
      throws Exception {
    RunResult run = run(target, load(LoadKind.OPEN, 600, 200));

    assertThat(run.reasons()).isEmpty();
    assertThat(run.verification().verified()).isTrue();
    assertThat(run.due().messages()).isEqualTo(200);
    if (Files.isDirectory(Path.of("/proc/self/task"))) {
      assertThat(run.efficiency().wakeUpsPerRequest()).isPositive();
    }
  }

  /**
   * Held against Kafka by the rig, as in a brochure. What the counter can have besides, a key, TLS
   * and large bodies, goes with each of its routes.
   */
  @ParameterizedTest
  @CsvSource({
    "/api/counter/no-kafka, false, true, false",
    "/api/counter/raw, false, true, false",
    "/api/counter/direct, false, false, true",
    "/api/counter, true, true, true"
  })
  void otherRoutesAreHeldToWhatTheyPromise(
      String path, boolean async, boolean equipped, boolean stores) throws Exception {
    Map<String, String> options = new HashMap<>();
    options.put("heap-mb", "256");
    options.put("path", path);
    options.put("respond-async", Boolean.toString(async));
    if (equipped) {
      options.putAll(Map.of("large-bodies", "true", "api-keys", "true", "tls", "true"));
    }
    try (GatewayTarget target = open(options)) {
      RunResult run = run(target, load(LoadKind.CLOSED, CONNECTIONS, equipped ? 4_096 : 200));

      assertThat(run.verdict()).as("%s", run.reasons()).isEqualTo(Verdict.PASS);
      assertThat(run.verification().acked()).isPositive();
      assertThat(run.verification().verified()).isEqualTo(stores);
      assertThat(run.verification().found()).isEqualTo(stores ? run.verification().acked() : 0);
      assertThat(run.rates().transactional()).isNull();
      assertThat(run.efficiency().allocatedBytes()).isBetween(10.0, 1e6);
      assertThat(target.settings())
          .containsAllEntriesOf(options)
          .containsEntry("diagnostics.routes", Boolean.toString(!path.equals("/api/counter")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotAsTheAnswersSayIsNotVerified(LyingGateway.Lie lie) throws Exception {
    Load load = new Load("l", LoadKind.CLOSED, 1, 8, 0, 0.1, 0.4, 200, Payload.RANDOM);
    try (LyingGateway target = new LyingGateway(lie, kafka)) {
      RunResult run = run(target, load);

      boolean honest = lie == LyingGateway.Lie.NONE;
      assertThat(run.verification().verified()).as("%s", run.reasons()).isEqualTo(honest);
      assertThat(run.verdict()).isEqualTo(honest ? Verdict.PASS : Verdict.FAIL);
      assertThat(run.verification().detail()).contains(lie.reason);
      if (lie != LyingGateway.Lie.REVERSED_BATCHES) { // whose last batch may be cut off at the end
        assertThat(run.verification().lost() + run.verification().duplicated()).isZero();
      }
      assertThat(run.verification().answersChecked()).isPositive();
    }
  }

  @Test
  void streamsHaveTheirOwnTopicsAndAllEventsAreFound() throws Exception {
    Map<String, String> options =
        Map.of("streams", "3", "topic-per-stream", "true", "partitions", "1", "heap-mb", "256");
    try (GatewayTarget target = open(options)) {
      assertEventsAreSpreadOverTheStreams(target);
      RunResult run = run(target, load(LoadKind.CLOSED, 16, 200));

      assertThat(run.reasons()).isEmpty();
      assertThat(run.verification().verified()).isTrue();
      assertThat(run.efficiency().requestsPerThousand()).isPositive();
      assertThat(run.efficiency().recordsPerRequest()).isPositive();
      assertThat(run.settings()).containsEntry("streams", "3").containsEntry("partitions", "1");
    }
  }

  private static void assertEventsAreSpreadOverTheStreams(GatewayTarget target) throws Exception {
    CountingOutcomes outcomes = new CountingOutcomes();
    MessageFormat format = new MessageFormat(1, 200, Payload.RANDOM);
    try (TargetSession session = target.openSession(new SessionContext(0, 4, format, outcomes))) {
      SessionDriver.send(session, 300, outcomes);
    }
    List<String> topics = target.destination().orElseThrow().topics();
    assertThat(topics).hasSize(3);
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    topics.forEach(topic -> asked.put(new TopicPartition(topic, 0), OffsetSpec.latest()));
    assertThat(kafka.admin().listOffsets(asked).all().get().values())
        .extracting(ListOffsetsResultInfo::offset)
        .containsExactly(100L, 100L, 100L);
  }

  @Test
  void largeBodiesComeWithAKeyOverTlsAndTracesAreTaken() throws Exception {
    Map<String, String> options =
        Map.of(
            "large-bodies", "true",
            "api-keys", "true",
            "tls", "true",
            "collector", "true",
            "tracing.sample-ratio", "1",
            "heap-mb", "256");
    GatewayTarget target = open(options);
    RunResult run;
    try (target) {
      run = run(target, load(LoadKind.CLOSED, 4, 65_536));
    }

    assertThat(run.reasons()).isEmpty();
    assertThat(run.verification().verified()).isTrue();
    assertThat(run.settings())
        .containsEntry("large-bodies", "true")
        .containsEntry("api-keys", "true")
        .containsEntry("tls", "true");
    assertThat(target.traceBytes()).as("sent by the gateway's end").isPositive();
  }

  @Test
  void eventsOfStreamsThatWereAnsweredBeforeAreFoundInEachTopic() throws Exception {
    Map<String, String> options =
        Map.of(
            "streams", "3",
            "topic-per-stream", "true",
            "respond-async", "true",
            "heap-mb", "256");
    try (GatewayTarget target = open(options)) {
      RunResult run = run(target, load(LoadKind.CLOSED, 8, 200));

      assertThat(run.verdict()).as("%s", run.reasons()).isEqualTo(Verdict.PASS);
      assertThat(run.verification().verified()).isTrue();
      assertThat(run.rates().transactional()).isNull();
      assertThat(run.settings())
          .containsEntry("respond-async", "true")
          .containsEntry("path", "/api/events/*");
    }
  }

  private static Load load(LoadKind kind, int concurrency, int messageBytes) {
    double rate = kind == LoadKind.OPEN ? 500 : 0;
    return new Load("some", kind, 1, concurrency, rate, 0.1, 0.4, messageBytes, Payload.RANDOM, 0);
  }

  private static RunResult run(Target target, Load load) throws InterruptedException {
    return new Rig(Optional.of(kafka)).run(target, Role.SUBJECT, load).result();
  }

  @Test
  void badOptionsAreNamedBeforeAnythingStarts() {
    assertRefused("batch.adaptve", "true", "batch.adaptve: unknown key");
    assertRefused("kafka.producer.acks", "0", "kafka.producer.acks: cannot be set");
    assertRefused("http.port", "80", "http.port is no option of kind gateway");
    assertRefused("streams.counter.respond", "async", "streams.counter.respond is no option");
    assertRefused("diagnostics.routes", "true", "diagnostics.routes is no option");
    assertRefused("path", "/api/count", "path must be one of /api/counter, /api/counter/no-kafka");
    assertRefused("respond-async", "maybe", "respond-async must be one of true, false");
    Map<String, String> both = Map.of("path", "/api/counter/raw", "respond-async", "true");
    assertThatThrownBy(() -> TARGETS.check(new TargetSpec("gw", "gateway", both)))
        .hasMessageContaining("respond-async goes with the path /api/counter alone");
    assertRefused("heap-mb", "x", "heap-mb must be a whole number");
    assertThatThrownBy(
            () ->
                TARGETS.check(
                    new TargetSpec(
                        "gw", "gateway", Map.of("streams", "2", "path", "/api/counter/raw"))))
        .hasMessageContaining("streams have no diagnostic routes");
    assertRefused("streams", "-1", "streams must be a whole number from 0 to 1000");
    assertRefused("topic-per-stream", "true", "topic-per-stream is only for a number of streams");
    assertRefused("api-keys", "yes", "api-keys must be one of true, false");
    assertRefused("http.tls.certificate-file", "x", "http.tls.certificate-file is no option");
  }

  @Test
  void aGatewayThatDoesNotStartSaysWhy() {
    // Fine for this JVM, whose heap is another, but more than the gateway's own can hold.
    Map<String, String> options = Map.of("heap-mb", "64", "batch.stripe-bytes", "1073741824");
    assertThatThrownBy(() -> open(options))
        .hasMessageContaining("did not start")
        .hasMessageContaining("batch.stripe-bytes: ");
  }

  private static GatewayTarget open(Map<String, String> options) throws Exception {
    return (GatewayTarget) TARGETS.open(new TargetSpec("gw", "gateway", options), kafka);
  }

  private static void assertRefused(String key, String value, String why) {
    assertThatThrownBy(() -> TARGETS.check(new TargetSpec("gw", "gateway", Map.of(key, value))))
        .as(key)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  private static void awaitBatchedMessages(GatewayTarget target) throws InterruptedException {
    long start = System.nanoTime();
    while (target.gauges().batchedMessages() < EVENTS) {
      assertThat(System.nanoTime() - start).isLessThan(Duration.ofMinutes(3).toNanos());
      Thread.sleep(50);
    }
  }

  private static Set<Long> read(Destination destination, MessageFormat format) {
    Set<Long> found = new HashSet<>();
    MessageVisitor collector =
        new MessageVisitor() {
          @Override
          public void message(long tag, int lane, long sequence) {
            assertThat(tag).isEqualTo(format.runTag());
            assertThat(lane).isEqualTo(2);
            assertThat(found.add(sequence)).as("once").isTrue();
          }

          @Override
          public void damaged() {
            throw new AssertionError("damaged");
          }
        };
    Map<String, Object> properties = Map.of("bootstrap.servers", kafka.bootstrapServers());
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(destination.topics().get(0)).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      assertThat(partitions).hasSize(3);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          destination.reader().read(record, format, collector);
        }
      }
    }
    return found;
  }
}
