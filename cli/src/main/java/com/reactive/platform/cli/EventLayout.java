package com.reactive.platform.cli;

import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * Layout of a stream's events in the records of its topic.
 *
 * @param stream its name
 * @param json how clients write such an event
 * @param framing empty if nobody said: then what fits, by the first bytes
 */
record EventLayout(
    String stream, String topic, Schema schema, JsonForm json, Optional<Framing> framing) {

  static EventLayout of(StreamDefinition stream) {
    return new EventLayout(
        stream.name(),
        stream.topic(),
        stream.schema(),
        stream.json(),
        Optional.of(stream.framing()));
  }

  /** With what the user said. */
  EventLayout with(Schema schemaOfUser, Optional<Framing> framingOfUser) {
    return new EventLayout(stream, topic, schemaOfUser, json, framingOfUser);
  }
}
