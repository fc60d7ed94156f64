package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;
import java.util.List;

/** Writes a union: the mark of the value's region is the place of its branch in the oneof. */
final class OneofWriter implements ValueWriter {
  private final UnionBranch[] branches;

  OneofWriter(List<UnionBranch> branches) {
    this.branches = branches.toArray(UnionBranch[]::new);
  }

  @Override
  public void write(TranscodeContext pass) throws IOException, InvalidEventException {
    UnionBranch branch = branches[pass.wire.index.mark(pass.wire.value)];
    pass.out.writeLong(branch.index());
    branch.node().write(pass);
  }
}
