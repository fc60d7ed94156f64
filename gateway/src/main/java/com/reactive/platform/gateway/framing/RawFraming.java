package com.reactive.platform.gateway.framing;

import org.apache.avro.Schema;

/** Nothing before the datum. */
final class RawFraming implements FrameFormat {
  @Override
  public byte[] prefix(Schema schema, int schemaId) {
    return new byte[0];
  }

  @Override
  public boolean matches(byte[] value) {
    return false;
  }

  @Override
  public FrameDecoder decoder(Schema schema) {
    return value -> 0;
  }
}
