package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.Utf8;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Writers of arrays and maps from repeated fields of protobuf. */
final class ListWriters {
  private ListWriters() {}

  /** Elements one by one, or packed into one value, or some so and some so. */
  static final class RepeatedNode implements ValueWriter {
    private final ValueWriter element;
    private final int wireType;

    /**
     * @param wireType of an element
     */
    RepeatedNode(ValueWriter element, int wireType) {
      this.element = element;
      this.wireType = wireType;
    }

    @Override
    public void write(TranscodeContext pass) throws IOException, InvalidEventException {
      WireIndex index = pass.wire.index;
      int chain = pass.wire.value;
      int start = pass.out.length();
      int count = 0;
      for (int region = chain; region != WireIndex.NONE; region = index.next(region)) {
        count = writeRegion(pass, index.start(region), index.end(region), count);
      }
      SequenceWriters.endBlock(pass.out, start, count);
    }

    private int writeRegion(TranscodeContext pass, int start, int end, int countBefore)
        throws IOException, InvalidEventException {
      WireInput wire = pass.wire;
      int count = countBefore;
      int at = start;
      while (at < end) {
        wire.at(at);
        int type = wire.tag(end) & 7;
        int from = wire.at();
        wire.skip(type, end);
        at = wire.at();
        if (type == WireInput.LEN) {
          wire.at(from);
          wire.varint(at);
          from = wire.at();
        }
        if (type == wireType) {
          write(pass, from, at, count++);
        } else {
          count = writePacked(pass, from, at, count);
        }
      }
      return count;
    }

    private int writePacked(TranscodeContext pass, int start, int end, int countBefore)
        throws IOException, InvalidEventException {
      int count = countBefore;
      int at = start;
      while (at < end) {
        int from = at;
        pass.wire.at(from);
        pass.wire.skip(wireType, end);
        at = pass.wire.at();
        write(pass, from, at, count++);
      }
      return count;
    }

    private void write(TranscodeContext pass, int start, int end, int number)
        throws IOException, InvalidEventException {
      WireIndex index = pass.wire.index;
      int regions = index.regions();
      pass.wire.value = index.push(start, end, 0);
      pass.place.enterElement(number);
      element.write(pass);
      pass.place.leave();
      index.truncate(regions);
    }
  }

  /** Entries, of which the last with a key counts. */
  static final class EntriesNode implements ValueWriter {
    private static final int GONE = -1;
    private static final int KEY = 1;
    private static final int VALUE = 2;

    private final ValueWriter value;
    private final MessageScan scan;

    /**
     * @param wireType of a value
     * @param merges whether values are messages
     */
    EntriesNode(ValueWriter value, int wireType, boolean merges, boolean dropsUnknown) {
      this.value = value;
      this.scan =
          new MessageScan(
              List.of(
                  new MessageScan.Field(KEY, 0, 0, WireInput.LEN, MessageScan.Repeat.LAST, "key"),
                  new MessageScan.Field(
                      VALUE,
                      1,
                      0,
                      wireType,
                      merges ? MessageScan.Repeat.MERGED : MessageScan.Repeat.LAST,
                      "value")),
              dropsUnknown);
    }

    @Override
    public void write(TranscodeContext pass) throws IOException, InvalidEventException {
      WireIndex index = pass.wire.index;
      int regions = index.regions();
      int start = pass.out.length();
      int first = collect(pass, pass.wire.value);
      int count = 0;
      for (int key = first; key != WireIndex.NONE; key = index.mark(key)) {
        if (index.start(key) != GONE) {
          write(pass, key);
          count++;
        }
      }
      SequenceWriters.endBlock(pass.out, start, count);
      index.truncate(regions);
    }

    /**
     * Pushes a region for each key, whose mark is the next key and whose next is the chain of its
     * value.
     *
     * @return the first
     */
    private int collect(TranscodeContext pass, int chain) throws InvalidEventException {
      WireInput wire = pass.wire;
      WireIndex index = wire.index;
      int leftOut = index.push(0, 0, 0); // the value of all entries that leave theirs out
      int first = WireIndex.NONE;
      int last = WireIndex.NONE;
      int count = 0;
      for (int region = chain; region != WireIndex.NONE; region = index.next(region)) {
        int end = index.end(region);
        int at = index.start(region);
        while (at < end) {
          wire.at(at);
          wire.tag(end);
          long length = wire.varint(end);
          int from = wire.at();
          at = from + (int) length;
          int key = entry(pass, from, at, leftOut);
          if (first == WireIndex.NONE) {
            first = key;
          } else {
            index.mark(last, key);
          }
          last = key;
          count++;
        }
      }
      if (count > 1) {
        dropRepeated(wire, first, count);
      }
      return first;
    }

    private int entry(TranscodeContext pass, int start, int end, int leftOut)
        throws InvalidEventException {
      WireIndex index = pass.wire.index;
      int key = index.push(0, 0, WireIndex.NONE);
      int slots = index.open(2);
      scan.scanRegion(pass, start, end, slots);
      int sent = index.head(slots);
      int sentValue = index.head(slots + 1);
      index.link(key, sentValue == WireIndex.NONE ? leftOut : sentValue);
      if (sent != WireIndex.NONE) {
        index.bounds(key, index.start(sent), index.end(sent));
      }
      index.close(slots, index.regions());
      return key;
    }

    /** Marks all but the last of equal keys. */
    private static void dropRepeated(WireInput wire, int first, int count) {
      WireIndex index = wire.index;
      int size = Integer.highestOneBit(count) << 2;
      int[] table = index.table(size);
      for (int key = first; key != WireIndex.NONE; key = index.mark(key)) {
        int slot = KeyHash.of(wire.body(), index.start(key), index.end(key)) & size - 1;
        while (table[slot] != 0 && !isSame(wire, table[slot] - 1, key)) {
          slot = slot + 1 & size - 1;
        }
        if (table[slot] != 0) {
          int earlier = table[slot] - 1;
          index.bounds(earlier, GONE, GONE);
        }
        table[slot] = key + 1;
      }
    }

    private static boolean isSame(WireInput wire, int one, int other) {
      WireIndex index = wire.index;
      byte[] body = wire.body();
      return Arrays.equals(
          body, index.start(one), index.end(one), body, index.start(other), index.end(other));
    }

    private void write(TranscodeContext pass, int key) throws IOException, InvalidEventException {
      WireInput wire = pass.wire;
      int start = wire.index.start(key);
      int length = wire.index.end(key) - start;
      if (!Utf8.isValid(wire.body(), start, start + length)) {
        throw WireWriters.notUtf8(pass);
      }
      pass.out.writeLong(length);
      pass.out.append(wire.body(), start, length);
      pass.place.enterKey(wire.body(), start, length);
      wire.value = wire.index.next(key);
      value.write(pass);
      pass.place.leave();
    }
  }
}
