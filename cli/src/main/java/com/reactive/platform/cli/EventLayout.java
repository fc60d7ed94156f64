package com.reactive.platform.cli;

import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.QuarantineConfig;
import com.reactive.platform.gateway.stream.SchemaVersions;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.ValueFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * Layout of a stream's events in the records of its topic.
 *
 * @param stream its name
 * @param json how clients write such an event
 * @param framing empty if nobody said: then what fits, by the first bytes
 * @param routes path templates to post them to; none if nobody said
 * @param quarantine topic of the bodies that it refuses; empty if there is none
 * @param numbers of the fields of protobuf; none if its records hold none
 * @param schemaId of the schema in the registry; -1 if nobody said
 */
record EventLayout(
    String stream,
    String topic,
    Schema schema,
    JsonForm json,
    Optional<Framing> framing,
    List<String> routes,
    Optional<String> quarantine,
    FieldNumbers numbers,
    int schemaId) {

  EventLayout(
      String stream, String topic, Schema schema, JsonForm json, Optional<Framing> framing) {
    this(stream, topic, schema, json, framing, List.of(), Optional.empty(), FieldNumbers.NONE, -1);
  }

  /** Those of a stream: one for each version of its schema. */
  static List<EventLayout> of(StreamDefinition stream) {
    List<EventLayout> all = new ArrayList<>();
    all.add(ofCurrent(stream));
    for (SchemaVersions.Earlier version : stream.versions().earlier()) {
      all.add(all.get(0).ofVersion(version.schema(), -1));
    }
    return withHotKeys(all, stream.hotKey().topic());
  }

  /** These, and the same in the topic to which events of hot keys go, if there is one. */
  static List<EventLayout> withHotKeys(List<EventLayout> own, Optional<String> topic) {
    Stream<EventLayout> hot =
        topic.stream().flatMap(name -> own.stream().map(each -> each.inTopic(name)));
    return Stream.concat(own.stream(), hot).toList();
  }

  private EventLayout inTopic(String other) {
    return new EventLayout(
        stream, other, schema, json, framing, routes, quarantine, numbers, schemaId);
  }

  private static EventLayout ofCurrent(StreamDefinition stream) {
    return new EventLayout(
        stream.name(),
        stream.topic(),
        stream.schema(),
        stream.json(),
        framing(stream.value(), stream.framing()),
        stream.routes(),
        stream.quarantine().map(QuarantineConfig::topic),
        stream.value() == ValueFormat.PROTOBUF ? stream.protobuf().numbers() : FieldNumbers.NONE,
        -1);
  }

  /** With what the user said. */
  EventLayout with(Schema schemaOfUser, Optional<Framing> framingOfUser) {
    return new EventLayout(
        stream, topic, schemaOfUser, json, framingOfUser, routes, quarantine, numbers, -1);
  }

  /** The same of an earlier version of the schema. */
  EventLayout ofVersion(Schema earlier, int id) {
    return new EventLayout(stream, topic, earlier, json, framing, routes, quarantine, numbers, id);
  }

  /** Where records hold no Avro now, those of before may have any. */
  static Optional<Framing> framing(ValueFormat value, Framing configured) {
    return value == ValueFormat.AVRO ? Optional.of(configured) : Optional.empty();
  }
}
