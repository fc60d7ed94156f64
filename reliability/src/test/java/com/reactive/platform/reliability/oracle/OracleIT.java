package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.kafka.benchmark.subject.http.GatewayStatus;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client in its own process, a real gateway, a real Kafka. */
class OracleIT {
  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static EmbeddedKafka kafka;

  @BeforeAll
  static void startKafka() {
    kafka =
        EmbeddedKafka.builder()
            .topic("whole", 3)
            .topic("restarted", 3)
            .topic("killed", 3)
            .topic("protocols", 3)
            .start();
  }

  @AfterAll
  static void stopKafka() {
    kafka.close();
  }

  @Test
  void aGatewayThatKeepsItsPromisesPasses(@TempDir Path journals) throws Exception {
    String topic = "whole";
    try (Gateway gateway = start(topic)) {
      OracleSettings settings =
          OracleSettings.of(url(gateway), topic, journals)
              .connections(8, 2)
              .shares(100, 50)
              .build();
      JsonNode before = fetch(new GatewayStatus(gateway.adminPort()));
      try (OracleLoad load = OracleLoad.start(settings)) {
        await(() -> load.count(201) > 2_000 && load.count(202) > 100 && load.count(413) > 10);
        load.stop(GRACE);
        GatewayStatus status = new GatewayStatus(gateway.adminPort());
        await(() -> LedgerCheck.ofWhatIs(fetch(status)).isEmpty());
        assertThat(LedgerCheck.ofRun(before, fetch(status), load.sent(), load.counts())).isEmpty();
        assertThat(load.counts()).containsKeys(201, 202, 400, 404, 413, 422);
        assertThat(load.faults()).isZero();
      }
      OracleVerdict verdict =
          OracleCheck.check(
              journals, CheckOptions.of(kafka.bootstrapServers(), topic).ofOwnTopic());

      assertThat(verdict.problems()).isEmpty();
      assertThat(verdict.count(OracleCount.ACKED)).isGreaterThan(2_000);
      assertThat(verdict.count(OracleCount.RECORDS))
          .isEqualTo(verdict.count(OracleCount.FOUND))
          .isGreaterThanOrEqualTo(verdict.count(OracleCount.ACKED));
      assertThat(verdict.table()).endsWith("VERIFIED: YES\n");
      assertThat(verdict.toJson().path("passed").asBoolean()).isTrue();
    }
  }

  /** Bad requests have no status of their own in every protocol, but none is taken. */
  @ParameterizedTest
  @EnumSource(names = "HTTP1", mode = EnumSource.Mode.EXCLUDE)
  void everyProtocolKeepsThem(OracleProtocol protocol, @TempDir Path journals) throws Exception {
    String topic = "protocols";
    try (Gateway gateway = start(topic)) {
      OracleSettings settings =
          OracleSettings.of(url(gateway), topic, journals)
              .mode(new PostingMode(protocol, false, false))
              .connections(4, 4)
              .shares(50, 100)
              .build();
      try (OracleLoad load = OracleLoad.start(settings)) {
        await(() -> load.count(201) > 300 && load.count(404) > 3);
        load.stop(GRACE);
        assertThat(load.faults()).isZero();
      }
    }
    OracleVerdict verdict = OracleCheck.check(journals, kafka.bootstrapServers(), topic);

    assertThat(verdict.problems()).isEmpty();
    assertThat(verdict.count(OracleCount.UNKNOWN) + verdict.count(OracleCount.UNANSWERED)).isZero();
    assertThat(verdict.count(OracleCount.REFUSED)).isGreaterThan(12);
  }

  @Test
  void theLoadGoesOnWhenTheGatewayIsBack(@TempDir Path journals) throws Exception {
    String topic = "restarted";
    int port = FreePorts.any(); // none that a connection may get meanwhile
    Gateway first = start(topic, Map.of("http.port", Integer.toString(port)));
    OracleSettings settings =
        OracleSettings.of(url(first), topic, journals)
            .rate(500)
            .mode(new PostingMode(OracleProtocol.HTTP1, true, false))
            .build();
    try (OracleLoad load = OracleLoad.start(settings)) {
      await(() -> load.count(201) > 100);
      first.close();
      try (Gateway second = start(topic, Map.of("http.port", Integer.toString(port)))) {
        long before = load.count(201);
        await(() -> load.count(201) > before + 100);
        assertThat(second.httpPort()).isEqualTo(port);
        load.stop(GRACE);
      }
    }

    OracleVerdict verdict = OracleCheck.check(journals, kafka.bootstrapServers(), topic);

    assertThat(verdict.problems()).isEmpty();
  }

  @Test
  void aClientThatIsKilledLeavesAJournalThatCanBeChecked(@TempDir Path journals) throws Exception {
    String topic = "killed";
    try (Gateway gateway = start(topic)) {
      try (OracleLoad load =
          OracleLoad.start(OracleSettings.of(url(gateway), topic, journals).build())) {
        await(() -> load.count(201) > 500);
      }
      OracleVerdict verdict = OracleCheck.check(journals, kafka.bootstrapServers(), topic);

      assertThat(verdict.problems()).isEmpty();
      assertThat(verdict.count(OracleCount.SENT))
          .isGreaterThanOrEqualTo(verdict.count(OracleCount.FOUND));
    }
  }

  @Test
  void aTopicThatIsNotThereProvesNothing(@TempDir Path journals) throws Exception {
    OracleVerdict verdict = OracleCheck.check(journals, kafka.bootstrapServers(), "no-such-topic");

    assertThat(verdict.passed()).isFalse();
    assertThat(verdict.problems()).singleElement().asString().contains("no-such-topic");
  }

  private static Gateway start(String topic) throws Exception {
    return start(topic, Map.of("http.port", "0"));
  }

  private static Gateway start(String topic, Map<String, String> more) throws Exception {
    Map<String, String> settings = new TreeMap<>(more);
    settings.put("admin.port", "0");
    settings.put("kafka.bootstrap-servers", kafka.bootstrapServers());
    settings.put("streams.counter.topic", topic);
    settings.put("batch.calibration-file", "");
    Gateway gateway = Gateway.start(GatewayConfig.from(Settings.ofKeys(settings)));
    await(gateway::ready);
    return gateway;
  }

  private static JsonNode fetch(GatewayStatus status) {
    try {
      return status.fetch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URI url(Gateway gateway) {
    return URI.create("http://127.0.0.1:" + gateway.httpPort() + "/api/counter");
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("%s have passed", PATIENCE).isNegative();
      Thread.sleep(10);
    }
  }
}
