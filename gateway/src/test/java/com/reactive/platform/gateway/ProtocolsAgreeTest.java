package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.UnknownFieldSet;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcProblems;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.gateway.testing.MemorySink;
import com.reactive.platform.gateway.testing.TestGateway;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The same event by each protocol is the same record; the same fault has the corresponding status.
 */
@Timeout(120)
class ProtocolsAgreeTest {
  private static final String ROUTE = "/api/counter";
  private static final String UNARY = "/reactive.counter.Publisher/Publish";
  private static final String STREAM = "/reactive.counter.Publisher/PublishStream";
  private static final int HEADER_BYTES = 10;
  private static final int GENERATED = 40;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One input, in both formats, and a key that may be wrong; null for none. */
  private record Event(String name, byte[] json, byte[] protobuf, String key) {}

  /**
   * What became of it.
   *
   * @param code OK if it was taken
   * @param reason the last part of the problem's type; null if there is none
   * @param eventId null if it was not taken
   */
  private record Outcome(RpcCode code, String reason, String eventId) {}

  /** Sends an event by one protocol. */
  private interface Way {
    Outcome send(Event event) throws Exception;
  }

  private final MemorySink sink = new MemorySink();
  private FileDescriptor file;
  private ProtocolClient client;

  @Test
  void theSameRecordOrTheCorrespondingStatus() throws Exception {
    // Without a window: each protocol sends the event under the same key.
    Map<String, String> settings =
        Map.of(
            "REACTIVE_HTTP_MAX_BODY_BYTES",
            "4096",
            "REACTIVE_STREAMS_COUNTER_IDEMPOTENCY_WINDOW",
            "0");
    GatewayConfig config =
        GatewayConfig.from(Settings.of(TestGateway.environment("127.0.0.1:9", "e", settings)));
    file = ProtoDescriptors.of(config.streams().get(0).protoFile());
    try (Gateway gateway = Gateway.start(config, () -> config, unused -> sink)) {
      TestGateway.await("the gateway is ready", gateway::ready);
      client = new ProtocolClient(gateway.httpPort());
      for (Event event : events()) {
        check(event);
      }
      assertThat(gateway.ledger().balanced()).isTrue();
    }
  }

  private void check(Event event) throws Exception {
    Map<String, Object> records = new LinkedHashMap<>();
    Map<String, Object> outcomes = new LinkedHashMap<>();
    for (Map.Entry<String, Way> way : ways().entrySet()) {
      int before = sink.stored().size();
      Outcome outcome = way.getValue().send(event);
      List<MemorySink.Stored> stored = sink.stored().subList(before, sink.stored().size());
      assertThat(stored).as(way.getKey()).hasSize(outcome.code() == RpcCode.OK ? 1 : 0);
      for (MemorySink.Stored record : stored) {
        assertThat(record.headers().get("event-id")).isEqualTo(outcome.eventId());
        records.put(way.getKey(), withoutIds(record, event.key()));
      }
      outcomes.put(way.getKey(), List.of(outcome.code(), "" + outcome.reason()));
    }
    assertThat(outcomes.values()).as(event.name() + outcomes).containsOnly(first(outcomes));
    if (!records.isEmpty()) {
      assertThat(records.values()).as(event.name() + records).containsOnly(first(records));
    }
  }

  private static Object first(Map<String, Object> values) {
    return values.values().iterator().next();
  }

