package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;

/** A value of one token. */
abstract class ScalarNode implements Node {
  /**
   * Writes the value.
   *
   * @return null, or, with nothing or a part written, what a value must be: "must be a string"
   */
  abstract String tryWrite(Pass pass) throws IOException, InvalidEventException;

  @Override
  public final void write(Pass pass) throws IOException, InvalidEventException {
    String must = tryWrite(pass);
    if (must != null) {
      throw pass.fault(must);
    }
  }
}
