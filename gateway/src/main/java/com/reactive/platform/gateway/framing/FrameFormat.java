package com.reactive.platform.gateway.framing;

import org.apache.avro.Schema;

/** The bytes of one framing: all that the gateway and its tools know of it. Stateless. */
interface FrameFormat {
  /** As {@link Framing#prefix}. */
  byte[] prefix(Schema schema, int schemaId);

  /** Whether a value begins like one of this framing; a raw datum may do so by chance. */
  boolean matches(byte[] value);

  /** As {@link Framing#decoder}. */
  FrameDecoder decoder(Schema schema);
}
