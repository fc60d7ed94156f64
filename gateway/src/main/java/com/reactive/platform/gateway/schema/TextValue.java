package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;

/** Writes a value that is given as a text. */
interface TextValue {
  /**
   * Writes the value of the text.
   *
   * @return null, or, with nothing or a part written, what it must be: "must be a string"
   */
  String tryText(TranscodeContext pass, char[] text, int offset, int length)
      throws InvalidEventException;
}
