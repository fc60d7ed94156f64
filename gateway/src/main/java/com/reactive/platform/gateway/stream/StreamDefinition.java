package com.reactive.platform.gateway.stream;

import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.jsonschema.JsonSchema;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.protobuf.ProtoText;
import com.reactive.platform.gateway.protobuf.ProtobufConfig;
import com.reactive.platform.gateway.protobuf.PublisherService;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * One kind of event: how it comes in by HTTP and how it goes to Kafka. Immutable.
 *
 * @param name what the configuration calls it
 * @param routes path templates; {@code {name}} stands for one segment, which fills the top-level
 *     field of that name
 * @param json how JSON stands for the schema's values
 * @param allowsUnknown whether a JSON body may have fields that the schema lacks; else they are
 *     refused
 * @param key the fields whose value is the record key, nested ones with dots; the first that is
 *     there and not empty counts; empty: records have no key
 * @param schemaId the schema's id in the registry; -1 unless the framing is {@link
 *     Framing#CONFLUENT} or the schema is the registry's
 * @param respondAsync whether every event is answered 202 on acceptance
 * @param maxLatencyMillis how long an event may wait for others; its lane's budget
 * @param cloudEvents whether CloudEvents are understood, in binary and structured mode
 * @param corsOrigins exact origins that may post from a browser; empty: none
 * @param spool whether events are kept on disk and answered 202 while Kafka is away
 * @param protobuf the field numbers of its .proto
 * @param idempotency how long keys are remembered, and how many
 * @param quarantine for what is refused for its content
 * @param value what its records hold
 * @param hotKey what becomes of events of a key that too many have
 * @param versions of the schema that are accepted besides
 * @param followsRegistry whether the latest version of its schema in the registry is in force,
 *     instead of that of its file
 * @param jsonSchema by which bodies are checked; if there is one, the schema is {@link #anyObject},
 *     and the value is JSON
 */
public record StreamDefinition(
    String name,
    List<String> routes,
    String topic,
    Schema schema,
    JsonForm json,
    boolean allowsUnknown,
    List<String> key,
    Framing framing,
    int schemaId,
    RecordFormat format,
    Acks acks,
    boolean respondAsync,
    int maxLatencyMillis,
    int maxBodyBytes,
    boolean cloudEvents,
    List<String> corsOrigins,
    boolean spool,
    ProtobufConfig protobuf,
    IdempotencyLimits idempotency,
    Optional<QuarantineConfig> quarantine,
    ValueFormat value,
    HotKeyConfig hotKey,
    SchemaVersions versions,
    boolean followsRegistry,
    Optional<JsonSchema> jsonSchema) {

  public StreamDefinition {
    routes = List.copyOf(routes);
    key = List.copyOf(key);
    corsOrigins = List.copyOf(corsOrigins);
  }

  /**
   * A stream of Avro without field numbers and quarantine, which refuses unknown fields and
   * remembers keys as by default.
   */
  public StreamDefinition(
      String name,
      List<String> routes,
      String topic,
      Schema schema,
      JsonForm json,
      List<String> key,
      Framing framing,
      int schemaId,
      RecordFormat format,
      Acks acks,
      boolean respondAsync,
      int maxLatencyMillis,
      int maxBodyBytes,
      boolean cloudEvents,
      List<String> corsOrigins,
      boolean spool) {
    this(
        name,
        routes,
        topic,
        schema,
        json,
        false,
        key,
        framing,
        schemaId,
        format,
        acks,
        respondAsync,
        maxLatencyMillis,
        maxBodyBytes,
        cloudEvents,
        corsOrigins,
        spool,
        ProtobufConfig.NONE,
        IdempotencyLimits.DEFAULT,
        Optional.empty(),
        ValueFormat.AVRO,
        HotKeyConfig.NONE,
        SchemaVersions.NONE,
        false,
        Optional.empty());
  }

  StreamDefinition withMaxLatencyMillis(int millis) {
    return copy(schema, schemaId, versions, millis, quarantine, jsonSchema);
  }

  /** The same, with the ids that its schema, and the versions of it, have in the registry. */
  public StreamDefinition withSchemaIds(int id, List<Integer> ofEarlier) {
    return copy(schema, id, versions.withIds(ofEarlier), maxLatencyMillis, quarantine, jsonSchema);
  }

  /** Its schema, then the earlier ones. */
  public Stream<Schema> schemas() {
    return Stream.concat(
        Stream.of(schema), versions.earlier().stream().map(SchemaVersions.Earlier::schema));
  }

  /** The bytes before the event in each of its record values: a new array, which may be empty. */
  public byte[] framePrefix() {
    byte[] prefix = framing.prefix(schema, schemaId);
    // Confluent's framing goes on with the place of the message in its .proto: 0 is the first.
    boolean isIndexed = value == ValueFormat.PROTOBUF && framing == Framing.CONFLUENT;
    return isIndexed ? Arrays.copyOf(prefix, prefix.length + 1) : prefix;
  }

  /** The same before each event of an earlier version of the schema. */
  public byte[] framePrefix(SchemaVersions.Earlier version) {
    return framing.prefix(version.schema(), version.schemaId());
  }

  /** All that Avro can say of events with a JSON Schema: they are objects. */
  static Schema anyObject(String stream, JsonSchema schema) {
    String name = stream.replace('-', '_');
    return Schema.createRecord(
        Character.isDigit(name.charAt(0)) ? "_" + name : name,
        schema.about(),
        null,
        false,
        List.of());
  }

  /**
   * CRC-64-AVRO of its schema, 16 hex digits.
   *
   * @param version the name of an earlier version that is meant; any other, or null: the schema in
   *     force
   */
  public String schemaFingerprint(String version) {
    for (SchemaVersions.Earlier each : versions.earlier()) {
      if (each.name().equals(version)) {
        return hex(SchemaNormalization.parsingFingerprint64(each.schema()));
      }
    }
    return hex(
        jsonSchema.isEmpty()
            ? SchemaNormalization.parsingFingerprint64(schema)
            : SchemaNormalization.fingerprint64(
                jsonSchema.get().toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static String hex(long fingerprint) {
    return HexFormat.of().toHexDigits(fingerprint);
  }

  /** Its topic, and those of its quarantine and of its hot keys if it has them. */
  public Stream<String> topics() {
    return Stream.of(Optional.of(topic), quarantine.map(QuarantineConfig::topic), hotKey.topic())
        .flatMap(Optional::stream);
  }

  /** The subject that its schema has in a registry. */
  public String subject() {
    return topic + "-value";
  }

  /** The numbers of its .proto, as their file has them. */
  public String fieldNumbers() {
    return protobuf.numbers().text();
  }

  /** What the registry has if its records hold protobuf. */
  public String protoOfMessages() {
    return ProtoText.ofMessages(protoFile());
  }

  /** Its .proto, by the numbers known. */
  public ProtoFile protoFile() {
    return ProtoFileBuilder.of(name, schema, protobuf.numbers());
  }

  /** Its routes, and the paths of its methods if it takes protobuf. */
  public List<String> paths() {
    if (!protobuf.hasNumbers()) {
      return routes;
    }
    ProtoFile file = protoFile();
    List<String> paths = new ArrayList<>(routes);
    paths.add(PublisherService.path(file, PublisherService.UNARY));
    paths.add(PublisherService.path(file, PublisherService.STREAMING));
    return paths;
  }

  /** The same, with a quarantine. */
  StreamDefinition withQuarantine(QuarantineConfig config) {
    return copy(schema, schemaId, versions, maxLatencyMillis, Optional.of(config), jsonSchema);
  }

  /** The same with another version of its schema, which the registry has under this id. */
  public StreamDefinition withSchema(Schema latest, int id, String version) {
    return copy(
        latest, id, versions.withCurrent(version), maxLatencyMillis, quarantine, jsonSchema);
  }

  /** The same. */
  public StreamDefinition withSchema(JsonSchema latest, int id, String version) {
    return copy(
        anyObject(name, latest),
        id,
        versions.withCurrent(version),
        maxLatencyMillis,
        quarantine,
        Optional.of(latest));
  }

  private StreamDefinition copy(
      Schema otherSchema,
      int id,
      SchemaVersions others,
      int latencyMillis,
      Optional<QuarantineConfig> quarantined,
      Optional<JsonSchema> otherJsonSchema) {
    return new StreamDefinition(
        name,
        routes,
        topic,
        otherSchema,
        json,
        allowsUnknown,
        key,
        framing,
        id,
        format,
        acks,
        respondAsync,
        latencyMillis,
        maxBodyBytes,
        cloudEvents,
        corsOrigins,
        spool,
        protobuf,
        idempotency,
        quarantined,
        value,
        hotKey,
        others,
        followsRegistry,
        otherJsonSchema);
  }
}
