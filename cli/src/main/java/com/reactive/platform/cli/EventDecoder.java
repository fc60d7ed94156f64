package com.reactive.platform.cli;

import com.reactive.platform.gateway.framing.FrameDecoder;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.schema.AvroToJson;
import com.reactive.platform.gateway.schema.MessageToJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The JSON of events of one layout. Not thread-safe. */
final class EventDecoder {
  /** Confluent's framing of protobuf: Avro's, and the place of the message in its file, 0. */
  private static final int CONFLUENT_PREFIX_BYTES = 1 + Integer.BYTES + 1;

  private final Optional<Framing> framing;
  private final int schemaId;
  private final AvroToJson toJson;
  private final MessageToJson messageToJson;
  private final Map<Framing, FrameDecoder> decoders = new EnumMap<>(Framing.class);

  EventDecoder(EventLayout layout) {
    this.framing = layout.framing();
    this.schemaId = layout.schemaId();
    this.toJson = new AvroToJson(layout.schema(), layout.json());
    this.messageToJson =
        layout.numbers().equals(FieldNumbers.NONE)
            ? null
            : new MessageToJson(layout.stream(), layout.schema(), layout.numbers(), layout.json());
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

  /**
   * The same of an event in protobuf.
   *
   * @throws IOException saying why these bytes are no such event
   */
  String jsonOfMessage(byte[] value) throws IOException {
    if (messageToJson == null) {
      throw new IOException("protobuf, and the stream's field numbers are not known");
    }
    // No message begins with a zero byte.
    boolean isFramed = value.length >= CONFLUENT_PREFIX_BYTES && value[0] == 0;
    int offset = isFramed ? CONFLUENT_PREFIX_BYTES : 0;
    return messageToJson.text(value, offset, value.length - offset);
  }

  private String json(byte[] value, Framing each) throws IOException {
    int offset = decoders.get(each).datumOffset(value);
    if (each == Framing.CONFLUENT && schemaId >= 0) {
      int found = ByteBuffer.wrap(value).getInt(1);
      if (found != schemaId) {
        throw new IOException("written with the schema that has the id " + found);
      }
    }
    return toJson.text(value, offset, value.length - offset);
  }
}
