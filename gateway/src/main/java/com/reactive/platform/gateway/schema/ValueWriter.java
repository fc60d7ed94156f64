package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;

/** The writer of one place in the schema. Has no state of its own: that is in the pass. */
interface ValueWriter {
  /**
   * Writes the value whose first token the parser is at, and leaves the parser at its last.
   *
   * @throws InvalidEventException if it does not fit; what was written of it is then left over
   */
  void write(TranscodeContext pass) throws IOException, InvalidEventException;
}
