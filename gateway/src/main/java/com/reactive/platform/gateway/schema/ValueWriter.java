package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;

/** The writer of one place in the schema. Has no state of its own: that is in the pass. */
interface ValueWriter {
  /**
   * Writes the value that the pass is at. JSON: the parser is at its first token, and is left at
   * its last. Protobuf: {@link WireInput#value} is the chain of its regions.
   *
   * @throws InvalidEventException if it does not fit; what was written of it is then left over
   */
  void write(TranscodeContext pass) throws IOException, InvalidEventException;
}
