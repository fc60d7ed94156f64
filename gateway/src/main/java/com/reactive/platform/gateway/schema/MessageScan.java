package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the fields of a message, in one pass over it. What comes again replaces what was there, is
 * merged with it, or is added to it, as protobuf has it. Immutable.
 */
final class MessageScan {
  private static final int MAX_DIRECT = 256;

  /** What becomes of a field that comes more than once. */
  enum Repeat {
    /** The last one counts. */
    LAST,
    /** All are one message; but one of another branch of the oneof takes the place of all. */
    MERGED,
    /** Each is an element. The region is that of the whole field, with its tag. */
    LISTED
  }

  /**
   * One numbered field.
   *
   * @param slot of the member that it belongs to
   * @param mark of its regions: the branch of the oneof
   * @param wireType of one value
   */
  record Field(int number, int slot, int mark, int wireType, Repeat repeat, String name) {}

  private final Field[] byNumber;
  private final Field[] direct;
  private final boolean dropsUnknown;

  MessageScan(List<Field> fields, boolean dropsUnknown) {
    this.byNumber =
        fields.stream().sorted(Comparator.comparingInt(Field::number)).toArray(Field[]::new);
    this.direct = new Field[MAX_DIRECT];
    this.dropsUnknown = dropsUnknown;
    for (Field field : byNumber) {
      if (field.number() < MAX_DIRECT) {
        direct[field.number()] = field;
      }
    }
  }

  /** Puts the regions of all fields of this chain of messages into the slots. */
  void scan(TranscodeContext pass, int chain, int slots) throws InvalidEventException {
    WireIndex index = pass.wire.index;
    for (int region = chain; region != WireIndex.NONE; region = index.next(region)) {
      scanRegion(pass, index.start(region), index.end(region), slots);
    }
  }

  /** The same of one message, which lies there. */
  void scanRegion(TranscodeContext pass, int start, int end, int slots)
      throws InvalidEventException {
    WireInput wire = pass.wire;
    wire.at(start);
    while (wire.at() < end) {
      int tagAt = wire.at();
      int tag = wire.tag(end);
      int wireType = tag & 7;
      int valueAt = wire.at();
      wire.skip(wireType, end);
      Field field = find(tag >>> 3);
      if (field == null) {
        if (!dropsUnknown) {
          throw unknown(pass, tag >>> 3);
        }
      } else {
        put(pass, field, wireType, slots, tagAt, valueAt);
      }
    }
  }

  private void put(
      TranscodeContext pass, Field field, int wireType, int slots, int tagAt, int valueAt)
      throws InvalidEventException {
    WireInput wire = pass.wire;
    int end = wire.at();
    int slot = slots + field.slot();
    boolean packed = field.repeat() == Repeat.LISTED && wireType == WireInput.LEN;
    if (wireType != field.wireType() && !packed) {
      throw wrongType(pass, field);
    }
    if (field.repeat() == Repeat.LISTED) {
      wire.index.add(slot, tagAt, end, field.mark(), true);
      return;
    }
    int start = valueAt;
    if (wireType == WireInput.LEN) {
      wire.at(valueAt);
      wire.varint(end);
      start = wire.at();
      wire.at(end);
    }
    int head = wire.index.head(slot);
    boolean merges =
        field.repeat() == Repeat.MERGED
            && head != WireIndex.NONE
            && wire.index.mark(head) == field.mark();
    if (merges) {
      wire.index.add(slot, start, end, field.mark(), false);
    } else {
      wire.index.set(slot, start, end, field.mark());
    }
  }

  private Field find(int number) {
    if (number < MAX_DIRECT) {
      return direct[number];
    }
    int low = 0;
    int high = byNumber.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int there = byNumber[middle].number();
      if (there == number) {
        return byNumber[middle];
      }
      low = there < number ? middle + 1 : low;
      high = there < number ? high : middle - 1;
    }
    return null;
  }

  private static InvalidEventException unknown(TranscodeContext pass, int number) {
    return InvalidEventException.schema(
        pass.place.pointer(), "the .proto has no field with the number " + number + " here");
  }

  private static InvalidEventException wrongType(TranscodeContext pass, Field field) {
    return InvalidEventException.schema(
        pass.place.pointer(field.name()),
        field.name() + " has the wrong wire type for field number " + field.number());
  }
}
