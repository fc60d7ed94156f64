package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.TextFormat;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One event, posted plainly, as protobuf and as a CloudEvent in both modes, is the same record. */
@ExtendWith(KafkaExtension.class)
class CloudEventsIT {
  private static final Path EXAMPLES = Path.of("../examples");

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void theValueIsTheDataAndTheAttributesAreHeaders(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    String order = Files.readString(EXAMPLES.resolve("orders.json"));
    try (Gateway gateway = Gateway.start(config(kafka, topic))) {
      TestGateway.await("the gateway is ready", gateway::ready);
      assertThat(post(gateway, order, "application/json").statusCode()).isEqualTo(201);
      assertThat(
              post(
                      gateway,
                      order,
                      "application/json",
                      "ce-specversion",
                      "1.0",
                      "ce-id",
                      "a-1",
                      "ce-source",
                      "/shop",
                      "ce-type",
                      "com.example.order",
                      "ce-subject",
                      "Euro%20%E2%82%AC")
                  .statusCode())
          .isEqualTo(201);
      String envelope =
          "{\"specversion\":\"1.0\",\"id\":\"a-2\",\"source\":\"/shop\",\"type\":\"t\",\"data\":%s}";
      String structured = "application/cloudevents+json";
      assertThat(post(gateway, envelope.formatted(order), structured).statusCode()).isEqualTo(201);

      assertThat(post(gateway, order(), "application/protobuf").statusCode()).isEqualTo(201);
      HttpResponse<String> unknownField =
          post(gateway, new byte[] {0x78, 1}, "application/x-protobuf");
      assertThat(unknownField.statusCode()).isEqualTo(422);
      HttpResponse<String> cut = post(gateway, new byte[] {10}, "application/protobuf");
      assertThat(cut.statusCode()).isEqualTo(400);
      assertThat(cut.body()).contains("malformed-protobuf");
      HttpResponse<String> badData = post(gateway, envelope.formatted("{\"no\":1}"), structured);
      assertThat(badData.statusCode()).isEqualTo(422);
      assertThat(badData.body()).contains("\"pointer\":\"/data/no\"");
      assertThat(post(gateway, "{\"data\":{}}", structured).statusCode()).isEqualTo(422);
      assertThat(post(gateway, "{", structured).statusCode()).isEqualTo(400);
      assertThat(post(gateway, order, "application/json", "ce-specversion", "1.0").statusCode())
          .isEqualTo(422);
      assertThat(
              post(gateway, order, "application/json", "ce-specversion", "1.0", "ce-id", "%")
                  .statusCode())
          .isEqualTo(400);
      assertThat(post(gateway, "[]", "application/cloudevents-batch+json").body())
          .contains("one request is one event");
    }

    List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
    assertThat(records).hasSize(4);
    assertThat(headers(records.get(0))).doesNotContainKey("ce_id");
    assertThat(headers(records.get(1)))
        .containsEntry("ce_specversion", "1.0")
        .containsEntry("ce_id", "a-1")
        .containsEntry("ce_source", "/shop")
        .containsEntry("ce_type", "com.example.order")
        .containsEntry("ce_subject", "Euro €")
        .containsEntry("content-type", "avro/binary")
        .containsKey("event-id");
    assertThat(headers(records.get(2))).containsEntry("ce_id", "a-2");
    assertThat(records)
        .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
        .containsOnly("c-42");
    // Ids and times of the gateway come last in the example.
    assertThat(records)
        .extracting(CloudEventsIT::withoutWhatTheGatewayFills)
        .hasSize(4)
        .allMatch(withoutWhatTheGatewayFills(records.get(0))::equals);
  }

  /** The example as protobuf's own library writes it. */
  private static byte[] order() throws Exception {
    ProtoFile file =
        ProtoFileBuilder.of(
            "orders",
            new Schema.Parser().parse(Files.readString(EXAMPLES.resolve("orders.avsc"))),
            FieldNumbers.parse(Files.readString(EXAMPLES.resolve("orders.proto.lock"))));
    Descriptor type = ProtoDescriptors.of(file).findMessageTypeByName("Order");
    DynamicMessage.Builder order = DynamicMessage.newBuilder(type);
    TextFormat.merge(
        """
        payment_Invoice { dueDate: "2026-12-05" }
        orderId: "01890a5d-ac96-774b-bcce-b302099a8057"
        customerId: "c-42"
        status: STATUS_PAID
        placedAt { seconds: 1795264496 nanos: 789000000 }
        total: "129.90"
        deliverTo { street: "Hauptstraße 1" city: "Köln" country: "DE" }
        lines { article: "lamp" count: 2 }
        lines { article: "bulb" }
        giftFor: "Ada"
        """,
        order);
    return order.build().toByteArray();
  }

  private static String withoutWhatTheGatewayFills(ConsumerRecord<byte[], byte[]> record) {
    int filledBytes = 1 + 32 + 6;
    return new String(
        record.value(), 0, record.value().length - filledBytes, StandardCharsets.ISO_8859_1);
  }

  private static GatewayConfig config(TestKafka kafka, String topic) {
    return GatewayConfig.from(
        Settings.of(
            EXAMPLES.resolve("orders.yaml"),
            TestGateway.environment(
                kafka.bootstrapServers(),
                "not-there",
                Map.of(
                    "REACTIVE_STREAMS_COUNTER_ENABLED", "false",
                    "REACTIVE_STREAMS_ORDERS_TOPIC", topic,
                    "REACTIVE_STREAMS_ORDERS_CLOUDEVENTS", "true"))));
  }

  private HttpResponse<String> post(
      Gateway gateway, String body, String contentType, String... headers) throws Exception {
    return post(gateway, body.getBytes(StandardCharsets.UTF_8), contentType, headers);
  }

  private HttpResponse<String> post(
      Gateway gateway, byte[] body, String contentType, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + gateway.httpPort() + "/api/events/orders"))
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new HashMap<>();
    record
        .headers()
        .forEach(
            header ->
                headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
    return headers;
  }
}
