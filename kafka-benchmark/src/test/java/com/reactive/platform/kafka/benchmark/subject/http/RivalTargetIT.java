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
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @CsvSource({
    "rival-producer, false",
    "rival-producer, true",
    "rival-spring, false",
    "rival-spring, true",
    "rival-fasthttp, false",
    "rival-fasthttp, true",
    "rival-nethttp, false",
    "rival-nethttp, true"
  })
  void whatItAnswersIsInKafkaOnce(String kind, boolean async) throws Exception {
    Load load = new Load("l", LoadKind.CLOSED, 1, CONNECTIONS, 0, 0, 1, 200, Payload.RANDOM);
    long pid;
    try (RivalTarget target = open(kind, async ? Map.of("async", "true") : Map.of())) {
      pid = target.processes().get("server");
      RunResult run = new Rig(Optional.of(kafka)).run(target, Role.RIVAL, load).result();

      assertThat(run.verdict()).as("%s", run.reasons()).isEqualTo(Verdict.PASS);
      assertThat(run.verification().verified()).isTrue();
      assertThat(run.verification().found()).isPositive().isEqualTo(run.verification().acked());
      assertThat(run.rates().transactional() == null).isEqualTo(async);
      assertThat(run.processes())
          .filteredOn(process -> process.process().equals("server"))
          .singleElement()
          .satisfies(cost -> assertThat(cost.rssMegabytes()).isPositive());
      assertThat(run.efficiency().allocatedBytes()).isPositive();
      // Else they may be sent after the load; the collector does not count them.
      if (!async && !kind.equals("rival-otelcol")) {
        assertThat(run.efficiency().requestsPerThousand()).isPositive();
        assertThat(run.efficiency().recordsPerRequest()).isPositive();
      }
      assertThat(run.settings())
          .containsEntry("acks", "all")
          .containsEntry("async", Boolean.toString(async))
          .containsEntry("partitions", "6");
    }
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
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
    whatItAnswersIsInKafkaOnce("rival-otelcol", false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rival-producer", "rival-spring", "rival-fasthttp", "rival-nethttp"})
  void theAnswerTellsWhereTheEventIs(String kind) throws Exception {
    try (RivalTarget target = open(kind, Map.of("partitions", "3"))) {
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
  }

  @ParameterizedTest
  @CsvSource({
    "rival-producer, linger.ms, 7, linger.ms, 7",
    "rival-producer, heap-mb, 96, heap-mb, 96",
    "rival-spring, linger.ms, 0, linger.ms, 0",
    "rival-producer, partitions, 1, linger.ms, 5",
    "rival-fasthttp, linger-ms, 7, linger-ms, 7",
    "rival-fasthttp, partitions, 1, linger-ms, 0",
    "rival-nethttp, async, true, linger-ms, 10"
  })
  void settingsInForceAreThoseThatTheServerTells(
      String kind, String key, String value, String told, String inForce) throws Exception {
    try (RivalTarget target = open(kind, Map.of(key, value))) {
      assertThat(target.settings()).containsEntry(told, inForce);
    }
  }

  @Test
  void aServerThatDoesNotStartSaysWhy() {
    assertThatThrownBy(() -> open("rival-producer", Map.of("max.block.ms", "0")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rival did not start")
        .hasMessageContaining("TimeoutException");
  }

  private static RivalTarget open(String kind, Map<String, String> options)
      throws IOException, InterruptedException {
    TargetSpec spec = new TargetSpec("rival", kind, options);
    Optional<String> whyNot = TARGETS.whyNot(spec, line -> {});
    assumeTrue(whyNot.isEmpty(), () -> "left out: " + whyNot.get());
    return (RivalTarget) TARGETS.open(spec, kafka);
  }

  private static HttpResponse<String> post(RivalTarget target, String path, String body)
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