  /** Value, key and headers, but for ids and time that are new for each request. */
  private static Object withoutIds(MemorySink.Stored record, String key) throws IOException {
    Schema schema = StreamsConfig.counterSchema();
    GenericRecord value =
        new GenericDatumReader<GenericRecord>(schema)
            .read(
                null,
                DecoderFactory.get()
                    .binaryDecoder(
                        record.value(), HEADER_BYTES, record.value().length - HEADER_BYTES, null));
    value.put("requestId", "");
    value.put("timestamp", 0L);
    ((GenericRecord) value.get("timing")).put("gatewayReceivedAt", 0L);
    Map<String, String> headers = new LinkedHashMap<>(record.headers());
    headers.remove("request-id");
    // The fingerprint of a request is that of the bytes that were sent, JSON or protobuf.
    headers.computeIfPresent("idempotency", (name, callerAndFingerprint) -> "is there");
    if (key == null) {
      value.put("eventId", "");
      headers.remove("event-id");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(record.value(), 0, HEADER_BYTES);
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(value, encoder);
    return List.of(Arrays.toString(bytes.toByteArray()), "" + record.key(), headers);
  }

  private Map<String, Way> ways() {
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put(
        "HTTP/1.1 JSON", it -> http(client.http1(ROUTE, "application/json", key(it), it.json())));
    ways.put(
        "HTTP/2 JSON", it -> http(client.http2(ROUTE, "application/json", key(it), it.json())));
    ways.put(
        "HTTP/1.1 protobuf",
        it -> http(client.http1(ROUTE, "application/protobuf", key(it), it.protobuf())));
    ways.put(
        "Connect JSON, HTTP/1.1",
        it -> connect(client.http1(UNARY, "application/json", key(it), it.json()), true));
    ways.put(
        "Connect binary, HTTP/1.1",
        it -> connect(client.http1(UNARY, "application/proto", key(it), it.protobuf()), false));
    ways.put(
        "Connect binary, HTTP/2",
        it -> connect(client.http2(UNARY, "application/proto", key(it), it.protobuf()), false));
    ways.put("Connect stream, HTTP/2", it -> connectStream(it));
    ways.put(
        "gRPC unary",
        it ->
            grpc(
                client.http2(
                    UNARY, "application/grpc", key(it), ProtocolClient.envelope(it.protobuf()))));
    ways.put("gRPC stream", it -> grpcStream(it));
    ways.put(
        "gRPC-Web, HTTP/1.1",
        it ->
            grpcWeb(
                client.http1(
                    UNARY,
                    "application/grpc-web+proto",
                    key(it),
                    ProtocolClient.envelope(it.protobuf()))));
    return ways;
  }

  private static Map<String, String> key(Event event) {
    return event.key() == null ? Map.of() : Map.of("idempotency-key", event.key());
  }

  private static Outcome http(ProtocolClient.Reply reply) throws IOException {
    JsonNode body = JSON.readTree(reply.body());
    if (reply.status() == 201) {
      return taken(body.get("eventId").asText());
    }
    String slug = body.get("type").asText().replaceFirst(".*:", "");
    Rejection rejection =
        Arrays.stream(Rejection.values())
            .filter(each -> each.slug().equals(slug))
            .findFirst()
            .orElseThrow();
    assertThat(reply.status()).isEqualTo(rejection.status());
    return failed(RpcProblems.code(rejection), slug);
  }

  private static Outcome taken(String eventId) {
    return new Outcome(RpcCode.OK, null, eventId);
  }

  /** Each format has its own word for what cannot be read, and a limit is one of envelopes, too. */
  private static Outcome failed(RpcCode code, String reason) {
    boolean unreadable = reason != null && reason.startsWith("malformed-");
    return new Outcome(
        code, unreadable ? "malformed" : code == RpcCode.RESOURCE_EXHAUSTED ? null : reason, null);
  }

  private Outcome connect(ProtocolClient.Reply reply, boolean json) throws IOException {
    if (reply.status() != 200) {
      return connectError(JSON.readTree(reply.body()));
    }
    return json
        ? taken(JSON.readTree(reply.body()).get("eventId").asText())
        : response(reply.body());
  }

  private static Outcome connectError(JsonNode error) throws IOException {
    RpcCode code = RpcCode.valueOf(error.get("code").asText().toUpperCase(Locale.ROOT));
    String reason = null;
    for (JsonNode detail : error.path("details")) {
      if (detail.get("type").asText().equals("google.rpc.ErrorInfo")) {
        reason = reason(Base64.getDecoder().decode(detail.get("value").asText()));
      }
    }
    return failed(code, reason);
  }

  private Outcome connectStream(Event event) throws IOException {
    ProtocolClient.Reply reply =
        client.http2(STREAM, "application/connect+proto", Map.of(), request(event));
    byte[] result = reply.firstMessage();
    return result == null ? connectError(JSON.readTree(reply.end()).get("error")) : result(result);
  }

  private Outcome grpc(ProtocolClient.Reply reply) throws IOException {
    assertThat(reply.status()).isEqualTo(200);
    return grpc(reply.headers(), reply.firstMessage());
  }

  private Outcome grpc(Map<String, String> trailers, byte[] message) throws IOException {
    RpcCode code = code(Integer.parseInt(trailers.get("grpc-status")));
    if (code == RpcCode.OK) {
      return response(message);
    }
    String details = trailers.get("grpc-status-details-bin");
    return details == null
        ? failed(code, null)
        : status(UnknownFieldSet.parseFrom(Base64.getDecoder().decode(details)));
  }

  private Outcome grpcStream(Event event) throws IOException {
    ProtocolClient.Reply reply =
        client.http2(STREAM, "application/grpc+proto", Map.of(), request(event));
    byte[] result = reply.firstMessage();
    return result == null ? grpc(reply.headers(), null) : result(result);
  }

  private Outcome grpcWeb(ProtocolClient.Reply reply) throws IOException {
    Map<String, String> trailers = new LinkedHashMap<>();
    for (String line : new String(reply.end(), UTF_8).split("\r\n", -1)) {
      if (!line.isEmpty()) {
        trailers.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 2));
      }
    }
    return grpc(trailers, reply.firstMessage());
  }

  /** The event as a message of the streaming method. */
  private byte[] request(Event event) {
    Descriptor type = file.findMessageTypeByName("PublishRequest");
    UnknownFieldSet.Builder request =
        UnknownFieldSet.newBuilder()
            .addField(type.findFieldByName("event").getNumber(), bytes(event.protobuf()));
    if (event.key() != null) {
      request.addField(
          type.findFieldByName("idempotency_key").getNumber(), bytes(event.key().getBytes(UTF_8)));
    }
    return ProtocolClient.envelope(request.build().toByteArray());
  }

  private static UnknownFieldSet.Field bytes(byte[] value) {
    return UnknownFieldSet.Field.newBuilder()
        .addLengthDelimited(ByteString.copyFrom(value))
        .build();
  }

  private Outcome response(byte[] message) throws IOException {
    Descriptor type = file.findMessageTypeByName("PublishResponse");
    DynamicMessage response = DynamicMessage.parseFrom(type, message);
    assertThat(response.hasField(type.findFieldByName("offset"))).isTrue();
    return taken((String) response.getField(type.findFieldByName("event_id")));
  }

  private Outcome result(byte[] message) throws IOException {
    UnknownFieldSet result = UnknownFieldSet.parseFrom(message);
    Descriptor type = file.findMessageTypeByName("PublishResult");
    int response = type.findFieldByName("response").getNumber();
    return result.hasField(response)
        ? response(last(result, response).toByteArray())
        : status(
            UnknownFieldSet.parseFrom(last(result, type.findFieldByName("status").getNumber())));
  }

  private static ByteString last(UnknownFieldSet message, int field) {
    List<ByteString> values = message.getField(field).getLengthDelimitedList();
    return values.get(values.size() - 1);
  }

  /** Of a {@code google.rpc.Status}. */
  private static Outcome status(UnknownFieldSet status) throws IOException {
    int code = status.getField(1).getVarintList().get(0).intValue();
    String reason = null;
    for (ByteString detail : status.getField(3).getLengthDelimitedList()) {
      UnknownFieldSet any = UnknownFieldSet.parseFrom(detail);
      if (last(any, 1).toStringUtf8().endsWith("/google.rpc.ErrorInfo")) {
        reason = reason(last(any, 2).toByteArray());
      }
    }
    return failed(code(code), reason);
  }

  private static RpcCode code(int number) {
    return Arrays.stream(RpcCode.values())
        .filter(code -> code.number() == number)
        .findFirst()
        .orElseThrow();
  }

  private static String reason(byte[] errorInfo) throws IOException {
    return last(UnknownFieldSet.parseFrom(errorInfo), 1).toStringUtf8();
  }

  /** Events as clients send them, random ones with many a fault, and bodies that are none. */
  private List<Event> events() throws IOException {
    List<Event> events = new ArrayList<>();
    Random random = new Random(18);
    for (int i = 0; i < GENERATED; i++) {
      Map<String, Object> fields = new LinkedHashMap<>();
      put(fields, "sessionId", text(random), random, 8);
      put(
          fields,
          "action",
          List.of("increment", "decrement", "set", "reset", "jump").get(random.nextInt(5)),
          random,
          8);
      put(fields, "value", random.nextInt(), random, 2);
      put(fields, "customerId", text(random), random, 2);
      List<String> keys = Arrays.asList(null, "k-" + i, "with space", "k".repeat(129));
      events.add(event("event " + fields, fields, keys.get(random.nextInt(keys.size()))));
    }
    byte[] whole = event("", Map.of("sessionId", "s", "action", "reset"), null).protobuf();
    events.add(new Event("cut", "{\"sessionId\":".getBytes(UTF_8), Arrays.copyOf(whole, 2), null));
    events.add(event("empty", Map.of(), null));
    events.add(event("too large", Map.of("sessionId", "s".repeat(5_000)), null));
    return events;
  }

  private static void put(
      Map<String, Object> fields, String name, Object value, Random random, int leftOutOneIn) {
    if (random.nextInt(leftOutOneIn) > 0) {
      fields.put(name, value);
    }
  }

  private static String text(Random random) {
    int length = List.of(0, 1, 20, 256, 257).get(random.nextInt(5));
    return random
        .ints(length, 0, 4)
        .mapToObj(i -> List.of("a", "\u00e9", "\"", "\ud83d\ude00").get(i))
        .reduce("", String::concat);
  }

  /** Both formats of the same event; a symbol that there is not is a number that there is not. */
  private Event event(String name, Map<String, Object> fields, String key) throws IOException {
    DynamicMessage.Builder message =
        DynamicMessage.newBuilder(file.findMessageTypeByName("CounterEvent"));
    fields.forEach(
        (field, value) -> {
          FieldDescriptor descriptor = message.getDescriptorForType().findFieldByName(field);
          boolean isEnum = descriptor.getJavaType() == FieldDescriptor.JavaType.ENUM;
          message.setField(
              descriptor,
              isEnum
                  ? descriptor
                      .getEnumType()
                      .findValueByNumberCreatingIfUnknown(number(descriptor, (String) value))
                  : value);
        });
    return new Event(name, JSON.writeValueAsBytes(fields), message.build().toByteArray(), key);
  }

  private static int number(FieldDescriptor field, String symbol) {
    String end = "_" + symbol.toUpperCase(Locale.ROOT);
    return field.getEnumType().getValues().stream()
        .filter(value -> value.getName().endsWith(end))
        .mapToInt(value -> value.getNumber())
        .findFirst()
        .orElse(99);
  }
}
