package com.reactive.platform.gateway.stream;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.protobuf.ProtobufConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.avro.Schema;

/**
 * Reads {@code streams.*}. The counter is a stream like any other, but that its settings have
 * defaults: one line of configuration is enough to have something to post to.
 */
public final class StreamsConfig {
  /** The demo stream, whose schema ships with the gateway. */
  public static final String COUNTER = "counter";

  /** Switches it on; so does any other key of it. */
  public static final String COUNTER_ENABLED = "streams.counter.enabled";

  private static final String COUNTER_ROUTES = "/api/counter,/api/customers/{customerId}/counter";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");
  private static final Pattern ROUTE =
      Pattern.compile("(/([A-Za-z0-9._~-]+|\\{[A-Za-z_][A-Za-z0-9_]*}))+");
  private static final Pattern KEY_FIELD =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*");

  /** JSON names fields as it likes; a dot leads into an object. */
  private static final Pattern JSON_KEY_FIELD = Pattern.compile("[^.,/\\s]+(\\.[^.,/\\s]+)*");

  private static final Pattern ORIGIN =
      Pattern.compile("[a-z][a-z0-9+.-]*://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+])(:\\d{1,5})?");

  private enum Respond {
    DURABLE,
    ASYNC
  }

  /**
   * What a stream has unless it says otherwise.
   *
   * @param maxBodyBytes also the most that one may say
   * @param answeredLatencyMillis where answers wait for Kafka
   * @param asyncLatencyMillis where they do not
   * @param longestLatencyMillis the most that a stream may say
   * @param adaptive whether latency is a bound that batching goes by
   */
  public record Defaults(
      int maxBodyBytes,
      int answeredLatencyMillis,
      int asyncLatencyMillis,
      int longestLatencyMillis,
      boolean adaptive) {}

  private final Settings settings;
  private final Defaults defaults;
  private final ProtobufFiles protobuf;
  private final Map<String, String> streamByRoute = new HashMap<>();
  private final TopicRules topics;

  private StreamsConfig(Settings settings, Defaults defaults) {
    this.settings = settings;
    this.defaults = defaults;
    this.protobuf = new ProtobufFiles(settings);
    this.topics = new TopicRules(settings);
  }

  /** All streams that are switched on; what is wrong with one is rejected in the settings. */
  public static List<StreamDefinition> from(Settings settings, Defaults defaults) {
    StreamsConfig config = new StreamsConfig(settings, defaults);
    Set<String> names = new TreeSet<>(settings.names("streams"));
    names.add(COUNTER);
    List<StreamDefinition> streams = new ArrayList<>();
    for (String name : names) {
      config.read(name).ifPresent(streams::add);
    }
    streams.forEach(stream -> config.topics.checkOthers(stream, streams));
    return List.copyOf(streams);
  }

