package com.reactive.platform.cli;

import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.QuarantineConfig;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.ValueFormat;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * Layout of a stream's events in the records of its topic.
 *
 * @param stream its name
 * @param json how clients write such an event
 * @param framing empty if nobody said: then what fits, by the first bytes
 * @param routes path templates to post them to; none if nobody said
 * @param quarantine topic of the bodies that it refuses; empty if there is none
 */
record EventLayout(
    String stream,
    String topic,
    Schema schema,
    JsonForm json,
    Optional<Framing> framing,
    List<String> routes,
    Optional<String> quarantine) {

  EventLayout(
      String stream, String topic, Schema schema, JsonForm json, Optional<Framing> framing) {
    this(stream, topic, schema, json, framing, List.of(), Optional.empty());
  }

  static EventLayout of(StreamDefinition stream) {
    return new EventLayout(
        stream.name(),
        stream.topic(),
        stream.schema(),
        stream.json(),
        // Of records that hold JSON now, those of before may have any.
        stream.value() == ValueFormat.JSON ? Optional.empty() : Optional.of(stream.framing()),
        stream.routes(),
        stream.quarantine().map(QuarantineConfig::topic));
  }

  /** With what the user said. */
  EventLayout with(Schema schemaOfUser, Optional<Framing> framingOfUser) {
    return new EventLayout(stream, topic, schemaOfUser, json, framingOfUser, routes, quarantine);
  }
}
