package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.Rig;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rivals in their own processes, as the rig would drive them. */
class RivalTargetIT {
  private static final int CONNECTIONS = 16;
  private static final Targets TARGETS =
      Targets.inProcess().with(RivalKinds.kinds(System.getenv("PATH")));

  private static BenchKafka kafka;

  @BeforeAll
  static void startKafka() {
    kafka = BenchKafka.embedded();
  }

  @AfterAll
  static void stopKafka() {
    kafka.close();
  }

  /** Kind, and a default that the server reports. */
  @ParameterizedTest
  @CsvSource({
    "rival-producer, linger.ms=5",
    "rival-spring, async=false",
    "rival-fasthttp, linger-ms=0",
    "rival-nethttp, linger-ms=0"
  })
  void whatItAnswersIsInKafkaOnce(String kind, String inForce) throws Exception {
    RunResult run = run(kind, "partitions=3", RivalTargetIT::assertTheAnswerTellsWhereTheEventIs);

    assertThat(run.rates().transactional()).isNotNull();
    assertThat(run.efficiency().requestsPerThousand()).isPositive();
    assertThat(run.efficiency().recordsPerRequest()).isPositive();
    assertThat(run.settings())
        .containsEntry("async", "false")
        .containsEntry("partitions", "3")
        .containsAllEntriesOf(options(inForce));
  }

  /** Kind, and a default that the server reports. */
  @ParameterizedTest
  @CsvSource({"rival-grpc-java, linger.ms=5", "rival-connect-go, linger-ms=0"})
  void whatACallAnswersIsInKafkaOnce(String kind, String inForce) throws Exception {
    RunResult run = run(kind, "partitions=3 streams-per-connection=4", target -> {});

    assertThat(run.rates().transactional()).isNotNull();
    assertThat(run.settings())
        .containsEntry("partitions", "3")
        .containsAllEntriesOf(options(inForce));
  }

  /** Kind, what is chosen, and what the server reports. */
  @ParameterizedTest
  @CsvSource({
    "rival-producer, linger.ms=7 heap-mb=96, linger.ms=7 heap-mb=96",
    "rival-spring, linger.ms=0, linger.ms=0",
    "rival-fasthttp, linger-ms=7, linger-ms=7",
    "rival-nethttp, , linger-ms=10"
  })
  void whatItAnswersBeforeKafkaIsInKafkaOnce(String kind, String chosen, String inForce)
      throws Exception {
    RunResult run = run(kind, "async=true " + chosen, target -> {});

    assertThat(run.rates().transactional()).isNull();
    assertThat(run.settings())
        .containsEntry("async", "true")
        .containsEntry("partitions", "6")
        .containsAllEntriesOf(options(inForce));
  }

  /**
   * Minutes of building, the first time: where it was built once, or with -Drivals.otelcol=true.
   */
  @Test
  void whatTheCollectorAnswersIsInKafkaOnce() throws Exception {
    assumeTrue(
        Boolean.getBoolean("rivals.otelcol")
            || Files.isRegularFile(Path.of("target", "rivals", "otelcol")),
        "left out: the collector is not built");
    assertThat(run("rival-otelcol", "", target -> {}).rates().transactional()).isNotNull();
  }

  /** A run against Kafka, after something else was tried. */
  private static RunResult run(String kind, String options, ThrowingConsumer<ServerTarget> before)
      throws Exception {
    Load load = new Load("l", LoadKind.CLOSED, 1, CONNECTIONS, 0, 0, 0.4, 200, Payload.RANDOM);
    long pid;
    RunResult run;
    try (ServerTarget target = open(kind, options(options))) {
      pid = target.processes().get("server");
      before.accept(target);
      run = new Rig(Optional.of(kafka)).run(target, Role.RIVAL, load).result();
    }
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(run.verdict()).as("%s", run.reasons()).isEqualTo(Verdict.PASS);
    assertThat(run.verification().verified()).isTrue();
    assertThat(run.verification().found()).isPositive().isEqualTo(run.verification().acked());
    assertThat(run.processes())
        .filteredOn(process -> process.process().equals("server"))
        .singleElement()
        .satisfies(cost -> assertThat(cost.rssMegabytes()).isPositive());
    assertThat(run.efficiency().allocatedBytes()).isPositive();
    assertThat(run.settings()).containsEntry("acks", "all");
    return run;
  }

  private static Map<String, String> options(String text) {
    return Pattern.compile("(\\S+)=(\\S+)")
        .matcher(text)
        .results()
        .collect(Collectors.toMap(option -> option.group(1), option -> option.group(2)));
  }

  private static void assertTheAnswerTellsWhereTheEventIs(ServerTarget target) throws Exception {
    HttpResponse<String> response = post(target, "/api/counter", "{\"a\":1}");
    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
    JsonNode answer = new ObjectMapper().readTree(response.body());
    assertThat(answer.path("requestId").asText()).matches("[0-9a-f]{32}");
    assertThat(answer.path("eventId").asText())
        .matches("[0-9a-f]{32}")
        .isNotEqualTo(answer.path("requestId").asText());
    ConsumerRecord<byte[], byte[]> record = onlyRecord(answer.path("topic").asText());
    assertThat(record.value()).asString(StandardCharsets.UTF_8).isEqualTo("{\"a\":1}");
    assertThat(record.partition()).isEqualTo(answer.path("partition").asInt(-1));
    assertThat(record.offset()).isEqualTo(answer.path("offset").asLong(-1));
    assertThat(record.headers().lastHeader("event-id").value())
        .asString(StandardCharsets.US_ASCII)
        .isEqualTo(answer.path("eventId").asText());
    assertThat(post(target, "/api/other", "{}").statusCode()).isEqualTo(404);
  }

  @Test
  void aServerThatDoesNotStartSaysWhy() {
    assertThatThrownBy(() -> open("rival-producer", Map.of("max.block.ms", "0")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rival did not start")
        .hasMessageContaining("TimeoutException");
  }

  private static ServerTarget open(String kind, Map<String, String> options)
      throws IOException, InterruptedException {
    TargetSpec spec = new TargetSpec("rival", kind, options);
    Optional<String> whyNot = TARGETS.whyNot(spec, line -> {});
    assumeTrue(whyNot.isEmpty(), () -> "left out: " + whyNot.get());
    return (ServerTarget) TARGETS.open(spec, kafka);
  }

  private static HttpResponse<String> post(ServerTarget target, String path, String body)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + target.endpoint().address().getPort() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofMinutes(1))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static ConsumerRecord<byte[], byte[]> onlyRecord(String topic) {
    Map<String, Object> properties = Map.of("bootstrap.servers", kafka.bootstrapServers());
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      assertThat(partitions).hasSize(3);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMinutes(1));
      assertThat(records.count()).isOne();
      return records.iterator().next();
    }
  }
}
