package com.reactive.platform.gateway.framing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * Avro's single-object encoding: {@code C3 01}, the schema's fingerprint (8 bytes, little-endian).
 */
final class SingleObjectFraming implements FrameFormat {
  private static final byte[] MARKER = {(byte) 0xC3, 0x01};
  private static final int PREFIX_BYTES = MARKER.length + Long.BYTES;

  @Override
  public byte[] prefix(Schema schema, int schemaId) {
    return ByteBuffer.allocate(PREFIX_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MARKER)
        .putLong(SchemaNormalization.parsingFingerprint64(schema))
        .array();
  }

  @Override
  public boolean matches(byte[] value) {
    return value.length >= PREFIX_BYTES && value[0] == MARKER[0] && value[1] == MARKER[1];
  }

  @Override
  public FrameDecoder decoder(Schema schema) {
    long expected = SchemaNormalization.parsingFingerprint64(schema);
    return value -> {
      if (!matches(value)) {
        throw new IOException("framing is not single-object");
      }
      long found =
          ByteBuffer.wrap(value, MARKER.length, Long.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .getLong();
      if (found != expected) {
        throw new IOException(
            "written with a schema other than "
                + schema.getFullName()
                + ": its fingerprint is "
                + Long.toHexString(found));
      }
      return PREFIX_BYTES;
    };
  }
}
