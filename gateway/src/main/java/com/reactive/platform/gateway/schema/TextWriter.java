package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;

/** A value that JSON has as a string. */
abstract class TextWriter extends ScalarWriter implements TextValue {
  private final String must;

  TextWriter(String must) {
    this.must = must;
  }

  @Override
  String tryWrite(TranscodeContext pass) throws IOException, InvalidEventException {
    JsonParser parser = pass.parser;
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      return must;
    }
    return tryText(
        pass, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
  }

  /** What it must be, if it is not. */
  String must() {
    return must;
  }

  @Override
  public abstract String tryText(TranscodeContext pass, char[] text, int offset, int length)
      throws InvalidEventException;
}
