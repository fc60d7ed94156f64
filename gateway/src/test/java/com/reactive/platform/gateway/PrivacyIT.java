package com.reactive.platform.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.telemetry.Collector;
import com.reactive.platform.gateway.testing.GrpcClient;
import com.reactive.platform.gateway.testing.LogCapture;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import io.grpc.CallOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Planted secrets, and every place that an event leaves a trace in. */
@ExtendWith(KafkaExtension.class)
@Timeout(300)
class PrivacyIT {
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Visit", "fields": [
        {"name": "mail", "type": "string", "x-hash": "hmac-sha256"},
        {"name": "name", "type": "string", "default": "", "x-drop": true, "x-max-length": 30},
        {"name": "note", "type": "string"},
        {"name": "address", "type": ["null", "string"], "x-reactive": "client-address"},
        {"name": "agent", "type": ["null", "string"], "x-reactive": "user-agent"}
      ]}
      """;

  private static final List<String> SECRETS =
      List.of("secret-mail", "secret-name", "203.0.113.77", "secret-cookie", "secret-token");

  private static final String HEADERS =
      "X-Forwarded-For: 203.0.113.77\r\nUser-Agent: browser/7\r\nCookie: id=secret-cookie\r\n"
          + "Authorization: Bearer secret-token\r\n";

  private static final String EVENT =
      "{\"mail\":\"secret-mail@example.com\",\"name\":\"secret-name\",\"note\":\"seen-note\"}";

  /** Wrong in ways that name a protected field, or come behind one. */
  private static final List<String> WRONG =
      List.of(
          EVENT.replace("\"seen-note\"", "7"),
          EVENT.replace("secret-name", "secret-name-that-is-longer-than-it-may-be"),
          EVENT.replace("\"secret-mail@example.com\"", "[\"secret-mail@example.com\"]"),
          EVENT.replace("}", ",\"secret\":\"secret-mail\"}"),
          EVENT.replace("}", ""));

  private TestKafka kafka;
  private String topic;
  private String privacy = "privacy: {hash-key-file: hash.key}";

  @TempDir Path dir;

  @BeforeEach
  void use(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(1);
    Files.writeString(dir.resolve("visit.avsc"), SCHEMA);
    Files.writeString(dir.resolve("hash.key"), "k1 " + "0b".repeat(32) + "\n");
  }

  private GatewayConfig config(String bootstrap, String stream, String more) throws IOException {
    return TestGateway.config(
        dir.resolve("gateway.yaml"),
        """
        %s
        limits: {trusted-proxies: 127.0.0.0/8}
        spool: {dir: %s}
        tracing: {sample-ratio: 1}
        streams:
          visits: {schema: visit.avsc, topic: %s, key: mail%s}
        %s
        """
            .formatted(privacy, dir.resolve("spool"), topic, stream, more),
        bootstrap);
  }

  private static WireClient.Response post(Gateway gateway, String body) throws IOException {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange(WireClient.post("/api/events/visits", HEADERS, body));
    }
  }

  private static String admin(Gateway gateway, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** What the page gets until it has heard of the refused event. */
  private static String livePage(Gateway gateway) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + "/dashboard/events");
    HttpResponse<InputStream> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofInputStream());
    StringBuilder heard = new StringBuilder();
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
      while (heard.indexOf("schema-mismatch") < 0) {
        String line = lines.readLine();
        assertThat(line).as("the stream goes on").isNotNull();
        heard.append(line).append('\n');
      }
    }
    return heard.toString();
  }

  private static GenericRecord read(byte[] value) throws IOException {
    Schema schema = new Schema.Parser().parse(SCHEMA);
    return new BinaryMessageDecoder<GenericRecord>(GenericData.get(), schema).decode(value);
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    StringBuilder text = new StringBuilder(new String(record.key(), ISO_8859_1));
    text.append(new String(record.value(), ISO_8859_1));
    record
        .headers()
        .forEach(
            header -> text.append(header.key()).append(new String(header.value(), ISO_8859_1)));
    return text.toString();
  }

  private static void assertNoSecret(String where, String text) {
    assertThat(SECRETS).as(where).noneMatch(text::contains);
  }

  @Test
  void secretsAreNeitherInTheTopicNorInWhatTheGatewayTells() throws Exception {
    try (Collector collector = Collector.start();
        LogCapture log = new LogCapture(Gateway.class)) {
      GatewayConfig config =
          config(
              kafka.bootstrapServers(), "", "otel.exporter.otlp.endpoint: " + collector.endpoint());
      try (Gateway gateway = Gateway.start(config)) {
        TestGateway.await("the gateway is ready", gateway::ready);
        assertThat(post(gateway, EVENT).status()).isEqualTo(201);
        for (String wrong : WRONG) {
          WireClient.Response refused = post(gateway, wrong);
          assertThat(refused.status()).as(refused.body()).isIn(400, 422);
          assertNoSecret("response", refused.body());
        }
        for (String path :
            List.of("/status", "/metrics", "/streams", "/calibration", "/openapi.json")) {
          assertNoSecret(path, admin(gateway, path));
        }
        assertNoSecret("live page", livePage(gateway));
      }
      List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
      assertThat(records).hasSize(1);
      assertThat(text(records.get(0))).contains("seen-note");
      assertNoSecret("record", text(records.get(0)));
      GenericRecord visit = read(records.get(0).value());
      assertThat(visit.get("mail").toString()).matches("k1:[0-9a-f]{64}");
      assertThat(records.get(0).key()).asString(UTF_8).isEqualTo(visit.get("mail").toString());
      assertThat(visit.get("name")).hasToString("");
      assertThat(visit.get("address")).hasToString("203.0.113.0");
      assertThat(visit.get("agent")).hasToString("browser/7");

      assertThat(collector.spans()).hasSizeGreaterThan(WRONG.size());
      assertNoSecret("traces", collector.spans().toString());
      assertThat(log.lines("")).isNotEmpty();
      assertNoSecret("log", String.join("\n", log.lines("")));
    }
  }

  /** Of a date, say, all values can be tried. */
  @Test
  void noHashOfTheBodyIsInAHeader() throws Exception {
    try (Gateway gateway = Gateway.start(config(kafka.bootstrapServers(), "", ""))) {
      TestGateway.await("the gateway is ready", gateway::ready);
      try (WireClient client = new WireClient(gateway.httpPort())) {
        for (String body : List.of(EVENT, EVENT, EVENT.replace("secret-mail", "other"))) {
          byte[] post =
              WireClient.post("/api/events/visits", "Idempotency-Key: e-1\r\n" + HEADERS, body);
          assertThat(client.exchange(post).status()).isEqualTo(201);
        }
      }
    }
    List<ConsumerRecord<byte[], byte[]>> records = kafka.readAll(topic);
    assertThat(records).hasSize(1);
    byte[] hashes = records.get(0).headers().lastHeader("idempotency").value();
    assertThat(Arrays.copyOfRange(hashes, 8, 16)).containsOnly(0);
  }

  @Test
  void eventsByGrpcAreProtectedAsAreOthers() throws Exception {
    ProtoFile unnumbered = config(kafka.bootstrapServers(), "", "").streams().get(0).protoFile();
    Files.writeString(dir.resolve("visits.proto.lock"), unnumbered.numbers().text());
    GatewayConfig config = config(kafka.bootstrapServers(), "", "");
    ProtoFile file = config.streams().get(0).protoFile();
    try (Gateway gateway = Gateway.start(config);
        GrpcClient client = new GrpcClient(gateway.httpPort(), file)) {
      TestGateway.await("the gateway is ready", gateway::ready);
      client.publish(
          client.message(file.root().name(), "mail: 'secret-mail' name: 'secret-name' note: 'n'"),
          CallOptions.DEFAULT);
    }
    ConsumerRecord<byte[], byte[]> record = kafka.readAll(topic).get(0);
    assertNoSecret("record", text(record));
    GenericRecord visit = read(record.value());
    assertThat(visit.get("mail").toString()).matches("k1:[0-9a-f]{64}");
    assertThat(visit.get("address")).hasToString("127.0.0.0");
    assertThat(visit.get("agent").toString()).startsWith("grpc-java");
  }

  @Test
  void secretsAreNotInTheSpool() throws Exception {
    int nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = socket.getLocalPort();
    }
    try (Gateway gateway = Gateway.start(config("127.0.0.1:" + nobody, ", spool: true", ""))) {
      TestGateway.await("the gateway is ready", gateway::ready);
      assertThat(post(gateway, EVENT).status()).isEqualTo(202);
    }
    StringBuilder files = new StringBuilder();
    try (Stream<Path> tree = Files.walk(dir.resolve("spool"))) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        files.append(Files.readString(file, ISO_8859_1));
      }
    }
    assertThat(files.toString()).contains("seen-note").contains("k1:");
    assertNoSecret("spool", files.toString());
  }

  @Test
  void anotherKeyIsInForceAfterAReload() throws Exception {
    GatewayConfig config = config(kafka.bootstrapServers(), "", "");
    try (Gateway gateway = Gateway.start(config, () -> config)) {
      TestGateway.await("the gateway is ready", gateway::ready);
      assertThat(post(gateway, EVENT).status()).isEqualTo(201);
      Files.writeString(dir.resolve("hash.key"), "none\n");
      assertThat(gateway.reload().errors()).singleElement().asString().contains("hash.key");
      assertThat(post(gateway, EVENT).status()).isEqualTo(201);
      Files.writeString(dir.resolve("hash.key"), "k2 " + "0c".repeat(32) + "\n");
      assertThat(gateway.reload().errors()).isEmpty();
      assertThat(post(gateway, EVENT).status()).isEqualTo(201);
    }
    List<String> mails = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : kafka.readAll(topic)) {
      mails.add(read(record.value()).get("mail").toString().substring(0, 3));
    }
    assertThat(mails).containsExactly("k1:", "k1:", "k2:");
  }

  @ParameterizedTest
  @CsvSource({
    "', value: json', 'streams.visits.value: json is the body as it was sent: it cannot have x-drop or"
        + " x-hash'",
    "', quarantine: bad', 'streams.visits.quarantine: keeps bodies as they were sent, so the schema"
        + " cannot have x-drop or x-hash'"
  })
  void whatWouldKeepThemIsRefused(String setting, String error) {
    ConfigException refused =
        catchThrowableOfType(
            ConfigException.class, () -> config(kafka.bootstrapServers(), setting, ""));
    assertThat(refused.errors()).anySatisfy(each -> assertThat(each).endsWith(error));
  }

  @Test
  void aHashNeedsAKey() {
    privacy = "";
    ConfigException refused =
        catchThrowableOfType(ConfigException.class, () -> config(kafka.bootstrapServers(), "", ""));
    assertThat(refused.errors())
        .singleElement()
        .asString()
        .endsWith("streams.visits.schema: x-hash needs a key: privacy.hash-key-file");
  }
}
