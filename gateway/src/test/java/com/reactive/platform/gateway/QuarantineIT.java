package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.testing.GrpcClient;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.TestStreams;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import io.grpc.CallOptions;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is refused for its content is in the quarantine before its client hears so. */
@ExtendWith(KafkaExtension.class)
class QuarantineIT {
  private static final String GOOD = "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":1}";
  private static final String BAD = "{\"sessionId\":\"s\",\"action\":\"sell\"}";

  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private TestKafka kafka;
  private String topic;
  private String quarantine;
  private Gateway gateway;

  @TempDir Path dir;

  @BeforeEach
  void use(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(2);
    quarantine = kafka.createTopic(1);
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
      assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
    }
  }

  private void start(String counter) throws Exception {
    gateway =
        Gateway.start(
            TestGateway.config(
                dir.resolve("gateway.yaml"),
                "streams:\n  counter: {topic: %s, quarantine: %s%s}\n"
                    .formatted(topic, quarantine, counter),
                kafka.bootstrapServers()));
    TestGateway.await("the gateway is ready", gateway::ready);
  }

  private WireClient.Response post(String path, String headers, String body) throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange(WireClient.post(path, headers, body));
    }
  }

  private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new TreeMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), new String(header.value(), UTF_8));
    }
    return headers;
  }

  @Test
  void aBodyIsKeptAsItCameWithTheReason() throws Exception {
    start("");
    WireClient.Response mismatch =
        post("/api/customers/a%20b/counter", "Idempotency-Key: e-1\r\n", BAD);
    assertThat(mismatch.status()).isEqualTo(422);
    assertThat(mismatch.field("quarantined")).isEqualTo("true");
    assertThat(mismatch.field("eventId")).isEqualTo("e-1");
    WireClient.Response malformed = post("/api/counter", "", "{not JSON");
    assertThat(malformed.status()).isEqualTo(400);
    assertThat(malformed.field("quarantined")).isEqualTo("true");
    assertThat(post("/api/counter", "", GOOD).status()).isEqualTo(201);

    List<ConsumerRecord<byte[], byte[]>> kept = kafka.readAll(quarantine);
    assertThat(kept)
        .extracting(record -> new String(record.value(), UTF_8))
        .containsExactly(BAD, "{not JSON");
    assertThat(headers(kept.get(0)))
        .containsEntry("event-id", "e-1")
        .containsEntry("request-id", mismatch.field("requestId"))
        .containsEntry("content-type", "application/json")
        .containsEntry("quarantine-stream", "counter")
        .containsEntry("quarantine-reason", "schema-mismatch")
        .containsEntry("quarantine-pointer", "/action")
        .containsEntry("quarantine-detail", mismatch.field("detail"))
        .containsEntry("quarantine-path-fields", "customerId=a+b")
        .containsKey("quarantine-schema")
        .doesNotContainKey("idempotency");
    assertThat(headers(kept.get(1)))
        .containsEntry("event-id", malformed.field("eventId"))
        .containsEntry("quarantine-reason", "malformed-json");
    assertThat(kafka.readAll(topic)).hasSize(1);
    assertThat(gateway.ledger().ended())
        .containsEntry(Outcome.SCHEMA, 1L)
        .containsEntry(Outcome.MALFORMED, 1L)
        .containsEntry(Outcome.ACKED, 1L);
  }

  @Test
  void aMendedEventHasTheSameId() throws Exception {
    start("");
    WireClient.Response refused = post("/api/counter", "", BAD);
    String key = "Idempotency-Key: " + refused.field("eventId") + "\r\n";
    assertThat(post("/api/counter", key, BAD).status()).isEqualTo(422);
    WireClient.Response mended = post("/api/counter", key, GOOD);
    assertThat(mended.status()).isEqualTo(201);
    assertThat(mended.field("eventId")).isEqualTo(refused.field("eventId"));
    assertThat(kafka.readAll(topic)).hasSize(1);
    assertThat(kafka.readAll(quarantine)).hasSize(2);
  }

  @Test
  void whoPrefersNoWaitWaitsForTheQuarantine() throws Exception {
    start(", respond: async");
    WireClient.Response refused = post("/api/counter", "", BAD);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.field("quarantined")).isEqualTo("true");
    assertThat(post("/api/counter", "", GOOD).status()).isEqualTo(202);
    assertThat(kafka.readAll(quarantine)).hasSize(1);
  }

  @Test
  void onlyContentIsKept() throws Exception {
    start(", max-body-bytes: 512");
    assertThat(post("/api/counter", "Idempotency-Key: a,b\r\n", GOOD).status()).isEqualTo(400);
    assertThat(post("/api/counter", "Content-Encoding: gzip\r\n", GOOD).status()).isEqualTo(400);
    assertThat(post("/api/counter", "", "{" + " ".repeat(600)).status()).isEqualTo(413);
    assertThat(kafka.readAll(quarantine)).isEmpty();
  }

  @Test
  void anEnvelopeThatIsNoneIsKept() throws Exception {
    start(", cloudevents: true");
    String body = "{\"specversion\":\"1.0\",\"id\":\"1\"}";
    try (WireClient client = new WireClient(gateway.httpPort())) {
      WireClient.Response refused =
          client.exchange(
              ("POST /api/counter HTTP/1.1\r\nHost: localhost\r\n"
                      + "Content-Type: application/cloudevents+json\r\nContent-Length: "
                      + body.length()
                      + "\r\n\r\n"
                      + body)
                  .getBytes(UTF_8));
      assertThat(refused.field("quarantined")).as(refused.body()).isEqualTo("true");
    }
    assertThat(headers(kafka.readAll(quarantine).get(0)))
        .containsEntry("content-type", "application/cloudevents+json");
  }

  @Test
  void aMessageOfACallIsKept() throws Exception {
    start("");
    try (GrpcClient client =
        new GrpcClient(gateway.httpPort(), TestStreams.counter(topic).protoFile())) {
      assertThatThrownBy(
              () ->
                  client.publish(
                      client.message("CounterEvent", "sessionId: '' action: COUNTER_ACTION_RESET"),
                      CallOptions.DEFAULT))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              e ->
                  assertThat(new String(e.getTrailers().get(DETAILS), UTF_8))
                      .contains("quarantined"));
    }
    assertThat(headers(kafka.readAll(quarantine).get(0)))
        .containsEntry("content-type", "application/protobuf");
  }

  @Test
  void withoutTheTopicTheClientHearsThatNothingIsKept() throws Exception {
    start("");
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin.deleteTopics(List.of(quarantine)).all().get();
    }
    WireClient.Response refused;
    do {
      refused = post("/api/counter", "", BAD);
      assertThat(refused.status()).isEqualTo(422);
    } while (refused.field("quarantined") != null);
    assertThat(post("/api/counter", "", GOOD).status()).isEqualTo(201);
  }
}
