package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;
import java.util.List;

/**
 * A union's value as it is. An object or an array says itself which branch it is for; a scalar goes
 * to the first branch that takes it.
 */
final class UnionWriter implements ValueWriter {
  private final int nullIndex;
  private final UnionBranch object;
  private final UnionBranch array;
  private final int[] scalarIndexes;
  private final ScalarWriter[] scalars;
  private final ValueWriter only;
  private final String must;

  /**
   * @param nullIndex the number of the null branch, or -1
   * @param object the branch of objects, or null
   * @param array the branch of arrays, or null
   * @param scalars the others, in the order of the schema
   * @param names of all branches
   */
  UnionWriter(
      int nullIndex,
      UnionBranch object,
      UnionBranch array,
      List<UnionBranch> scalars,
      List<String> names) {
    this.nullIndex = nullIndex;
    this.object = object;
    this.array = array;
    this.scalarIndexes = scalars.stream().mapToInt(UnionBranch::index).toArray();
    this.scalars =
        scalars.stream().map(each -> (ScalarWriter) each.node()).toArray(ScalarWriter[]::new);
    this.only = only();
    this.must =
        names.size() == 1
            ? "must be " + names.get(0)
            : "must be one of these: " + UnionBranch.list(names);
  }

  /** The branch besides null, if there is but one: it tells best what a value must be. */
  private ValueWriter only() {
    int count = scalars.length + (object == null ? 0 : 1) + (array == null ? 0 : 1);
    if (count != 1) {
      return null;
    }
    if (scalars.length == 1) {
      return scalars[0];
    }
    return object == null ? array.node() : object.node();
  }

  @Override
  public void write(TranscodeContext pass) throws IOException, InvalidEventException {
    JsonToken token = pass.parser.currentToken();
    if (token == JsonToken.VALUE_NULL && nullIndex >= 0) {
      pass.out.writeLong(nullIndex);
    } else if (token == JsonToken.START_OBJECT && object != null) {
      writeBranch(pass, object);
    } else if (token == JsonToken.START_ARRAY && array != null) {
      writeBranch(pass, array);
    } else if (token.isStructStart() || !tryScalars(pass)) {
      if (only != null) {
        only.write(pass); // Throws: this is not for it.
      }
      throw pass.fault(must);
    }
  }

  private static void writeBranch(TranscodeContext pass, UnionBranch branch)
      throws IOException, InvalidEventException {
    if (branch.index() >= 0) {
      pass.out.writeLong(branch.index());
    }
    branch.node().write(pass);
  }

  private boolean tryScalars(TranscodeContext pass) throws IOException, InvalidEventException {
    int start = pass.out.length();
    for (int i = 0; i < scalars.length; i++) {
      pass.out.writeLong(scalarIndexes[i]);
      if (scalars[i].tryWrite(pass) == null) {
        return true;
      }
      pass.out.truncate(start);
    }
    return false;
  }
}