  private Optional<StreamDefinition> read(String name) {
    String prefix = "streams." + name + ".";
    boolean counter = name.equals(COUNTER);
    boolean enabled =
        settings.flag(
            prefix + "enabled",
            true,
            "false disables the stream; the counter stream is enabled if any of its keys is set");
    Optional<Path> file =
        settings.path(
            prefix + "schema",
            "Avro schema of the events, a record, or a JSON Schema of draft 2020-12; the counter"
                + " stream has a built-in one");
    String topic =
        settings.text(
            prefix + "topic", counter ? "counter-events" : name, "Kafka topic; it must exist");
    settings.describeDefault(prefix + "topic", "the stream's name");
    SchemaFile schema = schema(prefix + "schema", name, enabled, file);
    SchemaVersions versions =
        new EarlierSchemas(settings).read(prefix + "earlier-schemas", enabled, file);
    ValueFormat value =
        settings.choice(
            prefix + "value",
            schema.isJsonSchema() ? ValueFormat.JSON : ValueFormat.AVRO,
            "avro: records hold Avro; json: the body as it was sent, after the same checks;"
                + " protobuf: the message of the stream's .proto");
    boolean json = value == ValueFormat.JSON;
    String routes =
        settings.text(
            prefix + "route",
            counter ? (json ? "/api/counter" : COUNTER_ROUTES) : "/api/events/" + name,
            "paths to POST events to, comma-separated; {field} is a path segment that sets the"
                + " field of that name");
    settings.describeDefault(prefix + "route", "/api/events/NAME");
    String key =
        settings.text(
            prefix + "key",
            counter ? "customerId,sessionId" : "",
            "fields for the record key, comma-separated, nested ones with dots; the first that is"
                + " not empty is the key");
    settings.describeDefault(prefix + "key", "");
    UnknownFields unknown =
        settings.choice(
            prefix + "unknown-fields",
            UnknownFields.REFUSE,
            "refuse: a JSON body with a field that the schema lacks gets 422; drop: such fields"
                + " are ignored; keep: they are in the record, which needs value: json");
    StreamDefinition stream =
        new StreamDefinition(
            name,
            split(routes),
            topic,
            schema.avro(),
            settings.choice(
                prefix + "json",
                JsonForm.PLAIN,
                "plain: ordinary JSON; avro: Avro's JSON encoding, with tagged unions"),
            schema.isJsonSchema() || unknown != UnknownFields.REFUSE,
            split(key),
            settings.choice(
                prefix + "framing",
                value == ValueFormat.AVRO ? Framing.SINGLE_OBJECT : Framing.RAW,
                "prefix of the event; raw unless value is avro"),
            -1,
            settings.choice(
                prefix + "format",
                RecordFormat.EVENT,
                "event: one record per event; packed: one record per batch"),
            settings.choice(
                prefix + "acks",
                Acks.ALL,
                "acknowledgement to wait for; anything but all needs respond: async"),
            settings.choice(
                    prefix + "respond",
                    Respond.DURABLE,
                    "durable: 201 when Kafka has the event; async: 202 on acceptance")
                == Respond.ASYNC,
            0,
            settings.integer(
                prefix + "max-body-bytes",
                defaults.maxBodyBytes,
                64,
                Math.max(64, defaults.maxBodyBytes),
                "larger bodies get 413"),
            settings.flag(
                prefix + "cloudevents", false, "accept CloudEvents, binary and structured mode"),
            settings.list(
                prefix + "cors-origins", "origins allowed by CORS, exactly as browsers send them"),
            settings.flag(
                prefix + "spool",
                false,
                "while Kafka is unavailable, spool events to disk and respond 202; see spool.dir"),
            protobuf(name, enabled ? file : Optional.empty(), counter, json),
            IdempotencyLimits.from(settings, prefix),
            Optional.empty(),
            value,
            HotKeyConfig.from(settings, prefix),
            versions,
            settings.flag(
                prefix + "follow-registry",
                false,
                "the latest version of the subject TOPIC-value in the registry is in force, instead"
                    + " of the file's; see registry.poll-seconds"),
            schema.json());
    settings.describeDefault(prefix + "max-body-bytes", "http.max-body-bytes");
    stream = stream.withMaxLatencyMillis(maxLatencyMillis(prefix, stream.respondAsync()));
    String quarantine =
        settings.text(
            prefix + "quarantine",
            "",
            "Kafka topic that keeps bodies refused as malformed or by the schema; it must exist");
    if (!quarantine.isEmpty()) {
      stream =
          stream.withQuarantine(new QuarantineConfig(quarantine, defaults.answeredLatencyMillis));
    }
    if (!enabled || (counter && !settings.isAnySet("streams." + COUNTER))) {
      return Optional.empty();
    }
    check(prefix, stream);
    checkValue(prefix, stream, unknown);
    if (stream.value() == ValueFormat.JSON) {
      checkKeptBody(prefix, stream, unknown);
    }
    if (schema.isJsonSchema()) {
      checkJsonSchema(prefix, stream);
    }
    checkVersions(prefix, stream);
    return stream.schema() == null ? Optional.empty() : Optional.of(stream);
  }

