package com.reactive.platform.gateway.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/** Logical values as plain JSON, by the JDK's own means. */
final class LogicalText {
  private static final long FIRST_SECOND = Instant.parse("0001-01-02T00:00:00Z").getEpochSecond();
  private static final long LAST_SECOND = Instant.parse("9999-12-30T00:00:00Z").getEpochSecond();

  private final Random random;

  LogicalText(Random random) {
    this.random = random;
  }

  /** Null if it is written as its base type is. */
  String of(Schema schema, Object value) {
    return switch (RandomDatums.logical(schema)) {
      case "date" -> date((int) value);
      case "time-millis" -> time((int) value, 1_000_000L);
      case "time-micros" -> time((long) value, 1_000L);
      case "timestamp-millis" -> timestamp((long) value, 1_000L, true);
      case "timestamp-micros" -> timestamp((long) value, 1_000_000L, true);
      case "timestamp-nanos" -> timestamp((long) value, 1_000_000_000L, true);
      case "local-timestamp-millis" -> timestamp((long) value, 1_000L, false);
      case "local-timestamp-micros" -> timestamp((long) value, 1_000_000L, false);
      case "local-timestamp-nanos" -> timestamp((long) value, 1_000_000_000L, false);
      case "decimal" -> {
        LogicalTypes.Decimal type = (LogicalTypes.Decimal) schema.getLogicalType();
        yield decimal(new BigDecimal(new BigInteger(bytes(value)), type.getScale()));
      }
      case "big-decimal" ->
          number(
              new Conversions.BigDecimalConversion()
                  .fromBytes(ByteBuffer.wrap(bytes(value)), schema, null)
                  .toString());
      case "uuid" -> value instanceof GenericData.Fixed ? uuid(bytes(value)) : null;
      case "duration" -> duration(bytes(value));
      default -> null;
    };
  }

  private static byte[] bytes(Object value) {
    return value instanceof ByteBuffer buffer
        ? RandomDatums.bytesOf(buffer)
        : ((GenericData.Fixed) value).bytes();
  }

  private String date(int days) {
    boolean printable =
        days > FIRST_SECOND / 86_400 && days < LAST_SECOND / 86_400 && random.nextBoolean();
    return printable ? quote(LocalDate.ofEpochDay(days)) : String.valueOf(days);
  }

  private String time(long units, long nanosPerUnit) {
    return random.nextBoolean()
        ? String.valueOf(units)
        : quote(
            LocalTime.ofNanoOfDay(units * nanosPerUnit).format(DateTimeFormatter.ISO_LOCAL_TIME));
  }

  private String timestamp(long units, long perSecond, boolean zoned) {
    long seconds = Math.floorDiv(units, perSecond);
    if (seconds < FIRST_SECOND || seconds > LAST_SECOND || random.nextInt(3) == 0) {
      return String.valueOf(units);
    }
    long nanos = Math.floorMod(units, perSecond) * (1_000_000_000L / perSecond);
    if (!zoned) {
      LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, (int) nanos, ZoneOffset.UTC);
      return quote(time.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME));
    }
    Instant instant = Instant.ofEpochSecond(seconds, nanos);
    ZoneOffset zone = ZoneOffset.ofTotalSeconds(60 * (random.nextInt(1_900) - 950));
    return random.nextBoolean()
        ? quote(instant)
        : quote(
            OffsetDateTime.ofInstant(instant, zone).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME));
  }

  private String decimal(BigDecimal value) {
    return switch (random.nextInt(3)) {
      case 0 -> number(value.toPlainString());
      case 1 -> number(value.stripTrailingZeros().toString());
      default -> number(value.toString());
    };
  }

  private String number(String text) {
    return random.nextBoolean() ? text : JsonText.quote(text);
  }

  private String uuid(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    String text = new UUID(buffer.getLong(), buffer.getLong()).toString();
    return quote(random.nextBoolean() ? text : text.toUpperCase(Locale.ROOT));
  }

  private static String duration(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long months = Integer.toUnsignedLong(buffer.getInt());
    long days = Integer.toUnsignedLong(buffer.getInt());
    long millis = Integer.toUnsignedLong(buffer.getInt());
    return quote(
        String.format(
            "P%dY%dM%dW%dDT%dH%dM%d.%03dS",
            months / 12,
            months % 12,
            days / 7,
            days % 7,
            millis / 3_600_000,
            millis / 60_000 % 60,
            millis / 1_000 % 60,
            millis % 1_000));
  }

  private static String quote(Object value) {
    return JsonText.quote(value.toString());
  }
}
