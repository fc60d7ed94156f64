package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a record whose fields may come in any order.
 *
 * <p>Each value goes straight into the output. A field that is passed over is filled on the spot,
 * in the hope that it does not come later. If all then lies in the schema's order, as it does where
 * clients keep to it, nothing is moved; else the record is put together anew behind its parts, and
 * takes their place.
 */
final class RecordWriter implements ValueWriter {
  private final boolean dropsUnknown;
  private RecordField[] fields;

  private FieldChecks checks;
  private Map<String, RecordField> byName;

  /**
   * @param dropsUnknown whether fields that the schema lacks are dropped; else they are errors
   */
  RecordWriter(boolean dropsUnknown) {
    this.dropsUnknown = dropsUnknown;
  }

  /** To be called once, before the plan is used: a record may contain itself. */
  void fields(List<RecordField> compiled) {
    fields = compiled.toArray(RecordField[]::new);
    checks = new FieldChecks(compiled);
    byName = new HashMap<>();
    compiled.forEach(field -> byName.put(field.name(), field));
  }

  @Override
  public void write(TranscodeContext pass) throws IOException, InvalidEventException {
    if (pass.parser.currentToken() != JsonToken.START_OBJECT) {
      throw pass.fault("must be a JSON object");
    }
    int base = pass.frames.open(fields.length);
    int start = pass.out.length();
    boolean inOrder = writeSent(pass, base);
    checks.check(pass, base);
    checks.offerKeys(pass, base);
    if (!inOrder) {
      reorder(pass, base, start);
    }
    pass.frames.close(base);
  }

  /**
   * Writes what the client sent, and fills the rest.
   *
   * @return whether all fields lie in the schema's order, with nothing between them
   */
  private boolean writeSent(TranscodeContext pass, int base)
      throws IOException, InvalidEventException {
    JsonParser parser = pass.parser;
    boolean inOrder = true;
    int next = 0;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      // Most clients keep to the schema's order; then no name is looked up.
      RecordField field =
          next < fields.length && fields[next].name().equals(name)
              ? fields[next]
              : find(pass, name);
      if (field == null) {
        pass.skipped = true;
        parser.nextToken();
        parser.skipChildren();
        continue;
      }
      int index = field.index();
      if (index < next) {
        inOrder = false;
        if (pass.frames.isSent(base + index)) {
          throw JsonInput.duplicate(parser);
        }
      }
      for (; next < index; next++) {
        inOrder &= fill(pass, base, next);
      }
      next = Math.max(next, index + 1);
      parser.nextToken();
      int start = pass.out.length();
      pass.place.enterField(name);
      field.node().write(pass);
      pass.place.leave();
      pass.frames.sent(base + index, start, pass.out.length());
    }
    for (; next < fields.length; next++) {
      inOrder &= fill(pass, base, next);
    }
    return inOrder;
  }

  /** Null if the field is to be dropped. */
  private RecordField find(TranscodeContext pass, String name) throws InvalidEventException {
    RecordField field = byName.get(name);
    if (field == null && !dropsUnknown) {
      throw InvalidEventException.schema(pass.place.pointer(name), "the schema has no such field");
    }
    return field;
  }

  private boolean fill(TranscodeContext pass, int base, int index) throws InvalidEventException {
    FieldDefault filler = fields[index].filler();
    int start = pass.out.length();
    if (filler == null || !filler.fill(pass)) {
      return false;
    }
    pass.frames.filled(base + index, start, pass.out.length());
    return true;
  }

  private void reorder(TranscodeContext pass, int base, int start) throws InvalidEventException {
    int tail = pass.out.length();
    for (int slot = base; slot < base + fields.length; slot++) {
      pass.out.repeat(pass.frames.start(slot), pass.frames.end(slot));
    }
    pass.out.replace(start, tail);
  }
}
