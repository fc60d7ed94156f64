package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.sink.PackedEntries;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Several streams, each with a way of delivery of its own, in one gateway. */
@ExtendWith(KafkaExtension.class)
class StreamsIT {
  private static final String CLICK =
      "{\"type\":\"record\",\"name\":\"Click\",\"fields\":["
          + "{\"name\":\"page\",\"type\":\"string\"},"
          + "{\"name\":\"user\",\"type\":[\"null\",\"string\"],\"default\":null},"
          + "{\"name\":\"at\",\"type\":{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}}]}";

  private TestKafka kafka;
  private Gateway gateway;
  private Path config;
  private Map<String, String> env;

  @TempDir Path dir;

  @BeforeEach
  void use(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    config = dir.resolve("gateway.yaml");
    Files.writeString(dir.resolve("click.avsc"), CLICK);
    env = new HashMap<>(TestGateway.environment(kafka.bootstrapServers(), "", Map.of()));
    env.remove("REACTIVE_STREAMS_COUNTER_TOPIC");
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
      assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
    }
  }

  private GatewayConfig read() {
    return GatewayConfig.from(Settings.of(config, env));
  }

  private void start(String... streams) throws Exception {
    configure(streams);
    gateway = Gateway.start(read(), this::read);
    TestGateway.await("the gateway is ready", gateway::ready);
  }

  private void configure(String... streams) throws Exception {
    Files.writeString(config, "streams:\n  " + String.join("\n  ", streams) + "\n");
  }

  private WireClient.Response post(String path, String body) throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange(WireClient.post(path, "", body));
    }
  }

  @Test
  void theExampleTakesAnOrder() throws Exception {
    String topic = kafka.createTopic(3);
    Path examples = Path.of("..", "examples");
    String schema = Files.readString(examples.resolve("orders.avsc"));
    Files.writeString(dir.resolve("orders.avsc"), schema);
    Files.writeString(config, Files.readString(examples.resolve("orders.yaml")));
    env.put("REACTIVE_STREAMS_ORDERS_TOPIC", topic);
    gateway = Gateway.start(read());
    TestGateway.await("the gateway is ready", gateway::ready);

    String order = Files.readString(examples.resolve("orders.json"));
    WireClient.Response response = post("/api/events/orders", order);
    assertThat(response.status()).as(response.body()).isEqualTo(201);
    ConsumerRecord<byte[], byte[]> record = kafka.readAll(topic).get(0);
    GenericRecord event =
        new BinaryMessageDecoder<GenericRecord>(
                GenericData.get(), new Schema.Parser().parse(schema))
            .decode(record.value());
    assertThat(new String(record.key(), UTF_8)).isEqualTo(event.get("customerId").toString());
  }

  @Test
  void aFieldAtFaultIsNamed() throws Exception {
    start("counter: {enabled: false}", "click: {schema: click.avsc, topic: " + topic() + "}");
    WireClient.Response response =
        post("/api/events/click", "{\"page\":\"/\",\"at\":\"yesterday\"}");
    assertThat(response.status()).isEqualTo(422);
    assertThat(response.field("pointer")).isEqualTo("/at");
    assertThat(post("/api/events/clicks", "{}").status()).isEqualTo(404);
  }

  @Test
  void aClientMayBeNewerThanTheSchema() throws Exception {
    String topic = topic();
    String event = "{\"page\":\"/\",\"scroll\":{\"y\":[1]},\"at\":1}";
    start(
        "counter: {enabled: false}",
        "strict: {schema: click.avsc, topic: " + topic + "}",
        "lenient: {schema: click.avsc, unknown-fields: drop, topic: " + topic + "}");
    WireClient.Response refused = post("/api/events/strict", event);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.field("pointer")).isEqualTo("/scroll");
    assertThat(post("/api/events/lenient", event).status()).isEqualTo(201);
    assertThat(kafka.readAll(topic)).hasSize(1);
  }

  @Test
  void eachStreamHasItsWayOfDelivery() throws Exception {
    String counters = topic();
    String raw = topic();
    String packed = topic();
    start(
        "counter: {topic: " + counters + "}",
        "click: {schema: click.avsc, topic: "
            + raw
            + ", framing: raw, key: user, acks: leader,"
            + " respond: async}",
        "pack: {schema: click.avsc, topic: " + packed + ", format: packed, framing: raw}");

    String click = "{\"page\":\"/a\",\"user\":\"u1\",\"at\":1}";
    assertThat(post("/api/counter", "{\"sessionId\":\"s\",\"action\":\"reset\"}").status())
        .isEqualTo(201);
    assertThat(post("/api/events/click", click).status()).isEqualTo(202);
    WireClient.Response first = post("/api/events/pack", click);
    assertThat(first.status()).isEqualTo(201);
    WireClient.Response second = post("/api/events/pack", click);

    TestGateway.await("all have their outcome", () -> gateway.ledger().inFlight() == 0);
    assertThat(kafka.readAll(counters)).hasSize(1);
    ConsumerRecord<byte[], byte[]> record = kafka.readAll(raw).get(0);
    assertThat(new String(record.key(), UTF_8)).isEqualTo("u1");
    assertThat(read(record.value()).get("page")).hasToString("/a");
    assertThat(eventIdsOfPacks(packed))
        .containsExactlyInAnyOrder(first.field("eventId"), second.field("eventId"));
  }

  private Set<String> eventIdsOfPacks(String topic) throws Exception {
    Set<String> eventIds = new HashSet<>();
    for (ConsumerRecord<byte[], byte[]> pack : kafka.readAll(topic)) {
      assertThat(pack.key()).isNull();
      assertThat(new String(pack.headers().lastHeader("content-type").value(), UTF_8))
          .isEqualTo(PackedEntries.CONTENT_TYPE);
      ByteBuffer entries = ByteBuffer.wrap(pack.value());
      while (entries.hasRemaining()) {
        byte[] eventId = new byte[entries.getShort()];
        entries.get(eventId);
        byte[] value = new byte[entries.getInt()];
        entries.get(value);
        assertThat(read(value).get("user")).hasToString("u1");
        eventIds.add(new String(eventId, UTF_8));
      }
    }
    return eventIds;
  }

  private static GenericRecord read(byte[] datum) throws Exception {
    Schema schema = new Schema.Parser().parse(CLICK);
    return new GenericDatumReader<GenericRecord>(schema)
        .read(null, DecoderFactory.get().binaryDecoder(datum, null));
  }

  @Test
  void aTopicThatIsMissingStopsItsOwnStreamOnly() throws Exception {
    String counters = topic();
    String clicks = "not-there-" + counters;
    start("counter: {topic: " + counters + "}");
    configure(
        "counter: {topic: " + counters + "}", "click: {schema: click.avsc, topic: " + clicks + "}");
    assertThat(gateway.reload().errors()).isEmpty();

    String click = "{\"page\":\"/\",\"at\":1}";
    assertThat(post("/api/events/click", click).status()).isEqualTo(503);
    assertThat(post("/api/counter", "{\"sessionId\":\"s\",\"action\":\"reset\"}").status())
        .isEqualTo(201);
    assertThat(gateway.ready()).isTrue();
    TestGateway.await("it is told", () -> gateway.notReadyBecause().contains(clicks));
  }

  @Test
  void aTopicThatIsMissingAtTheStartStopsItsOwnStreamOnly() throws Exception {
    String clicks = "not-there-yet-" + topic();
    start(
        "counter: {topic: " + topic() + "}", "click: {schema: click.avsc, topic: " + clicks + "}");

    WireClient.Response ready = admin("/readyz");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.body())
        .isEqualTo(
            "ready\ndegraded: stream click rejects events: topic " + clicks + " does not exist\n");
    assertThat(admin("/readyz?stream=counter").status()).isEqualTo(200);
    assertThat(admin("/readyz?stream=click").status()).isEqualTo(503);
    assertThat(admin("/readyz?stream=click").body()).contains(clicks + " does not exist");
    assertThat(admin("/readyz?stream=no-such").status()).isEqualTo(404);
    assertThat(admin("/status").body())
        .contains("\"state\" : \"degraded\"", "\"detail\" : \"topic " + clicks);
    assertThat(admin("/metrics").body())
        .contains("reactive_stream_ready{stream=\"click\"} 0")
        .contains("reactive_stream_ready{stream=\"counter\"} 1");
    assertThat(post("/api/counter", "{\"sessionId\":\"s\",\"action\":\"reset\"}").status())
        .isEqualTo(201);
    assertThat(post("/api/events/click", "{\"page\":\"/\",\"at\":1}").status()).isEqualTo(503);
  }

  /** The broker of this test is alone, so its topics have one replica. */
  @Test
  void aTopicWithFewerReplicasThanRequiredIsRefused() throws Exception {
    String weak = topic();
    start("counter: {topic: " + weak + "}");
    assertThat(admin("/status").body())
        .contains("\"replicationFactor\" : 1", "acknowledged events may be lost with a broker");
    assertThat(admin("/metrics").body())
        .contains("reactive_kafka_topic_weak{topic=\"" + weak + "\"} 1");
    gateway.close();

    env.put("REACTIVE_KAFKA_REQUIRE_REPLICATION", "3/2");
    configure(
        "counter: {topic: " + weak + "}",
        "click: {schema: click.avsc, topic: " + topic() + ", acks: leader, respond: async}");
    gateway = Gateway.start(read());
    TestGateway.await("the other stream is ready", gateway::ready);
    assertThat(post("/api/counter", "{\"sessionId\":\"s\",\"action\":\"reset\"}").status())
        .isEqualTo(503);
    assertThat(admin("/readyz?stream=counter").body())
        .contains("replication factor 1, min.insync.replicas 1 is less than");
    assertThat(post("/api/events/click", "{\"page\":\"/\",\"at\":1}").status()).isEqualTo(202);
  }

  private WireClient.Response admin(String path) throws Exception {
    try (WireClient client = new WireClient(gateway.adminPort())) {
      client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      return client.read();
    }
  }

  @Test
  void aStreamComesAndGoesWhileTheGatewayRuns() throws Exception {
    String counters = topic();
    String clicks = topic();
    start("counter: {topic: " + counters + "}");
    String click = "{\"page\":\"/\",\"at\":1}";
    assertThat(post("/api/events/click", click).status()).isEqualTo(404);

    String clickStream = "click: {schema: click.avsc, topic: " + clicks + "}";
    configure("counter: {topic: " + counters + "}", clickStream);
    assertThat(gateway.reload()).isEqualTo(new Reload(List.of(), List.of()));
    TestGateway.await(
        "the new stream takes events",
        () -> {
          try {
            return post("/api/events/click", click).status() == 201;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });

    configure("counter: {topic: " + counters + "}", "click: {schema: missing.avsc}");
    assertThat(gateway.reload().errors()).singleElement().asString().contains("missing.avsc");
    assertThat(post("/api/events/click", click).status()).as("nothing changed").isEqualTo(201);

    configure("counter: {topic: " + counters + "}");
    assertThat(gateway.reload().errors()).isEmpty();
    assertThat(post("/api/events/click", click).status()).isEqualTo(404);
    assertThat(gateway.ready()).isTrue();
  }

  @Test
  void whatNeedsARestartIsSaid() throws Exception {
    String counters = topic();
    env.put("REACTIVE_ADMIN_TOKEN", "0123456789abcdef");
    env.put("REACTIVE_LIMITS_TRUSTED_PROXIES", "10.0.0.0/8");
    start("counter: {topic: " + counters + "}");
    env.put("REACTIVE_HTTP_MAX_PIPELINED", "7");
    env.put("REACTIVE_LIMITS_CONNECTIONS_PER_ADDRESS", "7");
    env.put("REACTIVE_LIMITS_REQUESTS_PER_SECOND_PER_ADDRESS", "1000");
    assertThat(gateway.reload().needsRestart()).containsExactly("http", "limits");
    env.put("REACTIVE_HTTP_MAX_BODY_BYTES", "300000");
    assertThat(gateway.reload().errors())
        .singleElement()
        .asString()
        .startsWith("streams.counter.max-body-bytes: ")
        .contains("restart");
    env.remove("REACTIVE_HTTP_MAX_BODY_BYTES");
    configure(
        "counter: {topic: " + counters + "}",
        "click: {schema: click.avsc, topic: t, max-latency-ms: 7}");
    assertThat(gateway.reload().errors())
        .singleElement()
        .asString()
        .startsWith("streams.click: ")
        .contains("restart");
    assertThat(gateway.ready()).as("what was refused is not watched").isTrue();
    assertThat(gateway.notReadyBecause()).isEmpty();
  }

  private String topic() throws Exception {
    return kafka.createTopic(2);
  }
}
