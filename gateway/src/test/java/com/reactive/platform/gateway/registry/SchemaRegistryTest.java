package com.reactive.platform.gateway.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.schema.ProtectedPaths;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.SchemaVersions;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRegistryTest {
  private static final Schema ORDER =
      SchemaBuilder.record("Order").namespace("shop").fields().requiredString("id").endRecord();
  private static final Schema WITH_TOTAL =
      SchemaBuilder.record("Order")
          .namespace("shop")
          .fields()
          .requiredString("id")
          .requiredInt("total")
          .endRecord();
  private static final String SUBJECT = "orders-value";

  @TempDir private Path directory;
  private FakeRegistry registry;

  @BeforeEach
  void start() throws IOException {
    registry = new FakeRegistry();
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void lookupFindsTheIdUnderWhichReadersFindTheSchema() throws Exception {
    registry.add("others-value", WITH_TOTAL);
    int id = registry.add(SUBJECT, ORDER);

    assertThat(idOf(ORDER, "registry.mode", "lookup")).isEqualTo(id);
    assertThat(registry.questions)
        .containsExactly("POST /subjects/orders-value", "GET /schemas/ids/" + id);
  }

  @Test
  void lookupRegistersNothing() {
    assertThatThrownBy(() -> idOf(ORDER))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "streams.orders.framing: no id for subject orders-value at %s: the schema is not"
                    .formatted(registry.url())
                + " registered; register it, or let the gateway register it with registry.mode:"
                + " register");
    assertThatThrownBy(() -> idOf(ORDER)).isInstanceOf(ConfigException.class);
  }

  @Test
  void registerRegistersOnce() throws Exception {
    int id = idOf(ORDER, "registry.mode", "register");

    assertThat(idOf(ORDER, "registry.mode", "register")).isEqualTo(id);
    assertThat(idOf(ORDER)).isEqualTo(id);
  }

  @Test
  void whatIsRegisteredIsTheWholeSchema() throws Exception {
    Schema annotated =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"O\",\"doc\":\"An order.\",\"fields\":"
                    + "[{\"name\":\"id\",\"type\":\"string\",\"x-reactive\":\"eventId\"}]}");
    int id = idOf(annotated, "registry.mode", "register");

    assertThat(registry.add(SUBJECT, annotated)).isEqualTo(id);
  }

  @Test
  void anIncompatibleSchemaIsRefusedWithTheRegistrysReason() throws Exception {
    idOf(ORDER, "registry.mode", "register");

    assertThatThrownBy(() -> idOf(WITH_TOTAL, "registry.mode", "register"))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(
            "the schema is incompatible with the registered versions: Schema being registered is"
                + " incompatible with an earlier schema");
  }

  @Test
  void anIdThatStandsForAnotherSchemaIsRefused() {
    registry.add("others-value", WITH_TOTAL);
    registry.fault =
        exchange -> {
          String answer =
              exchange.getRequestMethod().equals("POST")
                  ? "{\"id\": 1}"
                  : "{\"schema\": \"\\\"string\\\"\"}";
          FakeRegistry.answer(exchange, 200, answer.getBytes(StandardCharsets.UTF_8));
        };

    assertThatThrownBy(() -> idOf(ORDER))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("the registry has a different schema with id 1");
  }

  @Test
  void aJsonSchemaIsRegisteredAsOneHoweverItIsWritten() throws Exception {
    String text = "{\"type\":\"object\",\"required\":[\"id\"]}";
    String spaced = "{ \"required\": [\"id\"], \"type\": \"object\" }";
    String other = "{\"type\":\"object\",\"required\":[]}";
    SchemaRegistry register = registry(Map.of("registry.mode", "register"));
    int id = register.idOf("orders", SUBJECT, RegistrySchema.json(text));
    assertThat(registry.types).containsOnly("JSON");
    assertThat(registry(Map.of()).idOf("orders", SUBJECT, RegistrySchema.json(text))).isEqualTo(id);
    assertThatThrownBy(() -> registry(Map.of()).idOf("orders", SUBJECT, RegistrySchema.json(other)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the schema is not registered");
    assertThat(RegistrySchema.json(text).isSame(spaced)).isTrue();
    assertThat(RegistrySchema.json(text).isSame(other)).isFalse();
    assertThat(RegistrySchema.json(text).isSame("{")).isFalse();
  }

  @Test
  void aProtoIsTheSameInAnotherOrder() throws Exception {
    String text =
        """
        syntax = "proto3";
        package reactive.orders;
        // An order.
        message Order {
          reserved 3;
          oneof payment {
            string card = 2; // the last digits
          }
          optional string id = 1;
        }
        enum Status { STATUS_UNSPECIFIED = 0; }
        """;
    String anew =
        "syntax=\"proto3\"; package reactive.orders; enum Status {STATUS_UNSPECIFIED = 0;} message"
            + " Order { optional string id = 1; reserved 3; /* ; } */ oneof payment { string card ="
            + " 2; } }";
    RegistrySchema schema = RegistrySchema.protobuf(text);
    assertThat(schema.isSame(anew)).isTrue();
    assertThat(schema.isSame(anew.replace("id = 1", "id = 4"))).isFalse();
    assertThat(schema.isSame(anew.replace("optional string id = 1; ", ""))).isFalse();
    assertThat(
            schema.isSame(anew.replace("oneof payment { string card = 2; }", "string card = 2;")))
        .isFalse();
    assertThat(schema.isSame("{")).isFalse();
    SchemaRegistry register = registry(Map.of("registry.mode", "register"));
    int id = register.idOf("orders", SUBJECT, schema);
    assertThat(registry.types).containsOnly("PROTOBUF");
    assertThat(registry(Map.of()).idOf("orders", SUBJECT, schema)).isEqualTo(id);
  }

  @Test
  void aSubjectIsOneSegmentOfThePath() throws Exception {
    int id = registry.add("a/b ü-value", ORDER);

    assertThat(registry(Map.of()).idOf("orders", "a/b ü-value", RegistrySchema.avro(ORDER)))
        .isEqualTo(id);
  }

  @Test
  void credentialsGoToTheRegistryAndNowhereElse() throws Exception {
    try (FakeRegistry other = new FakeRegistry()) {
      registry.fault =
          exchange -> {
            exchange.getResponseHeaders().set("Location", other.url() + "/subjects/orders-value");
            exchange.sendResponseHeaders(307, -1);
          };

      assertThatThrownBy(
              () -> idOf(ORDER, "registry.username", "gw", "registry.password", "s3cret"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the registry returned status 307")
          .hasMessageNotContaining("s3cret");
      assertThat(registry.authorizations).containsExactly("Basic Z3c6czNjcmV0");
      assertThat(other.questions).isEmpty();
    }
  }

  @Test
  void aBearerTokenIsSent() throws Exception {
    registry.add(SUBJECT, ORDER);
    idOf(ORDER, "registry.bearer-token", "t0ken");

    assertThat(registry.authorizations).containsExactly("Bearer t0ken", "Bearer t0ken");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 405, 422})
  void whatTheRegistryRefusesIsAnErrorOfTheConfiguration(int status) throws Exception {
    registry.add(SUBJECT, ORDER);
    idOf(ORDER);
    registry.fault =
        exchange ->
            FakeRegistry.answer(
                exchange, status, "{\"message\":\"no\\n t0ken\"}".getBytes(StandardCharsets.UTF_8));

    Throwable refusal = catchThrowable(() -> idOf(ORDER, "registry.bearer-token", "t0ken"));

    assertThat(refusal).isInstanceOf(ConfigException.class).hasMessageContaining("(" + status);
    assertThat(refusal.getMessage()).doesNotContain("\n");
    if (status == 401 || status == 403) {
      assertThat(refusal.getMessage()).doesNotContain("t0ken");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 408, 429, 500, 503})
  void whatTheRegistryCannotAnswerIsTakenFromTheLastStart(int status) throws Exception {
    int id = registry.add(SUBJECT, ORDER);
    idOf(ORDER);
    registry.fault = exchange -> FakeRegistry.answer(exchange, status, new byte[0]);

    assertThat(idOf(ORDER)).isEqualTo(id);
    assertThatThrownBy(() -> idOf(WITH_TOTAL)).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "<html>", "[]", "{}", "{\"id\":\"7\"}", "{\"id\":-1}", "{\"id\":1e99}", "{"})
  void anAnswerThatIsNoneCountsAsNone(String answer) {
    registry.fault =
        exchange -> FakeRegistry.answer(exchange, 200, answer.getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> idOf(ORDER))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "the server at that address does not implement the Confluent API, and");
  }

  @Test
  void aPageThatIsNotFoundIsNotASchemaThatIsNotFound() {
    registry.fault =
        exchange -> FakeRegistry.answer(exchange, 404, "<html>".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> idOf(ORDER))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("no Confluent API at that address (404)");
  }

  @Test
  void anEndlessAnswerIsCutOff() {
    registry.fault =
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] part = new byte[64 * 1024];
          Arrays.fill(part, (byte) ' ');
          while (true) {
            exchange.getResponseBody().write(part);
          }
        };

    assertThatThrownBy(() -> idOf(ORDER))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the response is longer than 4194304 bytes");
  }

  @Test
  void anAnswerThatNeverEndsIsNotAwaited() {
    registry.fault =
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          try {
            Thread.sleep(60_000);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };

    assertThatThrownBy(() -> idOf(ORDER, "registry.timeout-ms", "300"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no response from the registry in time");
  }

  @Test
  void withTheRegistryDownTheLastIdIsUsed() throws Exception {
    int id = registry.add(SUBJECT, ORDER);
    SchemaRegistry client = registry(Map.of());
    client.idOf("orders", SUBJECT, RegistrySchema.avro(ORDER));
    registry.close();

    assertThat(client.idOf("orders", SUBJECT, RegistrySchema.avro(ORDER))).isEqualTo(id);
    assertThatThrownBy(() -> client.idOf("orders", "another-value", RegistrySchema.avro(ORDER)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot connect to the registry, and the cache has none");
  }

  @Test
  void withoutAFileNothingIsKept() throws Exception {
    registry.add(SUBJECT, ORDER);
    SchemaRegistry client = registry(Map.of("registry.cache-file", ""));
    client.idOf("orders", SUBJECT, RegistrySchema.avro(ORDER));
    registry.close();

    assertThatThrownBy(() -> client.idOf("orders", SUBJECT, RegistrySchema.avro(ORDER)))
        .isInstanceOf(IOException.class);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theFileIsForItsOwnerOnlyAndHasNoSecrets() throws Exception {
    registry.add(SUBJECT, ORDER);
    idOf(ORDER, "registry.username", "gw", "registry.password", "s3cret");
    Path file = directory.resolve("deep/ids.json");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(file).content().contains("orders-value").doesNotContain("s3cret");
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**.new");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no JSON", "[]", "{\"a\":", "{\"a\":\"b\"}"})
  void aDamagedFileIsReplaced(String content) throws Exception {
    int id = registry.add(SUBJECT, ORDER);
    Path file = Files.createDirectories(directory.resolve("deep")).resolve("ids.json");
    Files.writeString(file, content);
    SchemaRegistry client = registry(Map.of());

    assertThat(client.idOf("orders", SUBJECT, RegistrySchema.avro(ORDER))).isEqualTo(id);
    registry.close();
    assertThat(client.idOf("orders", SUBJECT, RegistrySchema.avro(ORDER))).isEqualTo(id);
  }

  @Test
  void aFileThatCannotBeWrittenIsNoObstacle() throws Exception {
    int id = registry.add(SUBJECT, ORDER);
    Files.writeString(directory.resolve("deep"), "a file where a directory should be");

    assertThat(idOf(ORDER)).isEqualTo(id);
  }

  @Test
  void idsOfAnotherRegistryAreNotUsed() throws Exception {
    registry.add(SUBJECT, ORDER);
    idOf(ORDER);

    assertThatThrownBy(() -> idOf(ORDER, "registry.url", "http://127.0.0.1:1"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void withoutARegistryThereAreNoIds() {
    assertThatThrownBy(() -> idOf(ORDER, "registry.url", ""))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "streams.orders.framing: confluent requires a schema registry; set registry.url");
  }

  @Test
  void streamsThatNeedAnIdGetIt() throws Exception {
    int id = registry.add(SUBJECT, ORDER);
    StreamDefinition raw = stream("clicks", "clicks", Framing.RAW);

    List<StreamDefinition> known =
        registry(Map.of()).withIds(List.of(stream("a", "orders", Framing.CONFLUENT), raw));

    assertThat(known).extracting(StreamDefinition::schemaId).containsExactly(id, -1);
    assertThat(known).extracting(StreamDefinition::name).containsExactly("a", "clicks");
    assertThat(known.get(0).framePrefix()).containsExactly(0, 0, 0, 0, id);
    assertThat(known.get(1)).isSameAs(raw);
  }

  @Test
  void allStreamsWithoutAnIdAreNamed() {
    SchemaRegistry client = registry(Map.of());
    List<StreamDefinition> streams =
        List.of(stream("a", "orders", Framing.CONFLUENT), stream("b", "clicks", Framing.CONFLUENT));

    assertThatThrownBy(() -> client.withIds(streams))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.errors())
                    .hasSize(2)
                    .anyMatch(error -> error.startsWith("streams.a.framing: no id for subject"))
                    .anyMatch(error -> error.startsWith("streams.b.framing: no id for subject")));
  }

  @Test
  void eachVersionOfASchemaHasItsId() throws Exception {
    String schema =
        "{\"type\": \"record\", \"name\": \"R\", \"fields\": [{\"name\": \"a\", \"type\": \"int\","
            + " \"default\": %d}]}";
    for (int version = 1; version <= 3; version++) {
      Files.writeString(directory.resolve("r" + version + ".avsc"), schema.formatted(version));
    }
    Map<String, String> keys =
        Map.of(
            "batch.calibration-file",
            "",
            "registry.url",
            registry.url(),
            "streams.r.schema",
            directory.resolve("r3.avsc").toString(),
            "streams.r.earlier-schemas",
            directory.resolve("r2.avsc") + "," + directory.resolve("r1.avsc"),
            "streams.r.framing",
            "confluent");
    StreamDefinition known =
        registry(Map.of("registry.mode", "register"))
            .withIds(GatewayConfig.from(Settings.ofKeys(keys)).streams())
            .get(0);
    // The earliest was registered first.
    assertThat(known.schemaId()).isEqualTo(3);
    assertThat(known.versions().earlier())
        .extracting(SchemaVersions.Earlier::schemaId)
        .containsExactly(2, 1);
    assertThat(known.framePrefix(known.versions().earlier().get(1))).containsExactly(0, 0, 0, 0, 1);
  }

  @Test
  void aVersionThatReadersCannotReadIsRefusedByTheRegistry() throws Exception {
    registry.add(SUBJECT, ORDER);
    Schema renamed =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"Order\",\"namespace\":\"com.example\",\"fields\":"
                    + "[{\"name\":\"other\",\"type\":\"string\"}]}");
    assertThatThrownBy(() -> idOf(renamed, "registry.mode", "register"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("incompatible with the registered versions");
  }

  @Test
  void whatCannotBeReadFromTheCacheIsNoSchema() throws Exception {
    Path file = directory.resolve("latest.json");
    LatestCache cache = new LatestCache(file);
    assertThat(cache.get("key")).isEmpty();
    LatestSchema latest = new LatestSchema(7, 2, "AVRO", ORDER.toString());
    cache.put("key", latest);
    assertThat(new LatestCache(file).get("key")).contains(latest);
    for (String damaged : List.of("null", "{", "{\"key\": {}}", "{\"key\": null}", "[]")) {
      Files.writeString(file, damaged);
      assertThatThrownBy(() -> cache.get("key"))
          .as(damaged)
          .isInstanceOf(IOException.class)
          .hasMessage("it is not a cache of schemas");
    }
    cache.put("key", latest);
    assertThat(cache.get("key")).contains(latest);
  }

  @Test
  void onlyWhatTheStreamCanHaveIsLatest() throws Exception {
    StreamDefinition orders = stream("orders", "orders", Framing.CONFLUENT);
    String answer = "{\"id\": 7, \"version\": 2, \"schema\": %s%s}";
    String text = "\"\\\"string\\\"\"";
    LatestSchema latest = LatestSchema.read(answer.formatted(text, "").getBytes(UTF_8));
    StreamDefinition followed = latest.appliedTo(orders);
    assertThat(followed.schema().getType()).isEqualTo(Schema.Type.STRING);
    assertThat(followed.schemaId()).isEqualTo(7);
    assertThat(followed.versions().current()).isEqualTo("2");
    String json = ", \"schemaType\": \"JSON\"";
    LatestSchema other = LatestSchema.read(answer.formatted(text, json).getBytes(UTF_8));
    assertThatThrownBy(() -> other.appliedTo(orders)).hasMessageContaining("is of type JSON");
    String broken = answer.formatted("\"{\"", "");
    assertThatThrownBy(() -> LatestSchema.read(broken.getBytes(UTF_8)).appliedTo(orders))
        .hasMessageContaining("version 2 cannot be read");
    String references = answer.formatted(text, ", \"references\": [{\"name\": \"a\"}]");
    assertThatThrownBy(() -> LatestSchema.read(references.getBytes(UTF_8)))
        .hasMessageContaining("refers to other subjects");
    assertThatThrownBy(() -> LatestSchema.read("{}".getBytes(UTF_8)))
        .hasMessageContaining("does not implement the Confluent API");
  }

  /** Not even by a reload or a restart, where the stream begins with its file again. */
  @Test
  void whatTheVersionBeforeProtectedStaysProtected() throws Exception {
    Schema bare = withMail("");
    Schema hashed = withMail(", \"x-hash\": \"hmac-sha256\"");
    Map<String, String> keys = new TreeMap<>();
    keys.put("batch.calibration-file", "");
    keys.put("registry.url", registry.url());
    keys.put(
        "streams.r.schema",
        Files.writeString(directory.resolve("r.avsc"), ORDER.toString()).toString());
    keys.put("streams.r.follow-registry", "true");
    List<StreamDefinition> fromFile = GatewayConfig.from(Settings.ofKeys(keys)).streams();
    String subject = fromFile.get(0).subject();
    registry.add(subject, hashed);
    SchemaRegistry follows = following();
    List<StreamDefinition> followed = follows.withLatest(fromFile);
    assertThat(followed.get(0).schema()).isEqualTo(hashed);
    follows.inForce(followed);
    registry.add(subject, bare);
    assertThat(follows.withLatest(followed)).as("poll").isEqualTo(followed);
    assertThat(follows.withLatest(fromFile)).as("reload").isEqualTo(followed);
    assertThat(following().withLatest(fromFile)).as("restart").isEqualTo(followed);
  }

  private static Schema withMail(String attribute) {
    return new Schema.Parser()
        .parse(
            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"mail\",\"type\":\"string\""
                + attribute
                + "}]}");
  }

  private SchemaRegistry following() {
    Map<String, String> all = new TreeMap<>();
    all.put("registry.url", registry.url());
    all.put("registry.cache-file", directory.resolve("deep/ids.json").toString());
    return new SchemaRegistry(
        RegistryConfig.from(Settings.ofKeys(all)),
        (before, after) -> ProtectedPaths.unprotected(before.schema(), after.schema()));
  }

  @Test
  void aLongTextInAProtoIsRead() {
    String proto = "syntax = \"proto3\"; option a = \"" + "x".repeat(100_000) + "\"; message A {}";
    assertThat(RegistrySchema.protobuf(proto).isSame(proto)).isTrue();
  }

  @Test
  void aProtoWithAnotherFirstMessageIsAnother() {
    String proto = "syntax = \"proto3\"; message A { int32 a = 1; } message B {}";
    String moved = "syntax = \"proto3\"; message B {} message A { int32 a = 1; }";
    assertThat(RegistrySchema.protobuf(proto).isSame(proto)).isTrue();
    assertThat(RegistrySchema.protobuf(proto).isSame(moved)).isFalse();
  }

  private static StreamDefinition stream(String name, String topic, Framing framing) {
    return new StreamDefinition(
        name,
        List.of("/api/events/" + name),
        topic,
        ORDER,
        JsonForm.PLAIN,
        List.of(),
        framing,
        -1,
        RecordFormat.EVENT,
        Acks.ALL,
        false,
        20,
        65_536,
        false,
        List.of(),
        false);
  }

  private int idOf(Schema schema, String... settings) throws IOException, InterruptedException {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    return registry(given).idOf("orders", SUBJECT, RegistrySchema.avro(schema));
  }

  private SchemaRegistry registry(Map<String, String> given) {
    Map<String, String> all = new TreeMap<>();
    all.put("registry.url", registry.url());
    all.put("registry.cache-file", directory.resolve("deep/ids.json").toString());
    all.putAll(given);
    Settings settings = Settings.ofKeys(all);
    RegistryConfig config = RegistryConfig.from(settings);
    settings.check();
    return new SchemaRegistry(config, (before, stream) -> Optional.empty());
  }
}
