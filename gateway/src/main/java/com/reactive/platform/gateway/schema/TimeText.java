package com.reactive.platform.gateway.schema;

import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Reads the dates and times of RFC 3339, which are those of ISO 8601 with all their parts. Nothing
 * is rounded: digits beyond the unit must be zeros. Leap seconds have no place in Avro's types.
 */
final class TimeText {
  /** Not such a text, or out of the range of a long. */
  static final long NONE = Long.MIN_VALUE;

  private static final int DATE_CHARS = 10;
  private static final int CLOCK_CHARS = 8;
  private static final long SECONDS_PER_DAY = 86_400;

  private final char[] text;
  private final int end;
  private int at;

  private TimeText(char[] text, int offset, int length) {
    this.text = text;
    this.at = offset;
    this.end = offset + length;
  }

  /** Days of the epoch: {@code 2026-11-21}. */
  static long date(char[] text, int offset, int length) {
    TimeText in = new TimeText(text, offset, length);
    long days = in.days();
    return in.at == in.end ? days : NONE;
  }

  /** Units since midnight: {@code 12:34:56.789}. */
  static long timeOfDay(char[] text, int offset, int length, int fractionDigits) {
    TimeText in = new TimeText(text, offset, length);
    long seconds = in.secondsOfDay();
    long fraction = in.fraction(fractionDigits);
    return seconds == NONE || fraction == NONE || in.at != in.end
        ? NONE
        : seconds * power10(fractionDigits) + fraction;
  }

  /**
   * Units of the epoch: {@code 2026-11-21T12:34:56.789+01:00}.
   *
   * @param zoned whether the text ends in a zone, or may not have one
   */
  static long timestamp(char[] text, int offset, int length, int fractionDigits, boolean zoned) {
    TimeText in = new TimeText(text, offset, length);
    long days = in.days();
    if (days == NONE || !in.take('T', 't')) {
      return NONE;
    }
    long secondsOfDay = in.secondsOfDay();
    long fraction = in.fraction(fractionDigits);
    long zone = zoned ? in.zoneSeconds() : 0;
    if (secondsOfDay == NONE || fraction == NONE || zone == NONE || in.at != in.end) {
      return NONE;
    }
    return units(days * SECONDS_PER_DAY + secondsOfDay - zone, fraction, power10(fractionDigits));
  }

  private static long units(long seconds, long fraction, long perSecond) {
    // Toward zero, so that the product overflows only if the sum does.
    boolean borrow = seconds < 0 && fraction > 0;
    long whole = borrow ? seconds + 1 : seconds;
    long part = borrow ? fraction - perSecond : fraction;
    long product = whole * perSecond;
    long sum = product + part;
    boolean overflows =
        Math.multiplyHigh(whole, perSecond) != product >> 63
            || ((product ^ sum) & (part ^ sum)) < 0;
    return overflows ? NONE : sum;
  }

  static long power10(int digits) {
    long power = 1;
    for (int i = 0; i < digits; i++) {
      power *= 10;
    }
    return power;
  }

  private long days() {
    if (end - at < DATE_CHARS || text[at + 4] != '-' || text[at + 7] != '-') {
      return NONE;
    }
    int year = number(at, 4);
    int month = number(at + 5, 2);
    int day = number(at + 8, 2);
    at += DATE_CHARS;
    boolean exists =
        year >= 0
            && month >= 1
            && month <= 12
            && day >= 1
            && day <= YearMonth.of(year, month).lengthOfMonth();
    return exists ? LocalDate.of(year, month, day).toEpochDay() : NONE;
  }

  private long secondsOfDay() {
    if (end - at < CLOCK_CHARS || text[at + 2] != ':' || text[at + 5] != ':') {
      return NONE;
    }
    int hour = number(at, 2);
    int minute = number(at + 3, 2);
    int second = number(at + 6, 2);
    at += CLOCK_CHARS;
    boolean exists = in(hour, 23) && in(minute, 59) && in(second, 59);
    return exists ? hour * 3_600L + minute * 60L + second : NONE;
  }

  /** In units of so many digits; 0 if there is none. */
  private long fraction(int digits) {
    if (at == end || text[at] != '.') {
      return 0;
    }
    at++;
    int first = at;
    long fraction = 0;
    for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
      if (at - first < digits) {
        fraction = fraction * 10 + (text[at] - '0');
      } else if (text[at] != '0') {
        return NONE;
      }
    }
    int missing = digits - (at - first);
    return at == first ? NONE : fraction * power10(Math.max(0, missing));
  }

  /** East of Greenwich. */
  private long zoneSeconds() {
    if (take('Z', 'z')) {
      return 0;
    }
    if (end - at != 6 || (text[at] != '+' && text[at] != '-') || text[at + 3] != ':') {
      return NONE;
    }
    int hours = number(at + 1, 2);
    int minutes = number(at + 4, 2);
    boolean east = text[at] == '+';
    at += 6;
    if (!in(hours, 23) || !in(minutes, 59)) {
      return NONE;
    }
    long seconds = hours * 3_600L + minutes * 60L;
    return east ? seconds : -seconds;
  }

  private boolean take(char upper, char lower) {
    boolean there = at < end && (text[at] == upper || text[at] == lower);
    if (there) {
      at++;
    }
    return there;
  }

  private static boolean in(int value, int max) {
    return value >= 0 && value <= max;
  }

  /** Of so many digits; -1 if there are others. */
  private int number(int from, int digits) {
    int value = 0;
    for (int i = from; i < from + digits; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return -1;
      }
      value = value * 10 + (text[i] - '0');
    }
    return value;
  }
}
