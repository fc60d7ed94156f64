package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.util.List;

/** Checks the fields of a record against one another, and finds its keys, once all are written. */
final class FieldChecks {
  /** Those of the fields that are keys. */
  private final RecordField[] keys;

  /** Those that depend on other fields or on the path, or have nothing that fills them. */
  private final RecordField[] conditional;

  FieldChecks(List<RecordField> fields) {
    keys = fields.stream().filter(field -> field.key() != null).toArray(RecordField[]::new);
    conditional = fields.stream().filter(RecordField::isConditional).toArray(RecordField[]::new);
  }

  /** That all fields are there, and fit each other and the path. */
  void check(TranscodeContext pass, int base) throws InvalidEventException {
    for (RecordField field : conditional) {
      int slot = base + field.index();
      boolean missing = pass.frames.isAbsent(slot);
      if (field.requirement() != null && !pass.frames.isSent(slot) && !byPath(field, pass)) {
        missing |= field.requirement().holds(pass.frames, base, pass.out);
      }
      if (missing) {
        throw InvalidEventException.schema(
            pass.place.pointer(field.name()), field.name() + " is missing");
      }
      if (field.pathFiller() != null && pass.frames.isSent(slot)) {
        field.pathFiller().check(pass, slot);
      }
    }
  }

  private static boolean byPath(RecordField field, TranscodeContext pass) {
    return field.pathFiller() != null && pass.envelope.pathFields().containsKey(field.name());
  }

  /** Offers the values of the keys to the record key. */
  void offerKeys(TranscodeContext pass, int base) {
    for (RecordField field : keys) {
      if (pass.key.wants(field.keyRank())) {
        int slot = base + field.index();
        pass.key.reading(field.keyRank());
        field.key().read(pass.out, pass.frames.start(slot), pass.frames.end(slot), pass.key);
      }
    }
  }
}
