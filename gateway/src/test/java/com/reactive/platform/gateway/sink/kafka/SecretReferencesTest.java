package com.reactive.platform.gateway.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.Acks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretReferencesTest {
  @TempDir private Path folder;

  @Test
  void filesAndVariablesStandWhereTheyAreReferredTo() throws IOException {
    assertThat(SecretReferences.follow("plain $ {x} ${other:y}"))
        .isEqualTo("plain $ {x} ${other:y}");
    assertThat(SecretReferences.follow("${file:" + secret("hush\n") + "}")).isEqualTo("hush");
    assertThat(SecretReferences.follow("${env:PATH}")).isEqualTo(System.getenv("PATH"));
    assertThat(SecretReferences.follow("a=\"${file:" + secret("h") + "}\" b=\"${env:PATH}\";"))
        .isEqualTo("a=\"h\" b=\"" + System.getenv("PATH") + "\";");
  }

  /** A password must not end the quotes that it stands in. */
  @Test
  void betweenQuotesAValueStaysOne() throws IOException {
    Path file = secret("a\"; evil=\"\\$1");
    assertThat(SecretReferences.follow("p=\"${file:" + file + "}\";"))
        .isEqualTo("p=\"a\\\"; evil=\\\"\\\\$1\";");
    assertThat(SecretReferences.follow("${file:" + file + "}")).isEqualTo("a\"; evil=\"\\$1");
  }

  @Test
  void theClientGetsTheSecretAndNobodyElseDoes() throws IOException {
    String given = "x required password=\"${file:" + secret("hush") + "}\";";
    KafkaConfig config =
        config(
            Map.of(
                "kafka.producer.sasl.jaas.config",
                given,
                "kafka.producer.client.id",
                "${file:" + secret("hush") + "}"));
    assertThat(config.producerProperties(1, Acks.ALL))
        .containsEntry("sasl.jaas.config", "x required password=\"hush\";")
        .containsEntry("client.id", "hush");
    assertThat(config.adminProperties(1))
        .containsEntry("sasl.jaas.config", "x required password=\"hush\";");
    assertThat(config.producerInForce(1))
        .containsEntry("sasl.jaas.config", "[hidden]")
        .containsEntry("client.id", "[hidden]");
    assertThat(config.toString()).doesNotContain("hush");
  }

  @Test
  void whatCannotBeFollowedOrIsRefusedIsToldWithoutTheValue() throws IOException {
    assertThat(errors(Map.of("kafka.producer.ssl.key.password", "${file:/absent}")))
        .singleElement()
        .asString()
        .startsWith("kafka.producer.ssl.key.password: refers to a file that cannot be read: ");
    assertThat(errors(Map.of("kafka.producer.ssl.key.password", "${env:REACTIVE_NO_SUCH}")))
        .containsExactly(
            "kafka.producer.ssl.key.password: refers to the environment variable"
                + " REACTIVE_NO_SUCH, which is not set");
    assertThat(errors(Map.of("kafka.producer.linger.ms", "${file:" + secret("hush") + "}")))
        .containsExactly("kafka.producer.linger.ms: is rejected by the Kafka client");
    assertThat(errors(Map.of("kafka.producer.max.request.size", "${file:" + secret("9") + "}")))
        .containsExactly(
            "kafka.producer.max.request.size: must be a number: other limits depend on it");
  }

  private Path secret(String content) throws IOException {
    return Files.writeString(folder.resolve("secret"), content);
  }

  private static KafkaConfig config(Map<String, String> values) {
    Settings settings = Settings.ofKeys(values);
    KafkaConfig config = KafkaConfig.from(settings);
    settings.check();
    return config;
  }

  private static List<String> errors(Map<String, String> values) {
    return catchThrowableOfType(ConfigException.class, () -> config(values)).errors();
  }
}
