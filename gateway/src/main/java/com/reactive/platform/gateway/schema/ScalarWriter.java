package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;

/** A value of one token. */
abstract class ScalarWriter implements ValueWriter {
  /**
   * Writes the value.
   *
   * @return null, or, with nothing or a part written, what a value must be: "must be a string"
   */
  abstract String tryWrite(TranscodeContext pass) throws IOException, InvalidEventException;

  @Override
  public final void write(TranscodeContext pass) throws IOException, InvalidEventException {
    String must = tryWrite(pass);
    if (must != null) {
      throw pass.fault(must);
    }
  }
}
