package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.CliProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that wants a login: `tail` uses the gateway's settings for it. */
class TailIT {
  private static final String TOPIC = "secure-events";
  private static final String PASSWORD = "right-horse-battery";
  private static final byte[] N_IS_21 = {42};

  @TempDir private Path folder;

  @Test
  void theSettingsOfTheGatewayOpenASecuredCluster() throws Exception {
    Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    Path schema =
        Files.writeString(
            folder.resolve("n.avsc"),
            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"n\",\"type\":\"int\"}]}");
    try (EmbeddedKafka kafka =
        EmbeddedKafka.builder()
            .topic(TOPIC, 2)
            .listener("SASL", "SASL_PLAINTEXT")
            .property("listener.name.sasl.sasl.enabled.mechanisms", "PLAIN")
            .property(
                "listener.name.sasl.plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required user_tail=\""
                    + PASSWORD
                    + "\";")
            .start()) {
      write(kafka.bootstrapServers());
      Path config = config(kafka.bootstrapServers("SASL"));
      String[] tail = {
        "tail",
        TOPIC,
        "--from-beginning",
        "-n",
        "1",
        "--config",
        config.toString(),
        "--schema",
        schema.toString(),
        "--framing",
        "raw"
      };

      ChildProcess.Result result = CliProcess.run(tail);

      assertThat(result.exitCode()).as(result.errors()).isZero();
      assertThat(result.out()).contains("\"event\":{\"n\":21}");
      assertThat(result.errors()).doesNotContain(PASSWORD);

      Files.writeString(folder.resolve("password"), "wrong");
      ChildProcess.Result refused = CliProcess.run(tail);

      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.errors()).contains("error: Authentication failed").doesNotContain("\tat ");
    }
  }

  private static void write(String servers) throws Exception {
    Map<String, Object> plain = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(plain, bytes, bytes)) {
      producer.send(new ProducerRecord<>(TOPIC, N_IS_21)).get();
    }
  }

  private Path config(String servers) throws Exception {
    return Files.writeString(
        folder.resolve("gateway.yaml"),
        """
        streams:
          counter:
            enabled: true
        kafka:
          bootstrap-servers: %s
          producer:
            security.protocol: SASL_PLAINTEXT
            sasl.mechanism: PLAIN
            sasl.jaas.config: |-
              org.apache.kafka.common.security.plain.PlainLoginModule required
              username="tail" password="${file:%s}";
        """
            .formatted(servers, folder.resolve("password")));
  }
}