  /** Records that hold the body as it was sent cannot hold protobuf. */
  private ProtobufConfig protobuf(String name, Optional<Path> file, boolean counter, boolean json) {
    ProtobufConfig read = protobuf.read(name, file, counter);
    return json ? ProtobufConfig.NONE : read;
  }

  private int maxLatencyMillis(String prefix, boolean async) {
    String key = prefix + "max-latency-ms";
    int usual = async ? defaults.asyncLatencyMillis : defaults.answeredLatencyMillis;
    if (!defaults.adaptive && settings.isSet(key)) {
      settings.reject(key, "has no effect while batch.adaptive is false");
    }
    int millis =
        settings.integer(
            key,
            usual,
            1,
            30_000,
            "longest time to wait for a batch to fill, at most half of kafka.queue-timeout-ms");
    settings.describeDefault(key, "batch.max-latency-ms; that half with respond: async");
    if (millis > defaults.longestLatencyMillis && settings.isSet(key)) {
      settings.reject(
          key,
          "must be at most half of kafka.queue-timeout-ms, "
              + defaults.longestLatencyMillis
              + ": events would time out while batching");
    }
    return defaults.adaptive ? millis : defaults.answeredLatencyMillis;
  }

  private SchemaFile schema(String key, String name, boolean enabled, Optional<Path> file) {
    if (!enabled) {
      return SchemaFile.NONE;
    }
    if (file.isPresent()) {
      return SchemaFile.read(settings, key, name, file.get());
    }
    if (name.equals(COUNTER)) {
      return SchemaFile.of(counterSchema());
    }
    settings.reject(key, "is missing: the Avro schema or JSON Schema of the stream's events");
    return SchemaFile.NONE;
  }

