package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;

/** Writes a field that the client did not send. */
interface FieldDefault {
  /** False, with nothing written, if there is nothing to fill it with this time. */
  boolean fill(TranscodeContext pass) throws InvalidEventException;
}
