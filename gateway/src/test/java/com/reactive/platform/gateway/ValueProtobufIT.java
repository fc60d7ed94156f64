package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that hold the message of the stream's .proto, in whatever format the event came. */
@ExtendWith(KafkaExtension.class)
class ValueProtobufIT {
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Visit", "fields": [
        {"name": "eventId", "type": "string", "x-reactive": "event-id"},
        {"name": "page", "type": "string", "x-max-length": 20},
        {"name": "user", "type": "string", "x-hash": "hmac-sha256"},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}, "default": 0},
        {"name": "tags", "type": {"type": "array", "items": "int"}, "default": []}]}
      """;

  private static final String EVENT =
      "{\"page\":\"/a\",\"user\":\"ada\",\"at\":1500,\"tags\":[1,-1]}";

  private TestKafka kafka;
  private String topic;
  private ProtoFile file;
  private Gateway gateway;

  @TempDir Path dir;

  @BeforeEach
  void use(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(2);
    Files.writeString(dir.resolve("visits.avsc"), SCHEMA);
    Files.writeString(dir.resolve("hash.key"), "k1 " + "0b".repeat(32) + "\n");
    Schema schema = new Schema.Parser().parse(SCHEMA);
    FieldNumbers numbers = ProtoFileBuilder.of("visits", schema, FieldNumbers.NONE).numbers();
    file = ProtoFileBuilder.of("visits", schema, numbers);
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
      assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
    }
  }

  private GatewayConfig config(String client) throws Exception {
    return TestGateway.config(
        dir.resolve("gateway.yaml"),
        """
        kafka: {client: %s}
        privacy: {hash-key-file: %s}
        streams: {visits: {schema: visits.avsc, topic: %s, key: page, value: protobuf}}
        """
            .formatted(client, dir.resolve("hash.key"), topic),
        kafka.bootstrapServers());
  }

  private WireClient.Response post(String type, byte[] body) throws Exception {
    String head =
        "POST /api/events/visits HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] request = head.getBytes(UTF_8);
    byte[] all = Arrays.copyOf(request, request.length + body.length);
    System.arraycopy(body, 0, all, request.length, body.length);
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange(all);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "java"})
  void theValueIsTheMessageAndTheRestIsAsEver(String client) throws Exception {
    Files.writeString(dir.resolve("visits.proto.lock"), file.numbers().text());
    gateway = Gateway.start(config(client));
    TestGateway.await("the gateway is ready", gateway::ready);
    Descriptor type = ProtoDescriptors.of(file).findMessageTypeByName("Visit");
    byte[] message =
        DynamicMessage.newBuilder(type)
            .setField(type.findFieldByName("page"), "/a")
            .setField(type.findFieldByName("user"), "ada")
            .build()
            .toByteArray();
    assertThat(post("application/json", EVENT.getBytes(UTF_8)).status()).isEqualTo(201);
    assertThat(post("application/protobuf", message).status()).isEqualTo(201);
    String tooLong = EVENT.replace("/a", "/".repeat(21));
    assertThat(post("application/json", tooLong.getBytes(UTF_8)).field("pointer"))
        .isEqualTo("/page");
    String tooLate = EVENT.replace("1500", "253402300800000");
    assertThat(post("application/json", tooLate.getBytes(UTF_8)).field("pointer")).isEqualTo("/at");

    assertThat(kafka.readAll(topic)).hasSize(2);
    ConsumerRecord<byte[], byte[]> first = kafka.readAll(topic).get(0);
    DynamicMessage read = DynamicMessage.parseFrom(type, first.value());
    assertThat(read.getField(type.findFieldByName("page"))).isEqualTo("/a");
    assertThat(read.getField(type.findFieldByName("user"))).asString().isNotEqualTo("ada");
    assertThat(read.getField(type.findFieldByName("tags"))).isEqualTo(List.of(1, -1));
    assertThat(read.getUnknownFields().asMap()).isEmpty();
    assertThat(first.key()).asString(UTF_8).isEqualTo("/a");
    assertThat(first.headers().lastHeader("content-type").value())
        .asString(UTF_8)
        .isEqualTo("application/protobuf");
    DynamicMessage second = DynamicMessage.parseFrom(type, kafka.readAll(topic).get(1).value());
    assertThat(second.getField(type.findFieldByName("user")))
        .isEqualTo(read.getField(type.findFieldByName("user")));
  }

  @Test
  void withoutFieldNumbersThereIsNoStart() {
    assertThatThrownBy(() -> Gateway.start(config("native")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("reactive proto visits --update");
  }
}
