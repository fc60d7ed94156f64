package com.reactive.platform.gateway.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * The JSON texts that stand for a value of a logical type, as {@link LogicalWriters} reads them:
 * the one that people write first. Empty if only the base type's form does.
 */
final class LogicalForms {
  private static final long SECONDS_PER_DAY = 86_400;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long MIN_SECOND = LocalDate.of(0, 1, 1).toEpochDay() * SECONDS_PER_DAY;
  private static final long END_SECOND = LocalDate.of(10_000, 1, 1).toEpochDay() * SECONDS_PER_DAY;

  private LogicalForms() {}

  /** Of an int or a long. */
  static List<String> of(LogicalType type, long value) {
    return switch (type.getName()) {
      case "date" -> forms(date(value), value);
      case "time-millis" -> forms(timeOfDay(value, 1_000), value);
      case "time-micros" -> forms(timeOfDay(value, 1_000_000), value);
      case "timestamp-millis" -> forms(timestamp(value, 1_000, true), value);
      case "timestamp-micros" -> forms(timestamp(value, 1_000_000, true), value);
      case "timestamp-nanos" -> forms(timestamp(value, NANOS_PER_SECOND, true), value);
      case "local-timestamp-millis" -> forms(timestamp(value, 1_000, false), value);
      case "local-timestamp-micros" -> forms(timestamp(value, 1_000_000, false), value);
      case "local-timestamp-nanos" -> forms(timestamp(value, NANOS_PER_SECOND, false), value);
      default -> List.of();
    };
  }

  /** Of bytes or a fixed. */
  static List<String> of(LogicalType type, Schema schema, byte[] value) {
    return switch (type.getName()) {
      case "decimal" -> {
        BigInteger unscaled = value.length == 0 ? BigInteger.ZERO : new BigInteger(value);
        int scale = ((LogicalTypes.Decimal) type).getScale();
        yield numbers(new BigDecimal(unscaled, scale).toPlainString());
      }
      // Not toPlainString: the scale is part of the value.
      case "big-decimal" ->
          numbers(
              new Conversions.BigDecimalConversion()
                  .fromBytes(ByteBuffer.wrap(value), schema, type)
                  .toString());
      case "uuid" -> List.of(quoted(uuid(value)));
      case "duration" -> List.of(quoted(duration(value)));
      default -> List.of();
    };
  }

  /** A text for people, or none if there is none for this value; and the number that is stored. */
  private static List<String> forms(Object text, long value) {
    String number = Long.toString(value);
    return text == null ? List.of(number) : List.of(quoted(text), number);
  }

  private static List<String> numbers(String number) {
    return List.of(number, quoted(number));
  }

  /** None of these texts has a character that JSON escapes. */
  private static String quoted(Object text) {
    return "\"" + text + "\"";
  }

  private static LocalDate date(long days) {
    long seconds = days * SECONDS_PER_DAY;
    return isPrintable(seconds) ? LocalDate.ofEpochDay(days) : null;
  }

  /** The year has four digits. */
  private static boolean isPrintable(long second) {
    return second >= MIN_SECOND && second < END_SECOND;
  }

  private static String timeOfDay(long value, long perSecond) {
    boolean exists = value >= 0 && value < SECONDS_PER_DAY * perSecond;
    return exists
        ? LocalTime.ofNanoOfDay(value * (NANOS_PER_SECOND / perSecond))
            .format(DateTimeFormatter.ISO_LOCAL_TIME)
        : null;
  }

  private static Object timestamp(long value, long perSecond, boolean zoned) {
    long second = Math.floorDiv(value, perSecond);
    int nanos = (int) (Math.floorMod(value, perSecond) * (NANOS_PER_SECOND / perSecond));
    if (!isPrintable(second) || value == TimeText.NONE) {
      return null;
    }
    return zoned
        ? Instant.ofEpochSecond(second, nanos)
        : LocalDateTime.ofEpochSecond(second, nanos, ZoneOffset.UTC)
            .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
  }

  private static UUID uuid(byte[] value) {
    ByteBuffer buffer = ByteBuffer.wrap(value);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  private static String duration(byte[] value) {
    ByteBuffer buffer = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    long months = Integer.toUnsignedLong(buffer.getInt());
    long days = Integer.toUnsignedLong(buffer.getInt());
    long millis = Integer.toUnsignedLong(buffer.getInt());
    String date = (months == 0 ? "" : months + "M") + (days == 0 ? "" : days + "D");
    String seconds = BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
    return "P" + date + (millis == 0 && !date.isEmpty() ? "" : "T" + seconds + "S");
  }
}
