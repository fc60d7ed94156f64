package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;

/** Writes the only value of a message that stands for nothing else. */
final class WrapperWriter implements ValueWriter {
  private MessageScan scan;
  private ValueWriter node;
  private FieldDefault filler;

  /**
   * To be called once, before the plan is used.
   *
   * @param compiledFiller for a value left out; null if there must be one
   */
  void value(MessageScan compiledScan, ValueWriter compiledNode, FieldDefault compiledFiller) {
    scan = compiledScan;
    node = compiledNode;
    filler = compiledFiller;
  }

  @Override
  public void write(TranscodeContext pass) throws IOException, InvalidEventException {
    WireInput wire = pass.wire;
    int chain = wire.value;
    wire.enterMessage();
    int regions = wire.index.regions();
    int slot = wire.index.open(1);
    scan.scan(pass, chain, slot);
    int value = wire.index.head(slot);
    if (value != WireIndex.NONE) {
      wire.value = value;
      node.write(pass);
    } else if (filler == null) {
      throw pass.fault("is missing");
    } else {
      filler.fill(pass);
    }
    wire.index.close(slot, regions);
    wire.leaveMessage();
  }
}
