package com.reactive.platform.gateway.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.Acks;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaConfigTest {
  private static final long MIB = 1 << 20;

  @Test
  void theProducerIsSetUpForWhatThePromisesRestOn() {
    Map<String, Object> properties = config(Map.of()).producerProperties(MIB, Acks.ALL);
    assertThat(properties)
        .containsEntry("bootstrap.servers", "k1:9092,k2:9092")
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("retries", Integer.MAX_VALUE)
        .containsEntry("max.block.ms", 20)
        .containsEntry("delivery.timeout.ms", 3_000)
        .containsEntry("linger.ms", 0)
        .containsEntry("enable.metrics.push", false)
        .containsEntry("metadata.recovery.strategy", "none")
        .containsEntry("key.serializer", ByteArraySerializer.class)
        .containsEntry("value.serializer", ByteArraySerializer.class);
  }

  /** As the client itself reads it: unknown names or conflicts would throw or be turned off. */
  @ParameterizedTest
  @ValueSource(ints = {100, 4_999, 5_000, 5_001, 600_000})
  void theClientTakesTheProperties(int deliveryTimeoutMillis) {
    KafkaConfig config =
        new KafkaConfig(
            "k:1",
            5,
            20,
            deliveryTimeoutMillis,
            0,
            Optional.empty(),
            Map.of(),
            KafkaConfig.Client.JAVA);
    ProducerConfig read = new ProducerConfig(config.producerProperties(MIB, Acks.ALL));
    assertThat(read.getBoolean("enable.idempotence")).isTrue();
    assertThat(read.getString("acks")).isEqualTo("-1");
    assertThat(read.getInt("delivery.timeout.ms")).isEqualTo(deliveryTimeoutMillis);
    assertThat((long) read.getInt("request.timeout.ms") + read.getLong("linger.ms"))
        .as("else the client's constructor throws")
        .isLessThanOrEqualTo(deliveryTimeoutMillis);
    assertThat(config.producerProperties(MIB, Acks.ALL).keySet())
        .isSubsetOf(ProducerConfig.configNames());
  }

  /** So that our own bound is the one that is met first. */
  @ParameterizedTest
  @ValueSource(longs = {1, MIB, 64 * MIB, 256L << 30})
  void theClientsMemoryIsAboveOurBudget(long budgetBytes) {
    Map<String, Object> properties = config(Map.of()).producerProperties(budgetBytes, Acks.ALL);
    long memory = ((Number) properties.get("buffer.memory")).longValue();
    assertThat(memory)
        .isGreaterThan(budgetBytes + ((Number) properties.get("batch.size")).longValue());
    new ProducerConfig(properties);
  }

  @Test
  void theNativeClientLooksAtTheBootstrapServersAgain() {
    String key = "metadata.recovery.strategy";
    assertThat(config(Map.of()).nativeProperties(MIB)).containsEntry(key, "rebootstrap");
    assertThat(config(Map.of(key, "none")).nativeProperties(MIB)).containsEntry(key, "none");
  }

  @Test
  void aPassThroughGoesOverOurDefaults() {
    Map<String, String> passThrough =
        Map.of(
            "linger.ms",
            "7",
            "compression.type",
            "zstd",
            "metadata.recovery.strategy",
            "rebootstrap");
    assertThat(config(passThrough).producerProperties(MIB, Acks.ALL))
        .containsAllEntriesOf(passThrough);
  }

  @ParameterizedTest
  @CsvSource({
    "bootstrap.servers, elsewhere:1",
    "acks, 0",
    "enable.idempotence, false",
    "retries, 0",
    "max.block.ms, 60000",
    "delivery.timeout.ms, 1",
    "key.serializer, x",
    "value.serializer, x"
  })
  void aPassThroughDoesNotGoOverWhatThePromisesRestOn(String name, String value) {
    assertThat(config(Map.of(name, value)).producerProperties(MIB, Acks.ALL))
        .isEqualTo(config(Map.of()).producerProperties(MIB, Acks.ALL));
  }

  @Test
  void theProbeTakesTheSameWayToKafka() {
    Map<String, String> security =
        Map.of(
            "security.protocol", "SASL_SSL",
            "sasl.mechanism", "PLAIN",
            "sasl.jaas.config", "secret",
            "ssl.truststore.location", "/t",
            "client.dns.lookup", "use_all_dns_ips");
    Map<String, String> passThrough = new HashMap<>(security);
    passThrough.put("linger.ms", "7");
    passThrough.put("compression.type", "zstd");
    passThrough.put("batch.size", "1");
    passThrough.put("max.request.size", "9");
    Map<String, Object> properties = config(passThrough).adminProperties(2_000);
    assertThat(properties)
        .containsAllEntriesOf(security)
        .containsEntry("bootstrap.servers", "k1:9092,k2:9092")
        .doesNotContainKeys("linger.ms", "compression.type", "batch.size", "max.request.size");
    assertThat(properties.keySet()).isSubsetOf(AdminClientConfig.configNames());
    assertThat(config(passThrough).clientProperties())
        .containsAllEntriesOf(security)
        .containsEntry("bootstrap.servers", "k1:9092,k2:9092")
        .doesNotContainKeys("linger.ms", "batch.size", "request.timeout.ms");
  }

  /** The probe's own timeouts bound how long a close waits for it. */
  @Test
  void theProbeKeepsItsOwnTimeoutsAndName() {
    Map<String, String> passThrough =
        Map.of(
            "request.timeout.ms", "60000",
            "client.id", "mine",
            "default.api.timeout.ms", "60000",
            "bootstrap.servers", "elsewhere:1");
    assertThat(config(passThrough).adminProperties(2_000))
        .containsEntry("request.timeout.ms", 2_000)
        .containsEntry("default.api.timeout.ms", 2_000)
        .containsEntry("client.id", "reactive-gateway-probe")
        .containsEntry("bootstrap.servers", "k1:9092,k2:9092");
  }

  @Test
  void theWorstCaseDoesNotOverflow() {
    KafkaConfig config =
        new KafkaConfig(
            "k:1",
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            300_000,
            Optional.empty(),
            Map.of(),
            KafkaConfig.Client.JAVA);
    assertThat(config.worstCaseMillis()).isEqualTo(3L * Integer.MAX_VALUE);
  }

  @Test
  void theSettingsAreReadOnce() {
    Settings settings =
        Settings.of(
            Map.of(
                "REACTIVE_KAFKA_BOOTSTRAP_SERVERS", "k1:9092,k2:9092",
                "REACTIVE_KAFKA_QUEUE_TIMEOUT_MS", "10",
                "REACTIVE_KAFKA_MAX_BLOCK_MS", "20",
                "REACTIVE_KAFKA_DELIVERY_TIMEOUT_MS", "3000",
                "REACTIVE_KAFKA_SETTLE_TIMEOUT_MS", "0",
                "REACTIVE_KAFKA_PRODUCER_LINGER_MS", "7"));
    assertThat(KafkaConfig.from(settings)).isEqualTo(config(Map.of("linger.ms", "7")));
    settings.check();
  }

  private static KafkaConfig config(Map<String, String> passThrough) {
    return new KafkaConfig(
        "k1:9092,k2:9092",
        10,
        20,
        3_000,
        0,
        Optional.empty(),
        passThrough,
        KafkaConfig.Client.NATIVE);
  }
}