  /** The schema that ships with the gateway. */
  public static Schema counterSchema() {
    try (InputStream in = StreamsConfig.class.getResourceAsStream("/avro/counter-event.avsc")) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void check(String prefix, StreamDefinition stream) {
    if (!NAME.matcher(stream.name()).matches()) {
      settings.reject(
          prefix + "*", "a stream's name must be 1 to 64 lower-case letters, digits and dashes");
    }
    topics.checkOwn(prefix, stream);
    if (stream.routes().isEmpty()) {
      settings.reject(prefix + "route", "is empty");
    }
    for (String route : stream.routes()) {
      checkRoute(prefix + "route", stream.name(), route);
    }
    for (String field : stream.key()) {
      Pattern pattern = stream.jsonSchema().isPresent() ? JSON_KEY_FIELD : KEY_FIELD;
      if (!pattern.matcher(field).matches()) {
        settings.reject(prefix + "key", "'" + field + "' is not a field name");
      }
    }
    for (String origin : stream.corsOrigins()) {
      if (!ORIGIN.matcher(origin).matches()) {
        settings.reject(
            prefix + "cors-origins",
            "'" + origin + "' is not an origin such as https://shop.example");
      }
    }
    if (stream.acks() != Acks.ALL && !stream.respondAsync()) {
      settings.reject(
          prefix + "acks", "a 201 requires acks: all; anything else needs respond: async");
    }
    if (stream.spool() && (stream.acks() != Acks.ALL || stream.format() != RecordFormat.EVENT)) {
      settings.reject(prefix + "spool", "a spool requires acks: all and format: event");
    }
    if (stream.format() == RecordFormat.PACKED && !stream.key().isEmpty()) {
      settings.reject(
          prefix + "key", "a packed record holds many events and has no key; leave it empty");
    }
    stream.hotKey().check(settings, prefix, !stream.key().isEmpty(), stream.spool());
    if (stream.format() == RecordFormat.PACKED && stream.cloudEvents()) {
      settings.reject(
          prefix + "cloudevents",
          "requires format: event, because attributes become record headers");
    }
  }

  private void checkValue(String prefix, StreamDefinition stream, UnknownFields unknown) {
    if (stream.value() != ValueFormat.JSON && unknown == UnknownFields.KEEP) {
      settings.reject(
          prefix + "unknown-fields", "keep needs value: json; the record has no such field");
    }
    if (stream.value() == ValueFormat.AVRO) {
      return;
    }
    String value = "value: " + stream.value().name().toLowerCase(Locale.ROOT);
    if (stream.format() == RecordFormat.PACKED) {
      settings.reject(prefix + "format", value + " requires format: event");
    }
    if (stream.framing() == Framing.SINGLE_OBJECT) {
      settings.reject(prefix + "framing", "single-object is for Avro; leave it out with " + value);
    }
  }

  /** Records that hold bodies as they were sent cannot have anything else. */
  private void checkKeptBody(String prefix, StreamDefinition stream, UnknownFields unknown) {
    if (unknown == UnknownFields.DROP) {
      settings.reject(
          prefix + "unknown-fields", "with value: json nothing is dropped; refuse, or keep");
    }
    if (stream.framing() == Framing.CONFLUENT && stream.jsonSchema().isEmpty()) {
      settings.reject(
          prefix + "framing",
          "with value: json there is no prefix; leave it out, or set confluent with a JSON Schema");
    }
    if (settings.isSet(prefix + ProtobufFiles.UNKNOWN)) {
      settings.reject(prefix + ProtobufFiles.UNKNOWN, "with value: json no protobuf is taken");
    }
    if (stream.routes().stream().anyMatch(route -> route.contains("{"))) {
      settings.reject(
          prefix + "route",
          "with value: json the body is not changed, so no part of the path can be its field");
    }
  }

  private void checkVersions(String prefix, StreamDefinition stream) {
    boolean isRaw = stream.value() == ValueFormat.AVRO && stream.framing() == Framing.RAW;
    if (stream.versions().hasEarlier()) {
      String key = prefix + "earlier-schemas";
      if (stream.jsonSchema().isPresent()) {
        settings.reject(key, "is for Avro schemas; a JSON Schema has anyOf");
      } else if (stream.value() == ValueFormat.PROTOBUF) {
        settings.reject(
            key, "cannot be combined with value: protobuf; its messages have one schema");
      } else if (isRaw) {
        settings.reject(key, "needs a framing that names the schema; raw does not");
      }
    }
    if (stream.followsRegistry()) {
      String key = prefix + "follow-registry";
      if (stream.versions().hasEarlier()) {
        settings.reject(key, "cannot be combined with earlier-schemas");
      }
      if (stream.value() == ValueFormat.PROTOBUF) {
        settings.reject(
            key,
            "cannot be combined with value: protobuf; its .proto is made of the file's schema");
      } else if (isRaw) {
        settings.reject(key, "needs a framing that names the schema; raw does not");
      }
    }
  }

  /** What the schema says, or what only Avro has. */
  private void checkJsonSchema(String prefix, StreamDefinition stream) {
    if (stream.value() != ValueFormat.JSON) {
      settings.reject(
          prefix + "value", "with a JSON Schema records are JSON: set json, or leave it out");
    }
    if (settings.isSet(prefix + "unknown-fields")) {
      settings.reject(prefix + "unknown-fields", "the JSON Schema says which fields there may be");
    }
    if (stream.json() != JsonForm.PLAIN) {
      settings.reject(prefix + "json", "is for Avro schemas");
    }
  }

  private void checkRoute(String key, String name, String route) {
    if (!ROUTE.matcher(route).matches() || route.length() > 512) {
      settings.reject(
          key, "'" + route + "' is not a path such as /api/events/" + name + " or /a/{field}/b");
      return;
    }
    String other = streamByRoute.putIfAbsent(route.replaceAll("\\{\\w+}", "{}"), name);
    if (other != null) {
      settings.reject(key, route + " is already a route of " + other);
    }
  }

  private static List<String> split(String text) {
    return java.util.stream.Stream.of(text.split(",", -1))
        .map(String::strip)
        .filter(entry -> !entry.isEmpty())
        .toList();
  }
}
