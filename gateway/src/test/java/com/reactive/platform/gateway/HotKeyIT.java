package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import com.reactive.platform.gateway.testing.GrpcClient;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.TestStreams;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import io.grpc.CallOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A key that too many events have loses its partition or its topic, and no other key does. */
@ExtendWith(KafkaExtension.class)
class HotKeyIT {
  private static final String ABOVE = "REACTIVE_STREAMS_COUNTER_HOT_KEY_ABOVE";
  private static final String TOPIC = "REACTIVE_STREAMS_COUNTER_HOT_KEY_TOPIC";
  private static final int BURST = 200;

  /** All places that were told, with the ids of their events. */
  private final Map<String, String> idByPlace = new HashMap<>();

  private static Response post(WireClient client, String session, String headers)
      throws IOException {
    String body = "{\"sessionId\":\"%s\",\"action\":\"reset\"}".formatted(session);
    return client.exchange(WireClient.post("/api/counter", headers, body));
  }

  /** Posts an event with this id, which may be one of before. */
  private Response postKeyed(WireClient client, String session, String id) throws IOException {
    Response response = post(client, session, "Idempotency-Key: " + id + "\r\n");
    assertThat(response.status()).as(response.body()).isEqualTo(201);
    return note(response);
  }

  private Response note(Response response) {
    String before = idByPlace.put(place(response), response.field("eventId"));
    assertThat(before).isIn(null, response.field("eventId"));
    return response;
  }

  private static String place(Response response) {
    return String.join(
        "/", response.field("topic"), response.field("partition"), response.field("offset"));
  }

