package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;

/**
 * Writers of values that must not be in the record as they were sent. The value is written, and so
 * checked, as if it were an ordinary one, and then replaced where it lies.
 */
final class ProtectedWriters {
  private ProtectedWriters() {}

  /** What is wrong within the value may quote it, as the name of a map's entry does. */
  private static void writeQuietly(ValueWriter node, TranscodeContext pass)
      throws IOException, InvalidEventException {
    int depth = pass.place.depth();
    try {
      node.write(pass);
    } catch (InvalidEventException e) {
      if (e.kind() != InvalidEventException.Kind.SCHEMA || pass.place.depth() == depth) {
        throw e;
      }
      pass.place.leaveTo(depth);
      throw pass.fault("does not match its type");
    }
  }

  /** Whatever was sent, the field's default is written. */
  record Dropped(ValueWriter node, FieldDefault filler) implements ValueWriter {
    @Override
    public void write(TranscodeContext pass) throws IOException, InvalidEventException {
      int start = pass.out.length();
      writeQuietly(node, pass);
      pass.out.truncate(start);
      filler.fill(pass);
    }
  }

  /**
   * A string's pseudonym is written. Null and the empty string tell nothing, and stay.
   *
   * @param nullBranch the number of the union's branch that is null; -1 if there is none
   * @param union whether the value is one of a union
   */
  record Hashed(ValueWriter node, boolean union, int nullBranch) implements ValueWriter {
    @Override
    public void write(TranscodeContext pass) throws IOException, InvalidEventException {
      int start = pass.out.length();
      writeQuietly(node, pass);
      if (union) {
        if (pass.out.longAt(start) == nullBranch) {
          return;
        }
        start = pass.out.afterLong(start);
      }
      byte[] value = new byte[(int) pass.out.longAt(start)];
      if (value.length == 0) {
        return;
      }
      pass.out.copyTo(value, pass.out.afterLong(start), pass.out.length());
      byte[] pseudonym = pass.hasher.hash(value);
      pass.out.truncate(start);
      pass.out.writeLong(pseudonym.length);
      pass.out.append(pseudonym);
    }
  }
}
