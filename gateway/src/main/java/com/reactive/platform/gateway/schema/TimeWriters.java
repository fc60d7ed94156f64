package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;

/** Writers of dates and times: as text, or as the whole number that is stored. */
final class TimeWriters {
  private TimeWriters() {}

  private abstract static class TimeNode extends ScalarWriter implements TextValue {
    private final String must;
    private final String mustText;

    TimeNode(String example, String unit) {
      this.mustText = "must be a string such as " + example;
      this.must = mustText + ", or a whole number of " + unit;
    }

    @Override
    final String tryWrite(TranscodeContext pass) throws IOException, InvalidEventException {
      JsonParser parser = pass.parser;
      long value = TimeText.NONE;
      if (parser.currentToken() == JsonToken.VALUE_STRING) {
        value = parse(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        if (value == TimeText.NONE) {
          return must;
        }
      } else if (NumberWriters.isLong(parser)) {
        value = parser.getLongValue();
      } else {
        return must;
      }
      if (!inRange(value)) {
        return must;
      }
      pass.out.writeLong(value);
      return null;
    }

    @Override
    public final String tryText(TranscodeContext pass, char[] text, int offset, int length)
        throws InvalidEventException {
      long value = parse(text, offset, length);
      if (value == TimeText.NONE || !inRange(value)) {
        return mustText;
      }
      pass.out.writeLong(value);
      return null;
    }

    abstract long parse(char[] text, int offset, int length);

    abstract boolean inRange(long value);
  }

  static final class DateNode extends TimeNode {
    DateNode() {
      super("2026-11-21", "days since 1970-01-01");
    }

    @Override
    long parse(char[] text, int offset, int length) {
      return TimeText.date(text, offset, length);
    }

    @Override
    boolean inRange(long value) {
      return value == (int) value;
    }
  }

  static final class TimeOfDayNode extends TimeNode {
    private final int fractionDigits;
    private final long unitsPerDay;

    TimeOfDayNode(int fractionDigits) {
      super("12:34:56" + fractionExample(fractionDigits), unit(fractionDigits) + " of the day");
      this.fractionDigits = fractionDigits;
      this.unitsPerDay = 86_400 * TimeText.power10(fractionDigits);
    }

    @Override
    long parse(char[] text, int offset, int length) {
      return TimeText.timeOfDay(text, offset, length, fractionDigits);
    }

    @Override
    boolean inRange(long value) {
      return value >= 0 && value < unitsPerDay;
    }
  }

  static final class TimestampNode extends TimeNode {
    private final int fractionDigits;
    private final boolean zoned;

    TimestampNode(int fractionDigits, boolean zoned) {
      super(
          "2026-11-21T12:34:56" + fractionExample(fractionDigits) + (zoned ? "Z" : ""),
          unit(fractionDigits) + " since 1970");
      this.fractionDigits = fractionDigits;
      this.zoned = zoned;
    }

    @Override
    long parse(char[] text, int offset, int length) {
      return TimeText.timestamp(text, offset, length, fractionDigits, zoned);
    }

    @Override
    boolean inRange(long value) {
      return true;
    }
  }

  private static String fractionExample(int digits) {
    return "." + "789123456".substring(0, digits);
  }

  static String unit(int fractionDigits) {
    return switch (fractionDigits) {
      case 3 -> "milliseconds";
      case 6 -> "microseconds";
      default -> "nanoseconds";
    };
  }
}
