package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.reactive.platform.gateway.testing.TestCertificates;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A Kafka that takes nobody in without TLS and a password. */
class SecureKafkaIT {
  private static final String TOPIC = "secure-events";
  private static final String PASSWORD = "right-horse-battery";
  private static final String WRONG = "wrong-horse-battery";

  @TempDir private static Path folder;
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void start() throws Exception {
    TestCertificates certificates = TestCertificates.create();
    X509Bundle server = certificates.server(3);
    Files.writeString(
        folder.resolve("broker.pem"), server.getPrivateKeyPEM() + server.getCertificatePathPEM());
    Files.writeString(folder.resolve("ca.pem"), certificates.authority().getCertificatePEM());
    kafka =
        EmbeddedKafka.builder()
            .topic(TOPIC, 2)
            .listener("SASL", "SASL_SSL")
            .listener("TLS", "SSL")
            .property("ssl.keystore.type", "PEM")
            .property("ssl.keystore.location", folder.resolve("broker.pem").toString())
            .property("listener.name.sasl.sasl.enabled.mechanisms", "PLAIN")
            .property(
                "listener.name.sasl.plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required"
                    + " user_gateway=\""
                    + PASSWORD
                    + "\";")
            .start();
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @Test
  void eventsAreWrittenWithThePasswordFromAFile() throws Exception {
    try (Gateway gateway =
            TestGateway.start(kafka.bootstrapServers("SASL"), TOPIC, sasl(PASSWORD));
        WireClient wire = new WireClient(gateway.httpPort())) {
      assertThat(wire.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      assertThat(status(gateway)).contains("[hidden]").doesNotContain(PASSWORD);
    }
    assertThat(TestKafka.at(kafka.bootstrapServers()).readAll(TOPIC)).isNotEmpty();
  }

  @Test
  void tlsAloneIsEnoughWhereKafkaAsksForNoMore() throws Exception {
    Map<String, String> tls =
        Map.of(
            "REACTIVE_KAFKA_PRODUCER_SECURITY_PROTOCOL", "SSL",
            "REACTIVE_KAFKA_PRODUCER_SSL_TRUSTSTORE_TYPE", "PEM",
            "REACTIVE_KAFKA_PRODUCER_SSL_TRUSTSTORE_LOCATION", folder.resolve("ca.pem").toString());
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers("TLS"), TOPIC, tls);
        WireClient wire = new WireClient(gateway.httpPort())) {
      assertThat(wire.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
    }
  }

  @Test
  void aWrongPasswordIsToldAndNeverShown() throws Exception {
    Queue<String> logged = new ConcurrentLinkedQueue<>();
    Recorder recorder = new Recorder(logged);
    List<Logger> talkative =
        Stream.of("com.reactive", "org.apache.kafka")
            .map(name -> (Logger) LoggerFactory.getLogger(name))
            .toList();
    List<Level> before = talkative.stream().map(Logger::getLevel).toList();
    recorder.start();
    for (Logger logger : talkative) {
      logger.setLevel(Level.DEBUG);
      logger.setAdditive(false);
      logger.addAppender(recorder);
    }
    try (Gateway gateway =
            TestGateway.startWithoutWaiting(kafka.bootstrapServers("SASL"), TOPIC, sasl(WRONG));
        WireClient wire = new WireClient(gateway.httpPort())) {
      TestGateway.await(
          "the refusal is seen", () -> gateway.notReadyBecause().contains("authentication failed"));
      assertThat(gateway.ready()).isFalse();
      WireClient.Response refused = wire.exchange(WireClient.event("s", 1));
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body()).doesNotContain(WRONG);
      assertThat(status(gateway)).contains("[hidden]").doesNotContain(WRONG);
    } finally {
      for (int i = 0; i < before.size(); i++) {
        talkative.get(i).setLevel(before.get(i));
        talkative.get(i).setAdditive(true);
        talkative.get(i).detachAppender(recorder);
      }
    }
    assertThat(logged).isNotEmpty().noneMatch(line -> line.contains(WRONG));
  }

  private static Map<String, String> sasl(String password) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve(password.equals(PASSWORD) ? "right" : "wrong"), password + "\n");
    return Map.of(
        "REACTIVE_KAFKA_PRODUCER_SECURITY_PROTOCOL",
        "SASL_SSL",
        "REACTIVE_KAFKA_PRODUCER_SASL_MECHANISM",
        "PLAIN",
        "REACTIVE_KAFKA_PRODUCER_SSL_TRUSTSTORE_TYPE",
        "PEM",
        "REACTIVE_KAFKA_PRODUCER_SSL_TRUSTSTORE_LOCATION",
        folder.resolve("ca.pem").toString(),
        "REACTIVE_KAFKA_PRODUCER_SASL_JAAS_CONFIG",
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"gateway\""
            + " password=\"${file:"
            + file
            + "}\";");
  }

  private static String status(Gateway gateway) throws Exception {
    try (WireClient wire = new WireClient(gateway.adminPort())) {
      wire.send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
      return wire.read().body();
    }
  }

  private static final class Recorder extends AppenderBase<ILoggingEvent> {
    private final Queue<String> lines;

    Recorder(Queue<String> lines) {
      this.lines = lines;
    }

    @Override
    protected void append(ILoggingEvent event) {
      String thrown =
          event.getThrowableProxy() == null ? "" : event.getThrowableProxy().getMessage();
      lines.add(event.getFormattedMessage() + thrown);
    }
  }
}
