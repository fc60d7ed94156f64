package com.reactive.platform.cli;

import com.reactive.platform.gateway.framing.FrameDecoder;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.schema.AvroToJson;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The JSON of events of one layout. Not thread-safe. */
final class EventDecoder {
  private final Optional<Framing> framing;
  private final AvroToJson toJson;
  private final Map<Framing, FrameDecoder> decoders = new EnumMap<>(Framing.class);

  EventDecoder(EventLayout layout) {
    this.framing = layout.framing();
    this.toJson = new AvroToJson(layout.schema(), layout.json());
    for (Framing each : Framing.values()) {
      decoders.put(each, each.decoder(layout.schema()));
    }
  }

  /**
   * The event as a client would write it, and what the gateway filled.
   *
   * @throws IOException saying why these bytes are no such event
   */
  String json(byte[] value) throws IOException {
    if (framing.isPresent()) {
      return json(value, framing.get());
    }
    try {
      return json(value, Framing.detect(value));
    } catch (IOException e) {
      try {
        return json(value, Framing.RAW);
      } catch (IOException raw) {
        e.addSuppressed(raw);
        throw e;
      }
    }
  }

  private String json(byte[] value, Framing each) throws IOException {
    int offset = decoders.get(each).datumOffset(value);
    return toJson.text(value, offset, value.length - offset);
  }
}
