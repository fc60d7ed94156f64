package com.reactive.platform.gateway;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayConfigTest {
  private static final int MIB = 1 << 20;

  @Test
  void whatIsSetArrivesWhereItBelongs() {
    GatewayConfig config =
        GatewayConfig.from(
            Settings.of(
                Map.ofEntries(
                    entry("REACTIVE_HTTP_PORT", "81"),
                    entry("REACTIVE_HTTP_EVENT_LOOPS", "3"),
                    entry("REACTIVE_HTTP_MAX_BODY_BYTES", "64"),
                    entry("REACTIVE_HTTP_BODY_BUDGET_BYTES", "9000"),
                    entry("REACTIVE_HTTP_MAX_CONNECTIONS", "82"),
                    entry("REACTIVE_HTTP_MAX_PIPELINED", "83"),
                    entry("REACTIVE_HTTP_REQUEST_TIMEOUT_MS", "184"),
                    entry("REACTIVE_HTTP_IDLE_TIMEOUT_MS", "185"),
                    entry("REACTIVE_HTTP_ANSWER_TIMEOUT_MS", "30000"),
                    entry("REACTIVE_HTTP_MAX_WAIT_MS", "700"),
                    entry("REACTIVE_ADMIN_PORT", "86"),
                    entry("REACTIVE_STREAMS_COUNTER_TOPIC", "t"),
                    entry("REACTIVE_STREAMS_COUNTER_RESPOND", "async"),
                    entry("REACTIVE_KAFKA_BOOTSTRAP_SERVERS", "k:1"),
                    entry("REACTIVE_KAFKA_QUEUE_TIMEOUT_MS", "87"),
                    entry("REACTIVE_KAFKA_MAX_BLOCK_MS", "88"),
                    entry("REACTIVE_KAFKA_DELIVERY_TIMEOUT_MS", "189"),
                    entry("REACTIVE_BATCH_STRIPE_BYTES", "1048576"),
                    entry("REACTIVE_BATCH_STRIPE_EVENTS", "1024"),
                    entry("REACTIVE_BATCH_FLUSH_BYTES", "90"),
                    entry("REACTIVE_BATCH_ADAPTIVE", "false"),
                    entry("REACTIVE_BATCH_CALIBRATION_FILE", "c.db"),
                    entry("REACTIVE_BATCH_FLUSH_INTERVAL_MS", "91"),
                    entry("REACTIVE_BATCH_IDLE_PAUSE_US", "93"),
                    entry("REACTIVE_HTTP_HTTP2_WINDOW_BYTES", "65536"),
                    entry("REACTIVE_HTTP_GATHER_CONNECTIONS", "false"),
                    entry("REACTIVE_HTTP_REST_IN_PAUSES", "false"),
                    entry("REACTIVE_DIAGNOSTICS_STAGES", "true"),
                    entry("REACTIVE_SHUTDOWN_TIMEOUT_MS", "92"))));
    assertThat(config.http().toString())
        .isEqualTo(
            "HttpConfig[host=127.0.0.1, hosts=[localhost, [::1], 127.0.0.1], port=81, eventLoops=3,"
                + " maxBodyBytes=64, bodyBudgetBytes=9000, maxConnections=82, maxPipelined=83,"
                + " requestTimeoutMillis=184, idleTimeoutMillis=185, answerTimeoutMillis=30000,"
                + " maxWaitMillis=700, maxCompressionRatio=100, stageTimes=true,"
                + " versions=HttpVersions[http2=true], http2WindowBytes=65536,"
                + " gathersConnections=false, restsInPauses=false]");
    assertThat(config.admin().toString()).isEqualTo("AdminConfig[host=127.0.0.1, port=86]");
    assertThat(config.kafka().bootstrapServers()).isEqualTo("k:1");
    assertThat(config.stream("counter").orElseThrow().topic()).isEqualTo("t");
    assertThat(config.stream("counter").orElseThrow().respondAsync()).isTrue();
    assertThat(config.kafka().queueTimeoutMillis()).isEqualTo(87);
    assertThat(config.kafka().maxBlockMillis()).isEqualTo(88);
    assertThat(config.kafka().deliveryTimeoutMillis()).isEqualTo(189);
    assertThat(config.kafka().worstCaseMillis()).isEqualTo(87 + 88 + 189);
    assertThat(config.batching().toString())
        .isEqualTo(
            "BatchingConfig[batcher=BatcherConfig[stripes=3, stripeBytes=1048576,"
                + " stripeMessages=1024, flushBytes=90, flushIntervalNanos=91000000,"
                + " idlePauseNanos=93000], adaptive=false, lanes=[DeliveryProfile[acks=ALL,"
                + " format=EVENT, maxLatencyMillis=91, spool=]], maxLatencyMillis=91,"
                + " calibration=CalibrationSettings[file=Optional[c.db], key=k:1, seeds=[],"
                + " mode=APPLY, explore=true, learnPause=true, learnCodec=false,"
                + " outside=OutsideCost[requestNanos=75000, megabyteNanos=3500000]]]");
    assertThat(config.shutdownTimeoutMillis()).isEqualTo(92);
    assertThat(config.budgetBytes()).isEqualTo(3L * MIB);
  }

  @Test
  void whatIsLearnedHoldsForTheClusterAndNotForTheHost() {
    Map<String, String> env =
        Map.of(
            "REACTIVE_STREAMS_COUNTER_ENABLED", "true",
            "REACTIVE_KAFKA_BOOTSTRAP_SERVERS", "Kafka-2:9092,kafka-1:9092");
    assertThat(GatewayConfig.from(Settings.of(env)).batching().calibration().key())
        .isEqualTo("kafka-1:9092,kafka-2:9092");

    Map<String, String> named = new HashMap<>(env);
    named.put("REACTIVE_CALIBRATION_KEY", "orders");
    assertThat(GatewayConfig.from(Settings.of(named)).batching().calibration().key())
        .isEqualTo("orders");
  }

  @Test
  void theKubernetesExampleSeedsItsGateways() {
    GatewayConfig example =
        GatewayConfig.from(
            Settings.of(
                Path.of("../deploy/kubernetes/base/gateway.yaml"),
                Map.of(
                    "REACTIVE_HTTP_ALLOW_UNAUTHENTICATED", "true",
                    "REACTIVE_ADMIN_ALLOW_UNAUTHENTICATED", "true")));
    BatchingConfig batching = example.batching();

    assertThat(batching.lane(batching.lanes().get(0)).calibration(example.kafka()).seeds())
        .containsKey(PressureLevel.L5_BALANCED);
  }

  @Test
  void withoutAnyStreamItSaysWhatToWrite() {
    ConfigException refused =
        catchThrowableOfType(
            ConfigException.class, () -> GatewayConfig.from(Settings.of(Map.of())));
    assertThat(refused).as("it is refused").isNotNull();
    assertThat(refused.errors())
        .containsExactly(
            "streams: no stream is configured: define one (streams.orders.schema: orders.avsc), or"
                + " set streams.counter.enabled: true for the demo stream");
  }

  @Test
  void theDemoStreamIsThereOnlyIfOneOfItsKeysIs(@TempDir Path dir) throws IOException {
    Map<String, String> own = Map.of("streams.counter-clicks.schema", schema(dir).toString());
    assertThat(streams(Settings.ofKeys(own))).containsExactly("counter-clicks");
    assertThat(streams(Settings.ofKeys(own).withDefault("streams.counter.enabled", "true")))
        .containsExactly("counter", "counter-clicks");
    Path file = dir.resolve("gateway.yaml");
    Files.writeString(file, "streams: {counter-clicks: {schema: s.avsc}}");
    // Its name in the environment begins as those of the counter do.
    Map<String, String> env = Map.of("REACTIVE_STREAMS_COUNTER_CLICKS_TOPIC", "t");
    assertThat(streams(Settings.of(file, env))).containsExactly("counter-clicks");
    env = Map.of("REACTIVE_STREAMS_COUNTER_TOPIC", "t");
    assertThat(streams(Settings.of(file, env))).containsExactly("counter", "counter-clicks");
    Files.writeString(file, "streams: {counter: {enabled: false}, a: {schema: s.avsc}}");
    assertThat(streams(Settings.of(file, Map.of()).withDefault("streams.counter.enabled", "true")))
        .containsExactly("a");
  }

  private static Path schema(Path dir) throws IOException {
    String schema = "{'type': 'record', 'name': 'R', 'fields': [{'name': 'a', 'type': 'int'}]}";
    return Files.writeString(dir.resolve("s.avsc"), schema.replace('\'', '"'));
  }

  private static List<String> streams(Settings settings) {
    return GatewayConfig.from(settings).streams().stream().map(StreamDefinition::name).toList();
  }

  @Test
  void whatIsInForceIsTold() {
    Map<String, String> inForce =
        GatewayConfig.from(
                Settings.ofKeys(
                    Map.of(
                        "streams.counter.enabled", "true",
                        "batch.adaptive", "false",
                        "batch.flush-interval-ms", "7",
                        "batch.idle-pause-us", "500",
                        "kafka.producer.linger.ms", "3",
                        "diagnostics.stages", "true")))
            .inForce();
    assertThat(inForce)
        .containsEntry("batch.flush-interval-ms", "7")
        .containsEntry("batch.idle-pause-us", "500")
        .containsEntry("batch.flush-bytes", Integer.toString(MIB - 4_096))
        .containsEntry("kafka.producer.linger.ms", "3")
        .containsEntry("kafka.producer.acks", "all")
        .containsEntry("kafka.producer.enable.idempotence", "true")
        .containsEntry("diagnostics.stages", "true")
        .doesNotContainKey("batch.max-latency-ms");
  }

  @Test
  void whatIsPassedThroughIsToldButForSecrets() {
    Map<String, String> inForce =
        GatewayConfig.from(
                Settings.ofKeys(
                    Map.of(
                        "streams.counter.enabled", "true",
                        "kafka.producer.retry.backoff.ms", "77",
                        "kafka.producer.ssl.key.password", "hush",
                        "kafka.producer.sasl.jaas.config", "hush",
                        "kafka.producer.sasl.kerberos.service.name", "hush")))
            .inForce();
    assertThat(inForce)
        .containsEntry("kafka.producer.retry.backoff.ms", "77")
        .containsEntry("kafka.producer.ssl.key.password", "[hidden]")
        .containsEntry("kafka.producer.sasl.kerberos.service.name", "[hidden]")
        .doesNotContainValue("hush");
  }

  @Test
  void learnedLimitsStayWithinWhatARequestTakesAndWhatAnswersMayWait() {
    BatchingConfig durable =
        GatewayConfig.from(Settings.ofKeys(Map.of("streams.counter.enabled", "true"))).batching();
    assertThat(durable.adaptive()).isTrue();
    assertThat(durable.batcher().flushBytes()).isEqualTo(MIB - 4_096);
    assertThat(durable.batcher().flushIntervalNanos()).isEqualTo(20_000_000);

    BatchingConfig set =
        GatewayConfig.from(
                Settings.of(
                    Map.of(
                        "REACTIVE_STREAMS_COUNTER_ENABLED",
                        "true",
                        "REACTIVE_BATCH_MAX_LATENCY_MS",
                        "43",
                        "REACTIVE_BATCH_EXPLORE",
                        "false",
                        "REACTIVE_BATCH_CALIBRATION_FILE",
                        "")))
            .batching();
    assertThat(set.batcher().flushIntervalNanos()).isEqualTo(43_000_000);
    assertThat(set.calibration().explore()).isFalse();
    assertThat(set.calibration().file()).isEmpty();

    BatchingConfig async =
        GatewayConfig.from(
                Settings.of(
                    Map.of(
                        "REACTIVE_STREAMS_COUNTER_RESPOND",
                        "async",
                        "REACTIVE_KAFKA_PRODUCER_MAX_REQUEST_SIZE",
                        "300000")))
            .batching();
    assertThat(async.batcher().flushBytes()).isEqualTo(300_000 - 4_096);
    assertThat(async.lanes().get(0).maxLatencyMillis())
        .as("half of the queue timeout")
        .isEqualTo(2_500);
  }
}
