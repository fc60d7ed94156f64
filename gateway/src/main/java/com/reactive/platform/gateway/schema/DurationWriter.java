package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;

/**
 * A duration of ISO 8601, like {@code P1Y2M3W4DT5H6M7.890S}. Avro stores months, days and
 * milliseconds, each in 32 bits without a sign; years and weeks become months and days, hours and
 * minutes become milliseconds.
 */
final class DurationWriter extends TextWriter {
  private static final long MAX = 0xFFFF_FFFFL;
  private static final int MAX_DIGITS = 10;
  private static final String UNITS_OF_DATE = "YMWD";
  private static final String UNITS_OF_TIME = "HMS";
  private static final long[] PER_UNIT_OF_DATE = {12, 1, 7, 1};
  private static final long[] PER_UNIT_OF_TIME = {3_600_000, 60_000, 1_000};

  DurationWriter() {
    super("must be a duration like P1M2DT3.004S, each part below 2^32");
  }

  @Override
  public String tryText(TranscodeContext pass, char[] text, int offset, int length)
      throws InvalidEventException {
    long[] parts = new long[3];
    if (!parse(text, offset, offset + length, parts)) {
      return must();
    }
    for (long part : parts) {
      pass.out.writeLittleEndian(part, 4);
    }
    return null;
  }

  private static boolean parse(char[] text, int offset, int end, long[] parts) {
    if (offset == end || text[offset] != 'P') {
      return false;
    }
    int at = offset + 1;
    boolean time = false;
    int nextUnit = 0;
    while (at < end) {
      if (text[at] == 'T' && !time) {
        time = true;
        nextUnit = 0;
        at++;
      }
      int unitAt = number(text, at, end);
      if (unitAt < 0) {
        return false;
      }
      int unit = (time ? UNITS_OF_TIME : UNITS_OF_DATE).indexOf(text[unitAt]);
      if (unit < nextUnit) {
        return false;
      }
      long value = time ? millis(text, at, unitAt, unit) : whole(text, at, unitAt);
      int part = time ? 2 : unit < 2 ? 0 : 1;
      parts[part] += time || value < 0 ? value : value * PER_UNIT_OF_DATE[unit];
      if (value < 0 || parts[part] > MAX) {
        return false;
      }
      nextUnit = unit + 1;
      at = unitAt + 1;
    }
    return at > offset + 1 && text[end - 1] != 'T';
  }

  /** Where the number that begins there ends; -1 if there is none, or nothing after it. */
  private static int number(char[] text, int from, int end) {
    int at = from;
    while (at < end && (Character.isDigit(text[at]) || text[at] == '.')) {
      at++;
    }
    return at == from || at == end ? -1 : at;
  }

  /** -1 if it is not of 1 to 10 digits. */
  private static long whole(char[] text, int from, int end) {
    if (end - from > MAX_DIGITS || end == from) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < end; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return -1;
      }
      value = value * 10 + (text[i] - '0');
    }
    return value;
  }

  /** Seconds may have up to three digits after the point, and zeros; -1 if it is not so. */
  private static long millis(char[] text, int from, int end, int unit) {
    int point = from;
    while (point < end && text[point] != '.') {
      point++;
    }
    long value = whole(text, from, point);
    if (value < 0 || point == end) {
      return value < 0 ? -1 : value * PER_UNIT_OF_TIME[unit];
    }
    if (UNITS_OF_TIME.charAt(unit) != 'S' || point + 1 == end) {
      return -1;
    }
    long fraction = 0;
    for (int i = 0; i < Math.max(3, end - point - 1); i++) {
      char digit = point + 1 + i < end ? text[point + 1 + i] : '0';
      if (digit < '0' || digit > '9' || (i >= 3 && digit != '0')) {
        return -1;
      }
      fraction = i < 3 ? fraction * 10 + (digit - '0') : fraction;
    }
    return value * 1_000 + fraction;
  }
}
