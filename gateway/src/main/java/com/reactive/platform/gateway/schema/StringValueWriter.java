package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;

/** A string, whose length may have bounds. */
final class StringValueWriter extends TextWriter {
  private final Bounds bounds;
  private final String mustHaveLength;

  StringValueWriter(Bounds bounds) {
    super("must be a string");
    this.bounds = bounds;
    this.mustHaveLength = bounds.sentence();
  }

  @Override
  public String tryText(TranscodeContext pass, char[] text, int offset, int length)
      throws InvalidEventException {
    if (!bounds.hold(text, offset, length)) {
      return mustHaveLength;
    }
    if (!pass.out.writeString(text, offset, length)) {
      throw JsonInput.halfSurrogate(pass.parser);
    }
    return null;
  }
}
