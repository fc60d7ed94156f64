package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot work is refused at the start, with the key and the reason. */
class GatewayConfigRefusalTest {
  private static final int MIB = 1 << 20;
  private static final String JAVA_NAMES = "\\b(java|javax|com|org|sun)\\.\\w|Exception";

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "10.0.0.1"})
  void aPortOpenToOthersNeedsAWord(String host) {
    for (String port : new String[] {"http", "admin"}) {
      String variable = "REACTIVE_" + port.toUpperCase(Locale.ROOT);
      assertThat(errors(variable + "_HOST", host))
          .singleElement()
          .asString()
          .startsWith(port + ".host: refusing to listen on " + host + " without authentication")
          .contains("set " + port + ".allow-unauthenticated=true");
    }
    GatewayConfig config =
        from(
            "REACTIVE_HTTP_HOST",
            host,
            "REACTIVE_HTTP_ALLOW_UNAUTHENTICATED",
            "true",
            "REACTIVE_ADMIN_HOST",
            host,
            "REACTIVE_ADMIN_ALLOW_UNAUTHENTICATED",
            "true");
    assertThat(config.http().host()).isEqualTo(host);
    assertThat(config.admin().host()).isEqualTo(host);
  }

  @Test
  void aWordForOnePortIsNoneForTheOther() {
    assertThat(
            errors("REACTIVE_HTTP_ALLOW_UNAUTHENTICATED", "true", "REACTIVE_ADMIN_HOST", "0.0.0.0"))
        .singleElement()
        .asString()
        .startsWith("admin.host: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.8.9.10", "::1", "localhost"})
  void aLoopbackAddressNeedsNone(String host) {
    assertThat(from("REACTIVE_HTTP_HOST", host).http().host()).isEqualTo(host);
  }

  /** The measured stream and the diagnostic routes are by name; nobody else's route gives way. */
  @Test
  void diagnosticRoutesNeedTheirPlaceBesideTheCounters() {
    assertThat(from("REACTIVE_DIAGNOSTICS", "true").diagnosticRoutes()).isTrue();
    assertThat(from().diagnosticRoutes()).isFalse();
    String route = "REACTIVE_STREAMS_COUNTER_ROUTE";
    assertThat(errors("REACTIVE_DIAGNOSTICS", "true", route, "/v1/count"))
        .containsExactly("diagnostics.routes: requires a stream with the route /api/counter");
    assertThat(errors("REACTIVE_DIAGNOSTICS", "true", route, "/api/counter,/api/counter/raw"))
        .containsExactly(
            "diagnostics.routes: a stream already uses one of the routes /api/counter/no-kafka and"
                + " /api/counter/raw and /api/counter/direct");
    assertThat(errors("REACTIVE_DIAGNOSTICS", "yes"))
        .containsExactly("diagnostics.routes: must be true or false, not 'yes'");
  }

  @Test
  void theAnswerMustNotBeDueBeforeTheOutcome() {
    assertThat(errors("REACTIVE_HTTP_ANSWER_TIMEOUT_MS", "20599"))
        .containsExactly(
            "http.answer-timeout-ms: must be at least kafka.queue-timeout-ms +"
                + " kafka.max-block-ms + kafka.delivery-timeout-ms + 500 = 20600, not 20599");
    assertThat(from("REACTIVE_HTTP_ANSWER_TIMEOUT_MS", "20600").http().answerTimeoutMillis())
        .isEqualTo(20_600);
    assertThat(errors("REACTIVE_HTTP_MAX_WAIT_MS", "499"))
        .containsExactly("http.max-wait-ms: must be 0 or at least 500");
    assertThat(errors("REACTIVE_HTTP_MAX_WAIT_MS", "25001"))
        .containsExactly(
            "http.max-wait-ms: must be at most http.answer-timeout-ms, 25000, not 25001");
    assertThat(from("REACTIVE_KAFKA_QUEUE_TIMEOUT_MS", "3000").http().maxWaitMillis())
        .isEqualTo(3_000);
    assertThat(errors("REACTIVE_KAFKA_DELIVERY_TIMEOUT_MS", "600000"))
        .singleElement()
        .asString()
        .startsWith("http.answer-timeout-ms: ");
  }

  @ParameterizedTest
  @CsvSource({
    "BOOTSTRAP_SERVERS, bootstrap.servers",
    "ACKS, acks",
    "ENABLE_IDEMPOTENCE, enable.idempotence",
    "RETRIES, retries",
    "MAX_BLOCK_MS, max.block.ms",
    "DELIVERY_TIMEOUT_MS, delivery.timeout.ms",
    "KEY_SERIALIZER, key.serializer",
    "VALUE_SERIALIZER, value.serializer",
    "TRANSACTIONAL_ID, transactional.id"
  })
  void whatThePromisesRestOnCannotBeSet(String variable, String name) {
    assertThat(errors("REACTIVE_KAFKA_PRODUCER_" + variable, "1"))
        .containsExactly("kafka.producer." + name + ": cannot be set: durability depends on it");
  }

  @Test
  void aProducerSettingThatDoesNotExistIsRefused() {
    assertThat(errors("REACTIVE_KAFKA_PRODUCER_LINGER_MSS", "1"))
        .containsExactly("kafka.producer.linger.mss: is not a setting of the Kafka producer");
  }

  /** Otherwise the gateway would start, and never be ready. */
  @ParameterizedTest
  @CsvSource({"LINGER_MS, soon", "COMPRESSION_TYPE, rar", "BATCH_SIZE, -1"})
  void aProducerSettingThatTheProducerWouldRefuseIsRefused(String variable, String value) {
    String name = variable.toLowerCase(Locale.ROOT).replace('_', '.');
    assertThat(errors("REACTIVE_KAFKA_PRODUCER_" + variable, value))
        .singleElement()
        .asString()
        .startsWith("kafka.producer." + name + ": ");
  }

  /** Each is fine by itself; the producer would refuse them together. */
  @ParameterizedTest
  @CsvSource({
    "KAFKA_PRODUCER_MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 6, kafka.producer",
    "KAFKA_PRODUCER_REQUEST_TIMEOUT_MS, 30000, kafka.delivery-timeout-ms",
    "KAFKA_PRODUCER_LINGER_MS, 14000, kafka.delivery-timeout-ms",
    "KAFKA_PRODUCER_BUFFER_MEMORY, 1, kafka.producer.buffer.memory",
    "KAFKA_BOOTSTRAP_SERVERS, nonsense, kafka.bootstrap-servers",
    "KAFKA_REQUIRE_REPLICATION, 2/3, kafka.require-replication",
    "STREAMS_COUNTER_TOPIC, .., streams.counter.topic"
  })
  void whatWouldNeverBecomeReadyIsRefused(String variable, String value, String key) {
    assertThat(errors("REACTIVE_" + variable, value))
        .singleElement()
        .asString()
        .startsWith(key + ": ");
  }

  @Test
  void otherProducerSettingsPass() {
    GatewayConfig config =
        from(
            "REACTIVE_KAFKA_PRODUCER_LINGER_MS",
            "5",
            "REACTIVE_KAFKA_PRODUCER_SASL_JAAS_CONFIG",
            "secret");
    assertThat(config.kafka().passThrough())
        .isEqualTo(Map.of("linger.ms", "5", "sasl.jaas.config", "secret"));
  }

  @Test
  void aFixedPauseNeedsFixedLimits() {
    assertThat(errors("REACTIVE_BATCH_IDLE_PAUSE_US", "500"))
        .singleElement()
        .asString()
        .isEqualTo("batch.idle-pause-us: has no effect while batch.adaptive is true");
    assertThat(
            from("REACTIVE_BATCH_IDLE_PAUSE_US", "500", "REACTIVE_BATCH_ADAPTIVE", "false")
                .batching()
                .batcher()
                .idlePauseNanos())
        .isEqualTo(500_000);
  }

  @Test
  void aFixedIntervalNeedsFixedLimits() {
    assertThat(errors("REACTIVE_BATCH_FLUSH_INTERVAL_MS", "5"))
        .singleElement()
        .asString()
        .isEqualTo("batch.flush-interval-ms: has no effect while batch.adaptive is true");
    assertThat(
            from("REACTIVE_BATCH_FLUSH_INTERVAL_MS", "5", "REACTIVE_BATCH_ADAPTIVE", "false")
                .batching()
                .batcher()
                .flushIntervalNanos())
        .isEqualTo(5_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    "MAX_LATENCY_MS, 20, max-latency-ms",
    "EXPLORE, true, explore",
    "LEARN_IDLE_PAUSE, true, learn-idle-pause",
    "REQUEST_COST_US, 5, request-cost-us"
  })
  void fixedLimitsTakeNoSettingsOfLearnedOnes(String variable, String value, String key) {
    assertThat(errors("REACTIVE_BATCH_ADAPTIVE", "false", "REACTIVE_BATCH_" + variable, value))
        .containsExactly("batch." + key + ": has no effect while batch.adaptive is false");
  }

  @Test
  void eventsMustNotBeGatheredUntilTheyAreGivenUp() {
    assertThat(errors("REACTIVE_BATCH_MAX_LATENCY_MS", "2501"))
        .singleElement()
        .asString()
        .startsWith("batch.max-latency-ms: must be at most half of kafka.queue-timeout-ms, 2500");
  }

  @Test
  void theCalibrationFileMustBeAPath() {
    assertThat(errors("REACTIVE_BATCH_CALIBRATION_FILE", "a\0b"))
        .singleElement()
        .asString()
        .startsWith("batch.calibration-file: is not a path");
  }

  @Test
  void seedsAndKeysOfCalibrationMustMakeSense(@TempDir Path folder) throws IOException {
    assertThat(errors("REACTIVE_CALIBRATION_SEED_FILE", folder.resolve("none").toString()))
        .singleElement()
        .asString()
        .startsWith("calibration.seed-file: ")
        .endsWith("none: no such file");
    Path seeds = Files.writeString(folder.resolve("seeds"), "{\"level\":\"L3\"}");
    assertThat(errors("REACTIVE_CALIBRATION_SEED_FILE", seeds.toString()))
        .singleElement()
        .asString()
        .contains("line 1: flushIntervalNanos is missing");
    assertThat(errors("REACTIVE_CALIBRATION_KEY", "host=pod"))
        .singleElement()
        .asString()
        .startsWith("calibration.key: must have 1 to 256 characters");
    assertThat(errors("REACTIVE_CALIBRATION_MODE", "sleep"))
        .singleElement()
        .asString()
        .startsWith("calibration.mode: must be one of apply, observe");
  }

  @Test
  void aBodyMustFitIntoARecord() {
    assertThat(from("REACTIVE_HTTP_MAX_BODY_BYTES", "1035264").http().maxBodyBytes())
        .isEqualTo(MIB - 13_312);
    assertThat(errors("REACTIVE_HTTP_MAX_BODY_BYTES", "1035265"))
        .containsExactly(
            "http.max-body-bytes: an event of this size requires a record of 1048577 bytes, but"
                + " kafka.producer.max.request.size is 1048576");
    assertThat(
            from(
                    "REACTIVE_HTTP_MAX_BODY_BYTES",
                    "1035265",
                    "REACTIVE_KAFKA_PRODUCER_MAX_REQUEST_SIZE",
                    "1048577")
                .http()
                .maxBodyBytes())
        .isEqualTo(1_035_265);
    assertThat(errors("REACTIVE_KAFKA_PRODUCER_MAX_REQUEST_SIZE", " 1000 "))
        .singleElement()
        .asString()
        .startsWith("http.max-body-bytes: ");
  }

  /** Each may fit by itself: it is the sum that must. */
  @ParameterizedTest
  @CsvSource({
    "BATCH_STRIPE_BYTES, 1073741824, batch.stripe-bytes",
    "HTTP_BODY_BUDGET_BYTES, 1073741824, http.body-budget-bytes",
    "HTTP_MAX_CONNECTIONS, 1000000, http.max-connections"
  })
  void whatIsHeldAtWorstMustFitIntoTheHeap(String variable, String value, String key) {
    assertThat(errors("REACTIVE_" + variable, value, "REACTIVE_HTTP_EVENT_LOOPS", "2"))
        .singleElement()
        .asString()
        .startsWith(key + ": http.body-budget-bytes ")
        .contains(
            ", http.max-connections x 8192 ",
            ", http.max-body-bytes x 4 x http.event-loops 2097152, ",
            ", batch.stripe-bytes x http.event-loops x lanes ",
            ", the producers' buffers ",
            " bytes, but the heap has " + Runtime.getRuntime().maxMemory(),
            "raise -Xmx or lower one of them");
  }

  @Test
  void theBudgetOfBodiesHoldsOneAtLeast() {
    assertThat(errors("REACTIVE_HTTP_BODY_BUDGET_BYTES", "262143"))
        .containsExactly(
            "http.body-budget-bytes: must hold one body of http.max-body-bytes, 262144, in full"
                + " segments of 8192, not 262143");
    assertThat(from("REACTIVE_HTTP_BODY_BUDGET_BYTES", "262144").http().bodyBudgetBytes())
        .isEqualTo(262_144);
  }

  @Test
  void manyLoopsShareAnEighthOfTheHeap() {
    GatewayConfig config = from("REACTIVE_HTTP_EVENT_LOOPS", "60");
    assertThat(config.batching().batcher().stripeBytes()).isLessThan(8 << 20);
    assertThat(config.budgetBytes()).isLessThanOrEqualTo(Runtime.getRuntime().maxMemory() / 8);
  }

  @Test
  void aBodyMustFitIntoHalfAStripe() {
    assertThat(errors("REACTIVE_BATCH_STRIPE_BYTES", "550911"))
        .containsExactly(
            "batch.stripe-bytes: must be a whole number from 550912 to 1073741824 bytes, plain or"
                + " with a unit (256KiB, 1GiB), not '550911'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "", "ä", "a/b"})
  void theTopicMustHaveATopicsName(String topic) {
    assertThat(errors("REACTIVE_STREAMS_COUNTER_TOPIC", topic))
        .containsExactly("streams.counter.topic: is not a Kafka topic name");
  }

  /** What goes by another lane would overtake what lies in the topic's spool. */
  @Test
  void streamsOfATopicWithASpoolShareIt(@TempDir Path dir) throws IOException {
    String schema = "{'type': 'record', 'name': 'R', 'fields': [{'name': 'a', 'type': 'int'}]}";
    Path file = Files.writeString(dir.resolve("r.avsc"), schema.replace('\'', '"'));
    Map<String, String> keys = new TreeMap<>();
    keys.put("streams.counter.spool", "true");
    keys.put("streams.other.schema", file.toString());
    keys.put("streams.other.topic", "counter-events");
    String error =
        "streams.other.spool: counter has the same topic: spool and max-latency-ms must be the same"
            + " for both";
    assertThat(errorsOf(keys)).containsExactly(error);
    keys.put("streams.other.spool", "true");
    assertThat(GatewayConfig.from(Settings.ofKeys(keys)).batching().lanes()).hasSize(1);
    keys.put("streams.other.max-latency-ms", "7");
    assertThat(errorsOf(keys)).containsExactly(error);
  }

  @Test
  void recordsThatHoldBodiesChangeNothingInThem() {
    Map<String, String> keys = new HashMap<>();
    keys.put("batch.calibration-file", "");
    keys.put("streams.counter.unknown-fields", "keep");
    assertThat(errorsOf(keys))
        .containsExactly(
            "streams.counter.unknown-fields: keep needs value: json; the record has no such field");
    keys.put("streams.counter.value", "json");
    StreamDefinition stream = GatewayConfig.from(Settings.ofKeys(keys)).streams().get(0);
    assertThat(stream.routes()).containsExactly("/api/counter");
    assertThat(stream.framePrefix()).isEmpty();
    assertThat(stream.protobuf().hasNumbers()).isFalse();
    keys.put("streams.counter.unknown-fields", "drop");
    keys.put("streams.counter.framing", "single-object");
    keys.put("streams.counter.format", "packed");
    keys.put("streams.counter.key", "");
    keys.put("streams.counter.route", "/a/{sessionId}");
    keys.put("streams.counter.protobuf-unknown-fields", "drop");
    assertThat(errorsOf(keys))
        .containsExactly(
            "streams.counter.format: value: json requires format: event",
            "streams.counter.framing: single-object is for Avro; leave it out with value: json",
            "streams.counter.unknown-fields: with value: json nothing is dropped; refuse, or keep",
            "streams.counter.protobuf-unknown-fields: with value: json no protobuf is taken",
            "streams.counter.route: with value: json the body is not changed, so no part of the"
                + " path can be its field");
  }

  @Test
  void recordsOfProtobufHaveNoMoreThanTheMessage(@TempDir Path dir) throws IOException {
    Map<String, String> keys = new HashMap<>();
    keys.put("batch.calibration-file", "");
    keys.put("streams.counter.value", "protobuf");
    StreamDefinition stream = GatewayConfig.from(Settings.ofKeys(keys)).streams().get(0);
    assertThat(stream.framePrefix()).isEmpty();
    assertThat(stream.routes()).hasSize(2);
    keys.put("streams.counter.framing", "confluent");
    keys.put("registry.url", "http://localhost:8081");
    stream = GatewayConfig.from(Settings.ofKeys(keys)).streams().get(0);
    assertThat(stream.withSchemaIds(7, List.of()).framePrefix()).containsExactly(0, 0, 0, 0, 7, 0);
    keys.put("streams.counter.unknown-fields", "keep");
    keys.put("streams.counter.framing", "single-object");
    keys.put("streams.counter.format", "packed");
    keys.put("streams.counter.key", "");
    assertThat(errorsOf(keys))
        .containsExactly(
            "streams.counter.unknown-fields: keep needs value: json; the record has no such field",
            "streams.counter.format: value: protobuf requires format: event",
            "streams.counter.framing: single-object is for Avro; leave it out with value:"
                + " protobuf");

    String schema =
        "{'type': 'record', 'name': 'R', 'fields': [{'name': 'a', 'type': 'string',"
            + " 'default': '', 'x-reactive': 'client-address'}]}";
    Path file = Files.writeString(dir.resolve("r.avsc"), schema.replace('\'', '"'));
    Map<String, String> other = new HashMap<>();
    other.put("batch.calibration-file", "");
    other.put("streams.other.schema", file.toString());
    other.put("streams.other.value", "protobuf");
    assertThat(errorsOf(other))
        .containsExactly(
            "streams.other.value: client-address and user-agent need value: avro; other values have"
                + " no field that the gateway sets");
    Files.writeString(file, schema.replace('\'', '"').replace("client-address", "event-id"));
    GatewayConfig withoutNumbers = GatewayConfig.from(Settings.ofKeys(other));
    assertThatThrownBy(withoutNumbers::checkNumbers)
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.errors())
                    .containsExactly(
                        "streams.other.value: protobuf needs the file of field numbers; run"
                            + " ./reactive proto other --update with this configuration, and"
                            + " commit the file"));
  }

  @Test
  void earlierSchemasAreOfAvroAndHaveNamesOfTheirOwn(@TempDir Path dir) throws IOException {
    String schema =
        "{\"type\": \"record\", \"name\": \"R\", \"fields\": [{\"name\": \"%s\", \"type\":"
            + " \"string\"}]}";
    Files.createDirectory(dir.resolve("old"));
    for (String file : List.of("r.avsc", "old/r.avsc", "r1.avsc")) {
      Files.writeString(dir.resolve(file), schema.formatted("a"));
    }
    Files.writeString(dir.resolve("r0.avsc"), schema.formatted("b"));
    Files.writeString(
        dir.resolve("r.schema.json"),
        "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"object\"}");
    Map<String, String> keys = new HashMap<>();
    keys.put("batch.calibration-file", "");
    keys.put("streams.other.schema", dir.resolve("r.avsc").toString());
    keys.put("streams.other.key", "a");
    String earlier = "streams.other.earlier-schemas";
    keys.put(earlier, dir.resolve("r1.avsc").toString());
    StreamDefinition stream = GatewayConfig.from(Settings.ofKeys(keys)).streams().get(0);
    assertThat(stream.versions().names()).containsExactly("r", "r1");
    keys.put(
        earlier, dir.resolve("old/r.avsc") + "," + dir.resolve("r.schema.json") + ",/none/x.avsc");
    assertThat(errorsOf(keys))
        .containsExactly(
            earlier + ": two versions have the name r",
            earlier
                + ": "
                + dir.resolve("r.schema.json")
                + " is a JSON Schema; this is for Avro"
                + " schemas",
            earlier + ": /none/x.avsc cannot be read: no such file");
    keys.put(earlier, dir.resolve("r0.avsc").toString());
    assertThat(errorsOf(keys)).singleElement().asString().contains("other.schema: r0: field a");
    keys.put(earlier, dir.resolve("r1.avsc").toString());
    keys.put("streams.other.value", "protobuf");
    assertThat(errorsOf(keys))
        .containsExactly(
            earlier + ": cannot be combined with value: protobuf; its messages have one schema");
    keys.remove("streams.other.value");
    keys.put("streams.other.schema", dir.resolve("r.schema.json").toString());
    assertThat(errorsOf(keys))
        .containsExactly(earlier + ": is for Avro schemas; a JSON Schema has anyOf");
  }

  @Test
  void whatOneVersionProtectsAllDo(@TempDir Path dir) throws IOException {
    String schema =
        "{\"type\": \"record\", \"name\": \"R\", \"fields\": [{\"name\": \"who\", \"type\": [\"null\","
            + " {\"type\": \"record\", \"name\": \"W\", \"fields\": [{\"name\": \"mail\", \"type\":"
            + " \"string\"%s}]}]}]}";
    Files.writeString(dir.resolve("r2.avsc"), schema.formatted(", \"x-hash\": \"hmac-sha256\""));
    Files.writeString(dir.resolve("r1.avsc"), schema.formatted(""));
    Files.writeString(dir.resolve("key"), "k1 " + "0b".repeat(32));
    Map<String, String> keys = new HashMap<>();
    keys.put("batch.calibration-file", "");
    keys.put("privacy.hash-key-file", dir.resolve("key").toString());
    keys.put("streams.r.schema", dir.resolve("r2.avsc").toString());
    keys.put("streams.r.earlier-schemas", dir.resolve("r1.avsc").toString());
    assertThat(errorsOf(keys))
        .containsExactly(
            "streams.r.earlier-schemas: who.mail has x-drop or x-hash in one version only; all that"
                + " have it must protect it");
    StreamDefinition before =
        GatewayConfig.from(
                Settings.ofKeys(
                    Map.of(
                        "batch.calibration-file", "",
                        "privacy.hash-key-file", dir.resolve("key").toString(),
                        "streams.r.schema", dir.resolve("r2.avsc").toString())))
            .streams()
            .get(0);
    Schema bare = new Schema.Parser().parse(dir.resolve("r1.avsc").toFile());
    assertThat(StreamChecks.fault(before, before.withSchema(bare, 1, "1"), true))
        .contains("who.mail has lost its x-drop or x-hash");
    assertThat(StreamChecks.fault(before, before.withSchema(before.schema(), 1, "1"), true))
        .isEmpty();
    Schema noRecord = Schema.create(Schema.Type.STRING);
    assertThat(StreamChecks.fault(before, before.withSchema(noRecord, 1, "1"), true)).isPresent();
  }

  @Test
  void aSchemaThatChangesIsNamedInEachRecord(@TempDir Path dir) throws IOException {
    String schema =
        "{\"type\": \"record\", \"name\": \"R\", \"fields\": [{\"name\": \"a\", \"type\": \"string\"}]}";
    Files.writeString(dir.resolve("r.avsc"), schema);
    Files.writeString(dir.resolve("r1.avsc"), schema);
    Map<String, String> keys = new HashMap<>();
    keys.put("batch.calibration-file", "");
    keys.put("streams.r.schema", dir.resolve("r.avsc").toString());
    keys.put("streams.r.earlier-schemas", dir.resolve("r1.avsc").toString());
    keys.put("streams.r.follow-registry", "true");
    keys.put("streams.r.framing", "raw");
    assertThat(errorsOf(keys))
        .containsExactly(
            "streams.r.earlier-schemas: needs a framing that names the schema; raw does not",
            "streams.r.follow-registry: cannot be combined with earlier-schemas",
            "streams.r.follow-registry: needs a framing that names the schema; raw does not",
            "streams.r.follow-registry: requires registry.url");
  }

  private static List<String> errorsOf(Map<String, String> keys) {
    ConfigException failure =
        catchThrowableOfType(
            ConfigException.class, () -> GatewayConfig.from(Settings.ofKeys(keys)));
    assertThat(failure).as("it is refused").isNotNull();
    return failure.errors();
  }

  /** By whatever way a value comes: what the reader sees is a place and a sentence. */
  @Test
  void anErrorNamesItsLineOrItsVariable(@TempDir Path dir) throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("gateway.yaml"),
            """
            http:
              port: 70000
              prot: 8080
              answer-timeout-ms: 1s
            kafka.producer:
              linger.ms: soon
            streams:
              orders: {schema: none.avsc}
            security.jwt.jwks-file: none.json
            batch.calibration-file: "a\\0b"
            """);
    Map<String, String> env = Map.of("REACTIVE_HTTP_IDLE_TIMEOUT_MS", "1 week");
    ConfigException failure =
        catchThrowableOfType(
            ConfigException.class, () -> GatewayConfig.from(Settings.of(file, env)));
    assertThat(failure.errors())
        .contains(
            file + ":2: http.port: must be a whole number from 0 to 65535, not '70000'",
            file + ":3: http.prot: unknown key; did you mean 'http.port'?",
            file
                + ":8: streams.orders.schema: "
                + file.resolveSibling("none.avsc")
                + " cannot be read: no such file",
            "REACTIVE_HTTP_IDLE_TIMEOUT_MS: http.idle-timeout-ms: must be a whole number from 100"
                + " to 3600000 ms, plain or with a unit (20ms, 60s), not '1 week'")
        .anySatisfy(error -> assertThat(error).startsWith(file + ":4: http.answer-timeout-ms: "))
        .anySatisfy(error -> assertThat(error).startsWith(file + ":6: kafka.producer.linger.ms: "))
        .anySatisfy(error -> assertThat(error).startsWith(file + ":9: security.jwt.jwks-file: "))
        .anySatisfy(error -> assertThat(error).startsWith(file + ":10: batch.calibration-file: "))
        .allSatisfy(error -> assertThat(error).doesNotContainPattern(JAVA_NAMES));
  }

  /** Avro's, Jackson's and the class library's exceptions name themselves in their messages. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "",
        "nonsense",
        "[1]",
        "{'type':'record'}",
        "{'type':'record','name':'1'}",
        "'int'",
        "{'type':'record','name':'R','fields':[{'name':'a','type':'unknown'}]}",
        "{'type':'record','name':'R','fields':[{'name':'a','type':'int','default':'x'}]}"
      })
  void aFileThatCannotBeUsedIsRefusedInSentences(String text, @TempDir Path dir)
      throws IOException {
    Path file = Files.writeString(dir.resolve("file"), text.replace('\'', '"'));
    for (String key :
        new String[] {
          "REACTIVE_STREAMS_COUNTER_SCHEMA",
          "REACTIVE_SECURITY_API_KEYS_FILE",
          "REACTIVE_SECURITY_JWT_JWKS_FILE",
          "REACTIVE_HTTP_TLS_CERTIFICATE_FILE"
        }) {
      for (Path given : new Path[] {file, dir, dir.resolve("none")}) {
        assertThat(errors(key, given.toString())).as(key).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ABOVE | 0       | has no effect without hot-key.above",
        "TOPIC        | a/b     | is not a Kafka topic name",
        "TOPIC        | own     | is the topic of stream counter",
        "TOPIC        | refused | is the quarantine of stream counter",
      })
  void aTopicOfHotKeysIsOneOfTheirOwn(String key, String value, String error) {
    String prefix = "REACTIVE_STREAMS_COUNTER_";
    Map<String, String> env = new TreeMap<>();
    env.put(prefix + "TOPIC", "own");
    env.put(prefix + "QUARANTINE", "refused");
    env.put(prefix + "HOT_KEY_ABOVE", "100");
    env.put(prefix + "HOT_KEY_TOPIC", "hot");
    assertThat(from(env).streams().get(0).topics()).containsExactly("own", "refused", "hot");
    env.put(prefix + "HOT_KEY_" + key, value);
    assertThat(errors(env)).containsExactly("streams.counter.hot-key.topic: " + error);
  }

  @Test
  void whatGoesToOneTopicOnlyHasNoTopicOfHotKeys() {
    String prefix = "REACTIVE_STREAMS_COUNTER_";
    Map<String, String> env = new TreeMap<>();
    env.put(prefix + "HOT_KEY_ABOVE", "100");
    env.put(prefix + "HOT_KEY_TOPIC", "hot");
    env.put(prefix + "SPOOL", "true");
    env.put("REACTIVE_SPOOL_DIR", "spool");
    assertThat(errors(env))
        .containsExactly(
            "streams.counter.hot-key.topic: cannot be combined with spool: a spool keeps the"
                + " events of one topic in their order");
    env.keySet().removeIf(key -> key.contains("SPOOL"));
    env.put(prefix + "KEY", "");
    assertThat(errors(env))
        .containsExactly("streams.counter.hot-key.above: has no effect without a key");
    env.remove(prefix + "KEY");
    env.put(prefix + "FORMAT", "packed");
    assertThat(errors(env))
        .containsExactly(
            "streams.counter.key: a packed record holds many events and has no key; leave it"
                + " empty");
  }

  @Test
  void severalErrorsAreReportedTogether() {
    assertThat(
            errors(
                "REACTIVE_HTTP_PORT", "65536",
                "REACTIVE_HTTP_HOST", "0.0.0.0",
                "REACTIVE_HTTP_ANSWER_TIMEOUT_MS", "100",
                "REACTIVE_KAFKA_BOOTSTRAP_SERVERS", " ",
                "REACTIVE_KAFKA_PRODUCER_ACKS", "0",
                "REACTIVE_HTTP_MAX_BODY_BYTES", "2000000",
                "REACTIVE_SPEED", "high"))
        .extracting(error -> error.substring(0, error.indexOf(':')))
        .containsExactlyInAnyOrder(
            "http.port",
            "http.host",
            "http.answer-timeout-ms",
            "kafka.bootstrap-servers",
            "kafka.producer.acks",
            "http.max-body-bytes",
            "REACTIVE_SPEED");
  }

  private static GatewayConfig from(String... namesAndValues) {
    Map<String, String> env = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      env.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return from(env);
  }

  private static GatewayConfig from(Map<String, String> env) {
    return GatewayConfig.from(Settings.of(env).withDefault("streams.counter.enabled", "true"));
  }

  private static List<String> errors(String... namesAndValues) {
    return errors(catchThrowableOfType(ConfigException.class, () -> from(namesAndValues)));
  }

  private static List<String> errors(Map<String, String> env) {
    return errors(catchThrowableOfType(ConfigException.class, () -> from(env)));
  }

  private static List<String> errors(ConfigException failure) {
    assertThat(failure).as("it is refused").isNotNull();
    assertThat(failure.errors())
        .allSatisfy(error -> assertThat(error).doesNotContainPattern(JAVA_NAMES));
    return failure.errors().stream()
        .map(error -> error.replaceFirst("^REACTIVE_\\w+: (?=[a-z][a-z0-9.-]*: )", ""))
        .toList();
  }
}
