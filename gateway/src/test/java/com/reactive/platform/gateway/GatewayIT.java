package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.Poster;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The main job: what is answered 201 is in Kafka, once, where the answer says. */
@ExtendWith(KafkaExtension.class)
class GatewayIT {
  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private TestKafka kafka;
  private String topic;
  private Gateway gateway;

  @BeforeEach
  void start(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(3);
    gateway = TestGateway.start(kafka.bootstrapServers(), topic, Map.of());
  }

  @AfterEach
  void stop() {
    gateway.close();
    assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
  }

  @Test
  void anEventIsWhereItsAnswerSays() throws Exception {
    Response response;
    try (WireClient client = new WireClient(gateway.httpPort())) {
      response =
          client.exchange(
              WireClient.post(
                  "/api/customers/caf%C3%A9/counter",
                  "traceparent: " + TRACEPARENT + "\r\ntracestate: a=b\r\n",
                  "{\"sessionId\":\"s 1\",\"action\":\"decrement\",\"value\":7}"));
    }

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.field("requestId")).matches("[0-9a-f]{32}");
    assertThat(response.field("eventId"))
        .matches("[0-9a-f]{32}")
        .isNotEqualTo(response.field("requestId"));
    assertThat(response.field("topic")).isEqualTo(topic);
    Topic.Entry entry = Topic.read(kafka, topic).records(response.field("eventId")).get(0);
    assertThat(entry.raw().partition()).hasToString(response.field("partition"));
    assertThat(entry.raw().offset()).hasToString(response.field("offset"));
    assertThat(entry.key()).isEqualTo("café");
    assertThat(entry.header("request-id")).isEqualTo(response.field("requestId"));
    assertThat(entry.header("content-type")).isEqualTo("avro/binary");
    assertThat(entry.header("traceparent")).isEqualTo(TRACEPARENT);
    assertThat(entry.header("tracestate")).isEqualTo("a=b");
    assertThat(entry.event().get("customerId")).hasToString("café");
    assertThat(entry.event().get("sessionId")).hasToString("s 1");
    assertThat(entry.event().get("action")).hasToString("decrement");
    assertThat(entry.event().get("value")).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 20_000})
  void everyPostOverManyConnectionsIsThereExactlyOnce(int total) throws Exception {
    List<Poster.Posted> posts = Poster.post(gateway.httpPort(), 64, total);

    assertThat(posts).hasSize(total).allMatch(post -> post.status() == 201);
    Topic stored = Topic.read(kafka, topic);
    assertThat(stored.size()).isEqualTo(total);
    stored.assertAgreesWith(posts);
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws Exception {
    int count = 500;
    ByteArrayOutputStream requests = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      String key = "Idempotency-Key: pipelined-" + i + "\r\n";
      // Different customers, so different partitions, so acks out of order; every tenth is refused.
      String body = i % 10 == 9 ? "{}" : "{\"sessionId\":\"s" + i + "\",\"action\":\"increment\"}";
      requests.writeBytes(WireClient.post("/api/counter", key, body));
    }
    try (WireClient client = new WireClient(gateway.httpPort())) {
      client.send(requests.toByteArray());
      for (int i = 0; i < count; i++) {
        Response response = client.read();
        assertThat(response.status()).as("answer %d", i).isEqualTo(i % 10 == 9 ? 422 : 201);
        if (response.status() == 201) {
          assertThat(response.field("eventId")).isEqualTo("pipelined-" + i);
        }
      }
    }
    assertThat(Topic.read(kafka, topic).size()).isEqualTo(count - count / 10);
  }

  @Test
  void whoPrefersNotToWaitGets202AndTheEventFollows() throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      Response response =
          client.exchange(
              WireClient.post(
                  "/api/counter",
                  "Prefer: respond-async\r\n",
                  "{\"sessionId\":\"s\",\"action\":\"reset\"}"));

      assertThat(response.status()).isEqualTo(202);
      assertThat(response.headers()).containsEntry("preference-applied", "respond-async");
      assertThat(response.field("offset")).isNull();
      TestGateway.await("the event is acked", () -> gateway.ledger().inFlight() == 0);
      assertThat(Topic.read(kafka, topic).records(response.field("eventId"))).hasSize(1);
    }
  }

  @Test
  void idsOfManyEventsAreDistinct() throws Exception {
    Set<String> ids = new HashSet<>();
    try (WireClient client = new WireClient(gateway.httpPort())) {
      for (int i = 0; i < 200; i++) {
        Response response = client.exchange(WireClient.event("s", i));
        ids.add(response.field("eventId"));
        ids.add(response.field("requestId"));
      }
    }
    assertThat(ids).hasSize(400);
  }

  @Test
  void eventsOfOneSessionKeepTheirOrder() throws Exception {
    int count = 300;
    ByteArrayOutputStream requests = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      requests.writeBytes(WireClient.event("the-session", i));
    }
    List<Long> offsets = new ArrayList<>();
    try (WireClient client = new WireClient(gateway.httpPort())) {
      client.send(requests.toByteArray());
      for (int i = 0; i < count; i++) {
        offsets.add(Long.parseLong(client.read().field("offset")));
      }
    }
    assertThat(offsets).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void anOldClientThatAsksToGoOnIsToldThatItMay() throws Exception {
    String body = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
    try (WireClient client = new WireClient(gateway.httpPort())) {
      for (int i = 0; i < 2; i++) {
        client.send(
            "POST /api/counter HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body);
        Response response = client.read();
        assertThat(response.status()).isEqualTo(201);
        assertThat(response.headers()).containsEntry("connection", "keep-alive");
      }
    }
  }

  @Test
  void oneRequestAtATimeIsEnough() throws Exception {
    try (Gateway narrow =
            TestGateway.start(
                kafka.bootstrapServers(), topic, Map.of("REACTIVE_HTTP_MAX_PIPELINED", "1"));
        WireClient client = new WireClient(narrow.httpPort())) {
      byte[] event = WireClient.event("s", 1);
      client.send(event);
      client.send(event);
      client.send(Arrays.copyOf(event, event.length - 5));
      client.send(Arrays.copyOfRange(event, event.length - 5, event.length));
      for (int i = 0; i < 3; i++) {
        assertThat(client.read().status()).isEqualTo(201);
      }
    }
  }

  @Test
  void halfRequestsDoNotBlockTheAdminPort() throws Exception {
    List<WireClient> slow = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      WireClient client = new WireClient(gateway.adminPort());
      client.send("GET /livez HTTP/1.1\r\nHos");
      slow.add(client);
    }
    assertThat(admin("/livez").statusCode()).isEqualTo(200);
    for (WireClient client : slow) {
      client.close();
    }
  }

  @Test
  void theAdminPortTellsHowItIs() throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      client.exchange(WireClient.event("s", 1));
    }

    assertThat(admin("/livez").statusCode()).isEqualTo(200);
    assertThat(admin("/readyz").statusCode()).isEqualTo(200);
    assertThat(admin("/nothing").statusCode()).isEqualTo(404);
    assertThat(admin("/status").body().replaceAll("\\s", ""))
        .contains("\"ready\":true", "\"received\":1,\"acked\":1,", "\"balanced\":true")
        .containsPattern("\"requestsSent\":[1-9]\\d*,\"recordsSent\":1,")
        .containsPattern("\"allocatedBytes\":[1-9]");
  }

  @Test
  void closingAnswersEverythingThatWasAccepted() throws Exception {
    Poster poster =
        new Poster(gateway::httpPort, 16, () -> !gateway.notReadyBecause().equals("shutting down"));
    TestGateway.await("posts flow", () -> poster.count(201) > 500);

    gateway.close();

    List<Poster.Posted> posts = poster.await();
    assertThat(gateway.ledger().inFlight()).isZero();
    assertThat(posts).extracting(Poster.Posted::status).isSubsetOf(201, 503, 0);
    Topic.read(kafka, topic).assertAgreesWith(posts);
  }

  private HttpResponse<String> admin(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + path);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
