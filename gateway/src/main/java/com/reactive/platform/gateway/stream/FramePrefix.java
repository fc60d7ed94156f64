package com.reactive.platform.gateway.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** The bytes before each Avro datum of a stream: the same for all of them, so computed once. */
public final class FramePrefix {
  private static final byte[] SINGLE_OBJECT_MARKER = {(byte) 0xC3, 0x01};
  private static final byte CONFLUENT_MAGIC = 0;

  private FramePrefix() {}

  /** The prefix of a stream's record values. */
  public static byte[] of(StreamDefinition stream) {
    return of(stream.framing(), stream.schema(), stream.schemaId());
  }

  /**
   * A new array, which may be empty.
   *
   * @param schemaId the schema's id in the registry; only {@link Framing#CONFLUENT} asks for it
   * @throws IllegalArgumentException if the framing is confluent and there is no id
   */
  public static byte[] of(Framing framing, Schema schema, int schemaId) {
    return switch (framing) {
      case SINGLE_OBJECT ->
          ByteBuffer.allocate(SINGLE_OBJECT_MARKER.length + Long.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .put(SINGLE_OBJECT_MARKER)
              .putLong(SchemaNormalization.parsingFingerprint64(schema))
              .array();
      case CONFLUENT -> {
        if (schemaId < 0) {
          throw new IllegalArgumentException("no registry id for " + schema.getFullName());
        }
        yield ByteBuffer.allocate(1 + Integer.BYTES).put(CONFLUENT_MAGIC).putInt(schemaId).array();
      }
      case RAW -> new byte[0];
    };
  }
}
