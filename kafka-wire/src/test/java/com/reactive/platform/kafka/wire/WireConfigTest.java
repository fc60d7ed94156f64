package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import com.reactive.platform.kafka.wire.produce.ProduceSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.record.internal.CompressionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireConfigTest {
  private static final String BOOTSTRAP = "bootstrap.servers";

  @ParameterizedTest
  @CsvSource({
    "acks,1",
    "acks,0",
    "enable.idempotence,false",
    "transactional.id,mine",
    "retries,5",
    "partitioner.class,org.example.Mine",
    "partitioner.ignore.keys,true",
    "interceptor.classes,org.example.Mine",
    "metric.reporters,org.example.Mine",
    "enable.metrics.push,true",
    "key.serializer,org.apache.kafka.common.serialization.StringSerializer",
    "value.serializer,org.apache.kafka.common.serialization.StringSerializer",
    "client.dns.lookup,resolve_canonical_bootstrap_servers_only"
  })
  void whatOnlyKafkasClientDoesIsNamed(String key, String value) {
    assertThat(WireConfig.unsupported(Map.of(key, value)))
        .singleElement()
        .satisfies(sentence -> assertThat(sentence).startsWith(key + ": "));
    assertThatThrownBy(() -> WireConfig.of(Map.of(BOOTSTRAP, "a:1", key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @ParameterizedTest
  @CsvSource({
    "GSSAPI,1",
    "NTLM,1",
    "PLAIN,0",
    "SCRAM-SHA-256,0",
    "SCRAM-SHA-512,0",
    "OAUTHBEARER,0"
  })
  void onlySomeMechanismsAreKnown(String mechanism, int named) {
    Map<String, Object> config =
        Map.of("security.protocol", "SASL_SSL", "sasl.mechanism", mechanism);
    assertThat(WireConfig.unsupported(config)).hasSize(named);
  }

  @Test
  void withoutAMechanismItIsKafkasDefaultWhichIsNotKnown() {
    assertThat(WireConfig.unsupported(Map.of("security.protocol", "SASL_PLAINTEXT")))
        .singleElement()
        .isEqualTo("sasl.mechanism: GSSAPI is not known");
  }

  @Test
  void whatEveryGatewaySetsIsKnown() {
    Map<String, Object> config = new HashMap<>();
    config.put("acks", "all");
    config.put("enable.idempotence", true);
    config.put("enable.metrics.push", false);
    config.put("retries", Integer.MAX_VALUE);
    config.put("interceptor.classes", List.of());
    config.put("linger.ms", 0);
    config.put("key.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
    assertThat(WireConfig.unsupported(config)).isEmpty();
  }

  @Test
  void defaultsAreKafkas() {
    WireConfig config = WireConfig.of(Map.of(BOOTSTRAP, "one:9092,two:9093"));
    ProduceSettings produce = config.produce();
    assertThat(produce.batchBytes()).isEqualTo(16_384);
    assertThat(produce.maxRequestBytes()).isEqualTo(1 << 20);
    assertThat(produce.bufferBytes()).isEqualTo(32L << 20);
    assertThat(produce.maxInFlightPerBroker()).isEqualTo(5);
    assertThat(produce.deliveryTimeoutNanos()).isEqualTo(TimeUnit.MINUTES.toNanos(2));
    assertThat(produce.compression().type()).isEqualTo(CompressionType.NONE);
    ClusterSettings cluster = config.cluster(null);
    assertThat(cluster.metadataMaxAgeMillis()).isEqualTo(TimeUnit.MINUTES.toMillis(5));
    assertThat(cluster.rebootstrap()).isTrue();
    assertThat(cluster.bootstrap())
        .containsExactly(new BrokerAddress(-1, "one", 9092), new BrokerAddress(-2, "two", 9093));
  }

  @Test
  void keysAreHonoured() {
    Map<String, Object> keys = new HashMap<>();
    keys.put(BOOTSTRAP, "[::1]:9092");
    keys.put("client.id", "me");
    keys.put("compression.type", "zstd");
    keys.put("compression.zstd.level", "7");
    keys.put("batch.size", "2097152");
    keys.put("buffer.memory", "1000000");
    keys.put("max.in.flight.requests.per.connection", "2");
    keys.put("request.timeout.ms", "1000");
    keys.put("delivery.timeout.ms", "3000");
    keys.put("linger.ms", "0");
    keys.put("retry.backoff.ms", "0");
    keys.put("metadata.recovery.strategy", "none");
    WireConfig config = WireConfig.of(keys);
    ProduceSettings produce = config.produce();
    assertThat(produce.clientId()).isEqualTo("me");
    assertThat(produce.compression().type()).isEqualTo(CompressionType.ZSTD);
    assertThat(produce.batchBytes()).isEqualTo(2 << 20);
    assertThat(produce.maxRequestBytes()).isEqualTo(2 << 20);
    assertThat(produce.bufferBytes()).isEqualTo(1_000_000);
    assertThat(produce.maxInFlightPerBroker()).isEqualTo(2);
    assertThat(produce.ackTimeoutMillis()).isEqualTo(1_000);
    assertThat(produce.deliveryTimeoutNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(3));
    assertThat(produce.retryBackoffNanos()).isPositive();
    assertThat(config.cluster(null).rebootstrap()).isFalse();
    assertThat(config.cluster(null).bootstrap().get(0).host()).isEqualTo("::1");
  }

  @Test
  void wrongValuesAreKafkasToRefuse() {
    assertThatThrownBy(() -> WireConfig.of(Map.of(BOOTSTRAP, "a:1", "batch.size", "many")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("batch.size");
    assertThatThrownBy(() -> WireConfig.of(Map.of(BOOTSTRAP, "no-port")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("no-port");
  }
}
