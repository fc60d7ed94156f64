package com.reactive.platform.gateway.framing;

import java.io.IOException;

/** Finds the datum in record values of one framing and schema. Immutable. */
@FunctionalInterface
public interface FrameDecoder {
  /**
   * Where the datum begins; it goes on to the end of the value.
   *
   * @throws IOException saying why these bytes are not of the framing, or of the schema
   */
  int datumOffset(byte[] value) throws IOException;
}
