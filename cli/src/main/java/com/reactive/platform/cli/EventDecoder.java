package com.reactive.platform.cli;

import com.reactive.platform.gateway.schema.AvroToJson;
import com.reactive.platform.gateway.stream.Framing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.SchemaNormalization;

/** The JSON of events of one layout. Not thread-safe. */
final class EventDecoder {
  private static final int SINGLE_OBJECT_PREFIX_BYTES = 10;
  private static final int CONFLUENT_PREFIX_BYTES = 5;

  private final EventLayout layout;
  private final AvroToJson toJson;
  private final long fingerprint;

  EventDecoder(EventLayout layout) {
    this.layout = layout;
    this.toJson = new AvroToJson(layout.schema(), layout.json());
    this.fingerprint = SchemaNormalization.parsingFingerprint64(layout.schema());
  }

  /**
   * The event as a client would write it, and what the gateway filled.
   *
   * @throws IOException saying why these bytes are no such event
   */
  String json(byte[] value) throws IOException {
    if (layout.framing().isPresent()) {
      return json(value, layout.framing().get());
    }
    Framing likely =
        isSingleObject(value)
            ? Framing.SINGLE_OBJECT
            : value.length > 0 && value[0] == 0 ? Framing.CONFLUENT : Framing.RAW;
    try {
      return json(value, likely);
    } catch (IOException e) {
      try {
        return json(value, Framing.RAW);
      } catch (IOException raw) {
        e.addSuppressed(raw);
        throw e;
      }
    }
  }

  private String json(byte[] value, Framing framing) throws IOException {
    return switch (framing) {
      case SINGLE_OBJECT -> {
        checkFingerprint(value);
        yield datum(value, SINGLE_OBJECT_PREFIX_BYTES);
      }
      case CONFLUENT -> {
        if (value.length < CONFLUENT_PREFIX_BYTES || value[0] != 0) {
          throw new IOException("not in the framing confluent");
        }
        yield datum(value, CONFLUENT_PREFIX_BYTES);
      }
      case RAW -> datum(value, 0);
    };
  }

  private static boolean isSingleObject(byte[] value) {
    return value.length >= SINGLE_OBJECT_PREFIX_BYTES && value[0] == (byte) 0xC3 && value[1] == 1;
  }

  private void checkFingerprint(byte[] value) throws IOException {
    if (!isSingleObject(value)) {
      throw new IOException("not in the framing single-object");
    }
    long its = ByteBuffer.wrap(value, 2, Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (its != fingerprint) {
      throw new IOException(
          "written with another schema than the one of "
              + layout.schema().getFullName()
              + ": its fingerprint is "
              + Long.toHexString(its));
    }
  }

  /** From there to the end. */
  private String datum(byte[] value, int offset) throws IOException {
    return toJson.text(value, offset, value.length - offset);
  }
}
