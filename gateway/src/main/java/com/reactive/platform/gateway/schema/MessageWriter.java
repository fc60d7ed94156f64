package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;
import java.util.List;

/**
 * Writes a record from a protobuf message, whose fields may come in any order and more than once:
 * finds them first, then writes them in the schema's order, so nothing is moved.
 */
final class MessageWriter implements ValueWriter {
  private RecordField[] fields;
  private FieldChecks checks;
  private MessageScan scan;

  /** To be called once, before the plan is used: a message may contain itself. */
  void fields(List<RecordField> compiled, MessageScan compiledScan) {
    fields = compiled.toArray(RecordField[]::new);
    checks = new FieldChecks(compiled);
    scan = compiledScan;
  }

  @Override
  public void write(TranscodeContext pass) throws IOException, InvalidEventException {
    WireInput wire = pass.wire;
    WireIndex index = wire.index;
    int chain = wire.value;
    wire.enterMessage();
    int regions = index.regions();
    int slots = index.open(fields.length);
    scan.scan(pass, chain, slots);
    int base = pass.frames.open(fields.length);
    for (int i = 0; i < fields.length; i++) {
      int start = pass.out.length();
      int value = index.head(slots + i);
      if (value != WireIndex.NONE) {
        wire.value = value;
        pass.place.enterField(fields[i].name());
        fields[i].node().write(pass);
        pass.place.leave();
        pass.frames.sent(base + i, start, pass.out.length());
      } else if (fields[i].filler() != null && fields[i].filler().fill(pass)) {
        pass.frames.filled(base + i, start, pass.out.length());
      }
    }
    checks.check(pass, base);
    checks.offerKeys(pass, base);
    pass.frames.close(base);
    index.close(slots, regions);
    wire.leaveMessage();
  }
}
