package com.reactive.platform.gateway.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.testing.LogCapture;
import com.reactive.platform.gateway.testing.TestGateway;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is said while there is no Kafka: in words, at once, and not all the time. */
class KafkaAwayTest {
  private LogCapture log;

  @BeforeEach
  void listen() {
    log = new LogCapture(KafkaConnection.class);
  }

  @AfterEach
  void stopListening() {
    log.close();
  }

  /** The one warning that a start without Kafka brings; the topic's detail agrees with it. */
  private String warning(String servers, Map<String, String> producer) throws Exception {
    Map<String, String> keys = new HashMap<>(producer);
    keys.put("kafka.bootstrap-servers", servers);
    KafkaConfig config = KafkaConfig.from(Settings.ofKeys(keys));
    try (KafkaConnection connection =
        new KafkaConnection(config, 1 << 20, 1, Set.of(Acks.ALL), OptionalLong.empty())) {
      TopicStatus topic = connection.watch("t");
      connection.start();
      TestGateway.await("it is told", () -> !log.lines("WARN").isEmpty());
      TestGateway.await("readiness tells it", () -> topic.detail().startsWith("no response from "));
      assertThat(topic.detail()).startsWith("no response from " + servers + ": ");
      assertPlain(topic.detail());
    }
    String warning = log.lines("WARN").get(0);
    assertThat(warning).startsWith("WARN Kafka at " + servers + " is unreachable: ");
    assertThat(warning).endsWith("Retrying about once a second");
    assertPlain(warning);
    return warning;
  }

  /** Nothing that only a Java programmer knows. */
  private static void assertPlain(String text) {
    assertThat(text).doesNotContain("Exception", "Call", "listNodes", "describe", "org.", "java.");
  }

  @Test
  void aPortWhereNobodyListens() throws Exception {
    assertThat(warning("127.0.0.1:1", Map.of())).contains("connection refused");
  }

  @Test
  void aNameThatNobodyKnows() throws Exception {
    assertThat(warning("kafka.invalid:9092", Map.of())).contains("unknown host");
  }

  @Test
  void severalAddressesAreToldApart() throws Exception {
    assertThat(warning("127.0.0.1:1,kafka.invalid:9092", Map.of()))
        .contains("127.0.0.1:1 connection refused; kafka.invalid:9092 unknown host");
  }

  @Test
  void somebodyWhoListensAndSaysNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertThat(warning("127.0.0.1:" + silent.getLocalPort(), Map.of()))
          .contains("accepts connections but does not respond", "TLS");
    }
  }

  @Test
  void aFileOfCertificatesThatIsNotThere() throws Exception {
    Map<String, String> tls =
        Map.of(
            "kafka.producer.security.protocol", "SSL",
            "kafka.producer.ssl.truststore.location", "/not/there.jks");
    assertThat(warning("127.0.0.1:1", tls)).contains("settings kafka.producer.*");
  }

  @Test
  void itIsToldEverMoreSeldomAndOnceWhenItIsOver() {
    AtomicLong clock = new AtomicLong();
    OutageLog outage = new OutageLog("k:1", clock::get);
    outage.answered();
    for (int second = 0; second < 240; second++) {
      clock.set(TimeUnit.SECONDS.toNanos(second));
      assertThat(outage.unanswered(0, () -> "refused")).isEqualTo("refused");
    }
    outage.answered();
    outage.answered();
    assertThat(log.lines("WARN"))
        .hasSize(7)
        .first()
        .isEqualTo("WARN Kafka at k:1 is unreachable: refused. Retrying about once a second");
    assertThat(log.lines("WARN").stream().skip(1))
        .extracting(line -> line.replaceAll("\\D*1 has been unreachable for (\\d+) s.*", "$1"))
        .isEqualTo(List.of("2", "12", "42", "102", "162", "222"));
    assertThat(log.lines("INFO"))
        .containsExactly("INFO Kafka at k:1 is reachable again after 239 s");
  }

  @Test
  void aTopicThatIsMissingIsAWarningOnceWithWhatToDo() {
    TopicHealth topic = new TopicHealth("orders", 1, Optional.empty());
    for (int pass = 0; pass < 3; pass++) {
      topic.ails(SinkState.TOPIC_MISSING, "topic orders does not exist", "Create it");
    }
    topic.ready();
    topic.ready();
    assertThat(log.lines("WARN"))
        .containsExactly(
            "WARN topic orders does not exist; its events are rejected (503); other streams"
                + " are not affected. Create it");
    assertThat(log.lines("INFO")).containsExactly("INFO Topic orders is ready");
  }
}
