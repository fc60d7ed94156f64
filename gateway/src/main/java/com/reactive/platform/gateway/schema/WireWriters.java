package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.Utf8;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Writers of single values of protobuf: each writes the region that the wire input is at. */
final class WireWriters {
  private WireWriters() {}

  static final class BoolNode implements ValueWriter {
    @Override
    public void write(TranscodeContext pass) throws InvalidEventException {
      pass.out.append(pass.wire.varintAt(pass.wire.value) == 0 ? 0 : 1);
    }
  }

  /** A whole number of 32 or 64 bits. */
  static final class IntegerNode implements ValueWriter {
    private final boolean wide;

    IntegerNode(boolean wide) {
      this.wide = wide;
    }

    @Override
    public void write(TranscodeContext pass) throws InvalidEventException {
      long value = pass.wire.varintAt(pass.wire.value);
      if (!wide && value != (int) value) {
        throw pass.fault("must be a whole number of 32 bits");
      }
      pass.out.writeLong(value);
    }
  }

  static final class FloatNode implements ValueWriter {
    @Override
    public void write(TranscodeContext pass) throws InvalidEventException {
      float value = Float.intBitsToFloat((int) pass.wire.fixedAt(pass.wire.value, 4));
      if (!Float.isFinite(value)) {
        throw pass.fault("must be a finite number");
      }
      pass.out.writeFloat(value);
    }
  }

  static final class DoubleNode implements ValueWriter {
    @Override
    public void write(TranscodeContext pass) throws InvalidEventException {
      double value = Double.longBitsToDouble(pass.wire.fixedAt(pass.wire.value, 8));
      if (!Double.isFinite(value)) {
        throw pass.fault("must be a finite number");
      }
      pass.out.writeDouble(value);
    }
  }

  /** UTF-8 as it is, within its bounds. */
  static final class StringNode implements ValueWriter {
    private final Bounds bounds;

    StringNode(Bounds bounds) {
      this.bounds = bounds;
    }

    @Override
    public void write(TranscodeContext pass) throws InvalidEventException {
      WireInput wire = pass.wire;
      int start = wire.index.start(wire.value);
      int end = wire.index.end(wire.value);
      if (!Utf8.isValid(wire.body(), start, end)) {
        throw notUtf8(pass);
      }
      if (!bounds.hold(wire.body(), start, end)) {
        throw pass.fault(bounds.sentence());
      }
      pass.out.writeLong(end - start);
      pass.out.append(wire.body(), start, end - start);
    }
  }

  static final class BytesNode implements ValueWriter {
    private final int size;

    /**
     * @param size that of a fixed; -1 for bytes
     */
    BytesNode(int size) {
      this.size = size;
    }

    @Override
    public void write(TranscodeContext pass) throws InvalidEventException {
      WireInput wire = pass.wire;
      int start = wire.index.start(wire.value);
      int length = wire.index.end(wire.value) - start;
      if (size >= 0 && length != size) {
        throw pass.fault("must have " + size + " bytes");
      }
      if (size < 0) {
        pass.out.writeLong(length);
      }
      pass.out.append(wire.body(), start, length);
    }
  }

  /** The number of a symbol. */
  static final class EnumNode implements ValueWriter {
    private final int[] numbers;
    private final int[] ordinals;
    private final String must;

    /**
     * @param numbers sorted
     * @param ordinals of the symbols with these numbers
     * @param must what a value must be
     */
    EnumNode(int[] numbers, int[] ordinals, String must) {
      this.numbers = numbers;
      this.ordinals = ordinals;
      this.must = must;
    }

    @Override
    public void write(TranscodeContext pass) throws InvalidEventException {
      long number = pass.wire.varintAt(pass.wire.value);
      int place = number == (int) number ? Arrays.binarySearch(numbers, (int) number) : -1;
      if (place < 0) {
        throw pass.fault(must);
      }
      pass.out.writeLong(ordinals[place]);
    }
  }

  /** Null, by whatever number. */
  static final class NullNode implements ValueWriter {
    @Override
    public void write(TranscodeContext pass) {
      // Nothing stands for null but the number of its branch.
    }
  }

  /** A logical type that has a text of ASCII. */
  static final class TextNode implements ValueWriter {
    private final TextValue text;

    TextNode(TextValue text) {
      this.text = text;
    }

    @Override
    public void write(TranscodeContext pass) throws IOException, InvalidEventException {
      WireInput wire = pass.wire;
      int region = wire.value;
      if (!Utf8.isValid(wire.body(), wire.index.start(region), wire.index.end(region))) {
        throw notUtf8(pass);
      }
      String must = text.tryText(pass, wire.text(region), 0, wire.textLength(region));
      if (must != null) {
        throw pass.fault(must);
      }
    }
  }

  /** {@code google.protobuf.Timestamp}, in units of Avro; nothing is rounded. */
  static final class TimestampNode implements ValueWriter {
    private static final long MIN_SECOND = -62_135_596_800L;
    private static final long MAX_SECOND = 253_402_300_799L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final MessageScan scan;
    private final long perSecond;
    private final String must;

    TimestampNode(int fractionDigits, boolean dropsUnknown) {
      this.perSecond = TimeText.power10(fractionDigits);
      this.must =
          "must be a timestamp of the years 1 to 9999, in whole "
              + TimeWriters.unit(fractionDigits)
              + (fractionDigits == 9 ? " of 64 bits" : "");
      this.scan =
          new MessageScan(
              List.of(
                  new MessageScan.Field(
                      1, 0, 0, WireInput.VARINT, MessageScan.Repeat.LAST, "seconds"),
                  new MessageScan.Field(
                      2, 1, 0, WireInput.VARINT, MessageScan.Repeat.LAST, "nanos")),
              dropsUnknown);
    }

    @Override
    public void write(TranscodeContext pass) throws InvalidEventException {
      WireInput wire = pass.wire;
      int regions = wire.index.regions();
      int slots = wire.index.open(2);
      scan.scan(pass, wire.value, slots);
      long seconds = part(wire, slots);
      long nanos = part(wire, slots + 1);
      wire.index.close(slots, regions);
      long perUnit = NANOS_PER_SECOND / perSecond;
      long units = seconds * perSecond + nanos / perUnit;
      boolean valid =
          seconds >= MIN_SECOND
              && seconds <= MAX_SECOND
              && nanos >= 0
              && nanos < NANOS_PER_SECOND
              && nanos % perUnit == 0
              && Math.floorDiv(units, perSecond) == seconds;
      if (!valid) {
        throw pass.fault(must);
      }
      pass.out.writeLong(units);
    }

    private static long part(WireInput wire, int slot) throws InvalidEventException {
      int region = wire.index.head(slot);
      return region == WireIndex.NONE ? 0 : wire.varintAt(region);
    }
  }

  /** The text of the value is not UTF-8: then the body is no protobuf. */
  static InvalidEventException notUtf8(TranscodeContext pass) {
    return InvalidEventException.protobuf(pass.place.subject() + " is not valid UTF-8");
  }
}
