package com.reactive.platform.gateway.framing;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;

/** Confluent's wire format: {@code 00}, the schema's id in the registry (4 bytes, big-endian). */
final class ConfluentFraming implements FrameFormat {
  private static final byte MAGIC = 0;
  private static final int PREFIX_BYTES = 1 + Integer.BYTES;

  @Override
  public byte[] prefix(Schema schema, int schemaId) {
    if (schemaId < 0) {
      throw new IllegalArgumentException("no registry id for " + schema.getFullName());
    }
    return ByteBuffer.allocate(PREFIX_BYTES).put(MAGIC).putInt(schemaId).array();
  }

  @Override
  public boolean matches(byte[] value) {
    return value.length > 0 && value[0] == MAGIC;
  }

  /** Does not look at the id, which only a registry could tell to be that of the schema. */
  @Override
  public FrameDecoder decoder(Schema schema) {
    return value -> {
      if (value.length < PREFIX_BYTES || !matches(value)) {
        throw new IOException("framing is not confluent");
      }
      return PREFIX_BYTES;
    };
  }
}
