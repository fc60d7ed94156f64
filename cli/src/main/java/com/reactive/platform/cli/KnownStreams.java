package com.reactive.platform.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.gateway.stream.ValueFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * The streams that a gateway or its configuration knows, and where its Kafka is.
 *
 * @param source for people: where this comes from
 * @param bootstrapServers empty if that is not known
 */
record KnownStreams(String source, Optional<String> bootstrapServers, List<EventLayout> layouts) {

  static KnownStreams of(GatewayConfig config, String source) {
    return new KnownStreams(
        source,
        Optional.of(config.kafka().bootstrapServers()),
        config.streams().stream().map(EventLayout::of).flatMap(List::stream).toList());
  }

  /** Those of a running gateway. */
  static KnownStreams of(AdminPort admin) throws InterruptedException {
    String document = admin.get("/streams");
    try {
      JsonNode root = new ObjectMapper().readTree(document);
      List<EventLayout> layouts = new ArrayList<>();
      for (JsonNode stream : root.required("streams")) {
        EventLayout current =
            new EventLayout(
                stream.required("name").asText(),
                stream.required("topic").asText(),
                schema(stream),
                constant(JsonForm.class, stream.required("json").asText()),
                framing(stream),
                routes(stream),
                text(stream, "quarantine"),
                FieldNumbers.parse(stream.path("protobufNumbers").asText()),
                value(stream) == ValueFormat.AVRO ? schemaId(stream) : -1);
        List<EventLayout> own = new ArrayList<>();
        own.add(current);
        for (JsonNode version : stream.path("earlierSchemas")) {
          own.add(current.ofVersion(schema(version), schemaId(version)));
        }
        layouts.addAll(EventLayout.withHotKeys(own, text(stream, "hotKeyTopic")));
      }
      String servers = root.required("bootstrapServers").asText();
      return new KnownStreams(admin.url(), Optional.of(servers), layouts);
    } catch (IOException | RuntimeException e) { // Avro throws many kinds
      throw new CommandFailedException(admin.url() + " is not a gateway");
    }
  }

  private static Optional<String> text(JsonNode stream, String name) {
    return Optional.ofNullable(stream.get(name)).map(JsonNode::asText);
  }

  private static Schema schema(JsonNode version) {
    return new Schema.Parser().parse(version.required("schema").toString());
  }

  private static ValueFormat value(JsonNode stream) {
    return constant(ValueFormat.class, stream.path("value").asText("avro"));
  }

  private static int schemaId(JsonNode version) {
    return version.path("schemaId").asInt(-1);
  }

  private static Optional<Framing> framing(JsonNode stream) {
    return EventLayout.framing(
        value(stream), constant(Framing.class, stream.required("framing").asText()));
  }

  private static List<String> routes(JsonNode stream) {
    List<String> routes = new ArrayList<>();
    stream.path("routes").forEach(route -> routes.add(route.asText()));
    return routes;
  }

  /** The same, with a Kafka elsewhere. */
  KnownStreams at(String servers) {
    return new KnownStreams(source, Optional.of(servers), layouts);
  }

  /** The counter stream, which every gateway has, as a fallback. */
  static KnownStreams counter() {
    EventLayout counter =
        new EventLayout(
            StreamsConfig.COUNTER,
            "counter-events",
            StreamsConfig.counterSchema(),
            JsonForm.PLAIN,
            Optional.of(Framing.SINGLE_OBJECT));
    return new KnownStreams("the built-in streams", Optional.empty(), List.of(counter));
  }

  /** As the settings name it. */
  static <E extends Enum<E>> E constant(Class<E> type, String setting) {
    return Enum.valueOf(type, setting.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Those of that topic, or the one of that name. A stream's name comes first. */
  List<EventLayout> named(String streamOrTopic) {
    List<EventLayout> byName =
        layouts.stream().filter(each -> each.stream().equals(streamOrTopic)).toList();
    String topic = byName.isEmpty() ? streamOrTopic : byName.get(0).topic();
    return layouts.stream().filter(each -> each.topic().equals(topic)).toList();
  }

  /** For a hint. */
  String names() {
    return String.join(", ", layouts.stream().map(EventLayout::stream).distinct().toList());
  }
}
