package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which settings are left to Kafka's own consumer. */
class PartitionSourcesTest {
  @Test
  void theUsualOnesAreForTheNativeReader() {
    assertThat(
            PartitionSources.whyKafkasConsumer(
                Map.of(
                    "bootstrap.servers", "127.0.0.1:9092",
                    "group.id", "g",
                    "auto.offset.reset", "earliest",
                    "enable.metrics.push", true,
                    "security.protocol", "SASL_SSL",
                    "sasl.mechanism", "SCRAM-SHA-512")))
        .isEmpty();
  }

  @Test
  void whatOnlyKafkasConsumerDoesIsNamed() {
    assertThat(
            PartitionSources.whyKafkasConsumer(
                Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", "GSSAPI")))
        .hasValueSatisfying(why -> assertThat(why).startsWith("sasl.mechanism"));
    assertThat(PartitionSources.whyKafkasConsumer(Map.of("interceptor.classes", "a.B")))
        .hasValueSatisfying(why -> assertThat(why).startsWith("interceptor.classes"));
  }
}
