package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Writers of arrays and maps: one block each, whose count is put before it at the end. */
final class SequenceWriters {
  private SequenceWriters() {}

  static final class ArrayNode implements ValueWriter {
    private final ValueWriter element;

    ArrayNode(ValueWriter element) {
      this.element = element;
    }

    @Override
    public void write(TranscodeContext pass) throws IOException, InvalidEventException {
      JsonParser parser = pass.parser;
      if (parser.currentToken() != JsonToken.START_ARRAY) {
        throw pass.fault("must be a JSON array");
      }
      int start = pass.out.length();
      int count = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        pass.place.enterElement(count);
        element.write(pass);
        pass.place.leave();
        count++;
      }
      endBlock(pass.out, start, count);
    }
  }

  static final class MapNode implements ValueWriter {
    private final ValueWriter value;

    MapNode(ValueWriter value) {
      this.value = value;
    }

    @Override
    public void write(TranscodeContext pass) throws IOException, InvalidEventException {
      JsonParser parser = pass.parser;
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw pass.fault("must be a JSON object");
      }
      int start = pass.out.length();
      int count = 0;
      Set<String> names = null;
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        if (names == null) {
          names = new HashSet<>();
        }
        if (!names.add(name)) {
          throw JsonInput.duplicate(parser);
        }
        if (!pass.out.writeString(name.toCharArray(), 0, name.length())) {
          throw JsonInput.halfSurrogate(parser);
        }
        parser.nextToken();
        pass.place.enterKey(name);
        value.write(pass);
        pass.place.leave();
        count++;
      }
      endBlock(pass.out, start, count);
    }
  }

  /** Puts the count before what was written since {@code start}, and the end behind it. */
  static void endBlock(AvroOutput out, int start, int count) throws InvalidEventException {
    if (count > 0) {
      out.insertLong(start, count);
    }
    out.append(0);
  }
}
