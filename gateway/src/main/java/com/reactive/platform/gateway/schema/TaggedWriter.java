package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;
import java.util.Map;

/** A union's value under the name of its branch: {@code {"string": "a"}}; null is bare. */
final class TaggedWriter implements ValueWriter {
  private final Map<String, UnionBranch> branches;
  private final int nullIndex;
  private final String must;

  /**
   * @param branches by name, without null
   * @param nullIndex the number of the null branch, or -1
   */
  TaggedWriter(Map<String, UnionBranch> branches, int nullIndex) {
    this.branches = Map.copyOf(branches);
    this.nullIndex = nullIndex;
    String names = UnionBranch.list(branches.keySet());
    this.must =
        "must be "
            + (nullIndex < 0 ? "" : "null or ")
            + "a JSON object of one field, named "
            + names;
  }

  @Override
  public void write(TranscodeContext pass) throws IOException, InvalidEventException {
    JsonParser parser = pass.parser;
    if (nullIndex >= 0 && parser.currentToken() == JsonToken.VALUE_NULL) {
      pass.out.writeLong(nullIndex);
      return;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw pass.fault(must);
    }
    String name = parser.nextFieldName();
    UnionBranch branch = name == null ? null : branches.get(name);
    if (branch == null) {
      throw pass.fault(must);
    }
    parser.nextToken();
    pass.out.writeLong(branch.index());
    pass.place.enterKey(name);
    branch.node().write(pass);
    pass.place.leave();
    if (parser.nextToken() != JsonToken.END_OBJECT) {
      throw pass.fault(must);
    }
  }
}