  private static String get(int port, String path) {
    try (WireClient client = new WireClient(port)) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      return client.exchange(request.getBytes(ISO_8859_1)).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String metrics(Gateway gateway) {
    return get(gateway.adminPort(), "/metrics");
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return record.headers().lastHeader(name) == null
        ? null
        : text(record.headers().lastHeader(name).value());
  }

  @Test
  void itsEventsAreSpread(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(4);
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, Map.of(ABOVE, "20"));
        WireClient client = new WireClient(gateway.httpPort())) {
      long startNanos = System.nanoTime();
      int sent = 0;
      while (!metrics(gateway).matches("(?s).*reactive_hot_key_spread_total\\{[^}]*} [1-9].*")) {
        assertThat(System.nanoTime() - startNanos).isLessThan(120_000_000_000L);
        for (int i = 0; i < BURST; i++) {
          assertThat(post(client, "hot", "").status()).isEqualTo(201);
        }
        assertThat(post(client, "cool " + sent++, "").status()).isEqualTo(201);
      }
      assertThat(post(client, "hot", "Idempotency-Key: e-1\r\n").status()).isEqualTo(201);
      assertThat(post(client, "hot", "Idempotency-Key: e-1\r\n").status()).isEqualTo(201);
    }
    List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
    List<ConsumerRecord<byte[], byte[]>> spread =
        records.stream().filter(record -> record.key() == null).toList();
    assertThat(spread).isNotEmpty();
    assertThat(spread).allSatisfy(record -> assertThat(header(record, "hot-key")).isEqualTo("hot"));
    assertThat(records)
        .filteredOn(record -> record.key() != null)
        .allSatisfy(record -> assertThat(record.headers().lastHeader("hot-key")).isNull())
        .extracting(record -> text(record.key()))
        .contains("hot", "cool 0");
    Topic read = Topic.read(kafka, topic);
    assertThat(read.records("e-1")).as("a repeat is known as ever").hasSize(1);
    assertThat(read.records("e-1").get(0).event().get("sessionId")).hasToString("hot");
  }

  /** Until the hot key's events go to this topic. */
  private void heat(WireClient client, String topic, List<String> ids) throws IOException {
    long startNanos = System.nanoTime();
    String last = "";
    while (!last.equals(topic)) {
      assertThat(System.nanoTime() - startNanos).isLessThan(120_000_000_000L);
      for (int i = 0; i < BURST; i++) {
        String id = "hot-" + ids.size();
        ids.add(id);
        last = postKeyed(client, "hot", id).field("topic");
      }
    }
  }

  /** Over gRPC. The first call takes long, and the key may have cooled down meanwhile. */
  private void publishHot(
      WireClient client, GrpcClient grpc, DynamicMessage event, String topic, List<String> ids)
      throws IOException {
    long startNanos = System.nanoTime();
    String last = "";
    while (!last.equals(topic)) {
      assertThat(System.nanoTime() - startNanos).isLessThan(120_000_000_000L);
      heat(client, topic, ids);
      DynamicMessage published = grpc.publish(event, CallOptions.DEFAULT);
      last = GrpcClient.field(published, "topic").toString();
      idByPlace.put(
          last
              + "/"
              + GrpcClient.field(published, "partition")
              + "/"
              + GrpcClient.field(published, "offset"),
          GrpcClient.field(published, "event_id").toString());
    }
  }

  private void checkPlaces(TestKafka kafka, String own, String hot) {
    Map<String, String> there = new HashMap<>();
    for (String topic : List.of(own, hot)) {
      for (ConsumerRecord<byte[], byte[]> record : kafka.readAll(topic)) {
        String place = topic + "/" + record.partition() + "/" + record.offset();
        there.put(place, header(record, "event-id"));
        boolean isHot = topic.equals(hot);
        assertThat(header(record, "hot-key")).as(place).isEqualTo(isHot ? "hot" : null);
        assertThat(record.key()).as(place).isNotNull();
        assertThat(!isHot || text(record.key()).equals("hot")).as(place).isTrue();
      }
    }
    assertThat(there).as("each event is once where its answer said").isEqualTo(idByPlace);
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(id.indexOf('-') + 1));
  }

  @Test
  void itsEventsGoToATopicOfTheirOwn(TestKafka kafka) throws Exception {
    String own = kafka.createTopic(4);
    String hot = kafka.createTopic(3);
    Map<String, String> settings = Map.of(ABOVE, "20", TOPIC, hot);
    List<String> ids = new ArrayList<>();
    Map<String, String> before = new HashMap<>();
    String unkeyed;
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), own, settings);
        WireClient client = new WireClient(gateway.httpPort());
        GrpcClient grpc =
            new GrpcClient(gateway.httpPort(), TestStreams.counter(own).protoFile())) {
      before.put("early", place(postKeyed(client, "hot", "early-1")));
      assertThat(before.get("early")).startsWith(own);
      heat(client, hot, ids);
      assertThat(postKeyed(client, "cool", "cool-1").field("topic")).isEqualTo(own);
      assertThat(place(postKeyed(client, "hot", "early-1"))).isEqualTo(before.get("early"));

      Response first = postKeyed(client, "hot", "late-1");
      assertThat(first.field("topic")).isEqualTo(hot);
      before.put("late", place(first));
      Response repeat = postKeyed(client, "hot", "late-1");
      assertThat(place(repeat)).isEqualTo(place(first));
      assertThat(repeat.headers().get("idempotent-replayed")).isEqualTo("true");

      Response noKey = note(post(client, "hot", ""));
      unkeyed = noKey.field("eventId");
      before.put("unkeyed", place(noKey));
      assertThat(noKey.field("topic")).isEqualTo(hot);
      Map<String, Response> byPath =
          Map.of(
              noKey.headers().get("location"),
              noKey,
              "/api/events/counter/" + unkeyed,
              noKey,
              first.headers().get("location"),
              first);
      for (String path : byPath.keySet()) {
        Response found = new Response(200, Map.of(), get(gateway.httpPort(), path));
        assertThat(found.field("state")).as(path).isEqualTo("committed");
        assertThat(place(found)).isEqualTo(place(byPath.get(path)));
        assertThat(found.field("eventId")).isEqualTo(idByPlace.get(place(found)));
      }

      DynamicMessage event =
          grpc.message("CounterEvent", "sessionId: 'hot' action: COUNTER_ACTION_RESET");
      publishHot(client, grpc, event, hot, ids);
      assertThat(get(gateway.adminPort(), "/status"))
          .containsSubsequence("\"hotKeys\"", "\"topic\" : \"" + hot, "\"spread\" : true");
      assertThat(metrics(gateway)).containsPattern("reactive_hot_key_spread_total\\{[^}]*} [1-9]");
    }
    // Nothing is hot there, and the windows are filled from the log.
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), own, settings);
        WireClient client = new WireClient(gateway.httpPort())) {
      assertThat(place(postKeyed(client, "hot", "late-1"))).isEqualTo(before.get("late"));
      assertThat(place(postKeyed(client, "hot", "early-1"))).isEqualTo(before.get("early"));
      for (int i = 0; i < ids.size(); i += 37) {
        Response repeat = postKeyed(client, "hot", ids.get(i));
        assertThat(repeat.headers().get("idempotent-replayed")).isEqualTo("true");
      }
      Response found =
          new Response(200, Map.of(), get(gateway.httpPort(), "/api/events/counter/" + unkeyed));
      assertThat(place(found)).isEqualTo(before.get("unkeyed"));
      assertThat(postKeyed(client, "hot", "cooled-1").field("topic")).isEqualTo(own);
    }
    checkPlaces(kafka, own, hot);
    assertThat(kafka.readAll(hot))
        .filteredOn(record -> header(record, "event-id").startsWith("hot-"))
        .extracting(record -> number(header(record, "event-id")))
        .as("in their order")
        .isSorted()
        .isNotEmpty();
  }

  private static void awaitTopic(Gateway gateway, boolean accepts) throws InterruptedException {
    TestGateway.await(
        "the topic of hot keys is known",
        () ->
            get(gateway.adminPort(), "/status").contains("\"topicAccepting\" : " + accepts + ","));
  }

  @Test
  void whileTheirTopicIsNotThereTheyStay(TestKafka kafka) throws Exception {
    String own = kafka.createTopic(2);
    String hot = "hot-" + UUID.randomUUID();
    try (Gateway gateway =
            TestGateway.start(kafka.bootstrapServers(), own, Map.of(ABOVE, "20", TOPIC, hot));
        WireClient client = new WireClient(gateway.httpPort());
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      assertThat(gateway.ready()).isTrue();
      List<String> ids = new ArrayList<>();
      TestGateway.await("it is hot", () -> stays(client, own, ids) && isHot(gateway));
      assertThat(get(gateway.adminPort(), "/status")).doesNotContain("\"spread\" : true");
      assertThat(get(gateway.httpPort(), "/api/events/counter/nobody"))
          .as("nothing is in a topic that does not exist")
          .contains("\"absent\"");

      admin.createTopics(List.of(new NewTopic(hot, Optional.of(2), Optional.empty()))).all().get();
      awaitTopic(gateway, true);
      heat(client, hot, ids);
      checkPlaces(kafka, own, hot);

      admin.deleteTopics(List.of(hot)).all().get();
      awaitTopic(gateway, false);
      int sent = ids.size();
      long startNanos = System.nanoTime();
      TestGateway.await(
          "it would be hot again",
          () -> stays(client, own, ids) && System.nanoTime() - startNanos > 3_000_000_000L);
      assertThat(gateway.ready()).isTrue();
      assertThat(postKeyed(client, "hot", ids.get(sent)).field("topic")).isEqualTo(own);
    }
    assertThat(kafka.readAll(own))
        .allSatisfy(record -> assertThat(text(record.key())).isEqualTo("hot"))
        .allSatisfy(record -> assertThat(header(record, "hot-key")).isNull());
  }

  private boolean stays(WireClient client, String own, List<String> ids) {
    try {
      for (int i = 0; i < BURST; i++) {
        String id = "hot-" + ids.size();
        ids.add(id);
        assertThat(postKeyed(client, "hot", id).field("topic")).isEqualTo(own);
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** It has had an interval with more events than the limit. */
  private static boolean isHot(Gateway gateway) {
    return get(gateway.adminPort(), "/status").matches("(?s).*\"key\" : \"hot\",.*");
  }
}
