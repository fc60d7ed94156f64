package com.reactive.platform.reliability.mutate;

import static com.reactive.platform.reliability.mutate.TokenRules.require;
import static com.reactive.platform.reliability.mutate.TokenRules.text;
import static com.reactive.platform.reliability.mutate.TokenRules.whole;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/** Values of the logical types in plain JSON, by patterns and the JDK's own types. */
final class LogicalRules {
  private static final Pattern DATE = Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})");
  private static final Pattern TIME =
      Pattern.compile("([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\\.([0-9]+))?");
  private static final Pattern ZONE = Pattern.compile("[Zz]|([-+])([01][0-9]|2[0-3]):([0-5][0-9])");
  private static final Pattern DECIMAL =
      Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,6})?");
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern DURATION =
      Pattern.compile(
          "P(?=.)(?:([0-9]{1,10})Y)?(?:([0-9]{1,10})M)?(?:([0-9]{1,10})W)?(?:([0-9]{1,10})D)?"
              + "(?:T(?=.)(?:([0-9]{1,10})H)?(?:([0-9]{1,10})M)?"
              + "(?:([0-9]{1,10})(?:\\.([0-9]{1,3})0*)?S)?)?");
  private static final int MAX_CHARS = 1_000;
  private static final int MAX_SCALE = 1_000;
  private static final int DATE_CHARS = 10;

  private LogicalRules() {}

  static Object value(Schema type, LogicalType logical, Json json) throws Refusal {
    boolean isText = json instanceof Json.Text;
    return switch (logical.getName()) {
      case "date" -> {
        long days = isText ? date(text(json)) : whole(json);
        require(days == (int) days);
        yield (int) days;
      }
      case "time-millis" -> (int) timeOfDay(json, 3);
      case "time-micros" -> timeOfDay(json, 6);
      case "timestamp-millis" -> isText ? timestamp(text(json), 3, true) : whole(json);
      case "timestamp-micros" -> isText ? timestamp(text(json), 6, true) : whole(json);
      case "timestamp-nanos" -> isText ? timestamp(text(json), 9, true) : whole(json);
      case "local-timestamp-micros" -> isText ? timestamp(text(json), 6, false) : whole(json);
      case "decimal" -> decimal(type, (LogicalTypes.Decimal) logical, json);
      case "big-decimal" -> {
        BigDecimal value = number(json);
        require(Math.abs(value.scale()) <= MAX_SCALE);
        yield new Conversions.BigDecimalConversion().toBytes(value, type, logical);
      }
      case "uuid" -> uuid(type, text(json));
      case "duration" -> new GenericData.Fixed(type, duration(text(json)));
      default -> throw new AssertionError(logical.getName());
    };
  }

  private static long date(String text) throws Refusal {
    Matcher parts = DATE.matcher(text);
    require(parts.matches());
    try {
      return LocalDate.of(
              Integer.parseInt(parts.group(1)),
              Integer.parseInt(parts.group(2)),
              Integer.parseInt(parts.group(3)))
          .toEpochDay();
    } catch (DateTimeException e) {
      throw Refusal.mismatch("no such day");
    }
  }

  private static long timeOfDay(Json json, int digits) throws Refusal {
    long units;
    if (json instanceof Json.Text text) {
      Matcher time = TIME.matcher(text.value());
      require(time.matches());
      units = units(BigInteger.ZERO, time, digits).longValueExact();
    } else {
      units = whole(json);
    }
    require(units >= 0 && units < 86_400 * BigInteger.TEN.pow(digits).longValueExact());
    return units;
  }

  private static long timestamp(String text, int digits, boolean zoned) throws Refusal {
    require(text.length() > DATE_CHARS && "Tt".indexOf(text.charAt(DATE_CHARS)) >= 0);
    long days = date(text.substring(0, DATE_CHARS));
    Matcher time = TIME.matcher(text).region(DATE_CHARS + 1, text.length());
    require(time.lookingAt());
    long offset = 0;
    if (zoned) {
      Matcher zone = ZONE.matcher(text).region(time.end(), text.length());
      require(zone.matches());
      if (zone.group(1) != null) {
        long minutes = Long.parseLong(zone.group(2)) * 60 + Long.parseLong(zone.group(3));
        offset = zone.group(1).equals("+") ? minutes * 60 : -minutes * 60;
      }
    } else {
      require(time.end() == text.length());
    }
    BigInteger units = units(BigInteger.valueOf(days * 86_400 - offset), time, digits);
    // The least long is the one that the gateway has no text for.
    require(units.bitLength() < Long.SIZE && units.longValueExact() != Long.MIN_VALUE);
    return units.longValueExact();
  }

  private static BigInteger units(BigInteger seconds, Matcher time, int digits) throws Refusal {
    long ofDay =
        Long.parseLong(time.group(1)) * 3_600
            + Long.parseLong(time.group(2)) * 60
            + Long.parseLong(time.group(3));
    String fraction = time.group(4) == null ? "" : time.group(4);
    require(
        fraction.length() <= digits || fraction.substring(digits).chars().allMatch(c -> c == '0'));
    String padded = (fraction + "000000000").substring(0, digits);
    return seconds
        .add(BigInteger.valueOf(ofDay))
        .multiply(BigInteger.TEN.pow(digits))
        .add(new BigInteger(padded));
  }

  private static BigDecimal number(Json json) throws Refusal {
    String text = json instanceof Json.Word word ? word.text() : text(json);
    require(text.length() <= MAX_CHARS && DECIMAL.matcher(text).matches());
    return new BigDecimal(text);
  }

  private static Object decimal(Schema type, LogicalTypes.Decimal logical, Json json)
      throws Refusal {
    BigDecimal value = number(json);
    BigInteger unscaled = BigInteger.ZERO;
    if (value.signum() != 0) {
      BigDecimal bare = value.stripTrailingZeros();
      require(bare.scale() <= logical.getScale());
      long digitsBeforePoint = (long) bare.precision() - bare.scale();
      require(digitsBeforePoint <= logical.getPrecision() - logical.getScale());
      unscaled = bare.setScale(logical.getScale()).unscaledValue();
    }
    byte[] bytes = unscaled.toByteArray();
    if (type.getType() == Schema.Type.BYTES) {
      return ByteBuffer.wrap(bytes);
    }
    require(bytes.length <= type.getFixedSize());
    byte[] wide = new byte[type.getFixedSize()];
    Arrays.fill(wide, (byte) (unscaled.signum() < 0 ? -1 : 0));
    System.arraycopy(bytes, 0, wide, wide.length - bytes.length, bytes.length);
    return new GenericData.Fixed(type, wide);
  }

  private static Object uuid(Schema type, String text) throws Refusal {
    require(UUID_TEXT.matcher(text).matches());
    if (type.getType() == Schema.Type.STRING) {
      return text;
    }
    UUID uuid = UUID.fromString(text);
    return new GenericData.Fixed(
        type,
        ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array());
  }

  private static byte[] duration(String text) throws Refusal {
    Matcher parts = DURATION.matcher(text);
    require(parts.matches());
    long fraction =
        parts.group(8) == null ? 0 : Long.parseLong((parts.group(8) + "00").substring(0, 3));
    long[] values = {
      part(parts, 1) * 12 + part(parts, 2),
      part(parts, 3) * 7 + part(parts, 4),
      part(parts, 5) * 3_600_000 + part(parts, 6) * 60_000 + part(parts, 7) * 1_000 + fraction
    };
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      require(value <= 0xFFFF_FFFFL);
      bytes.putInt((int) value);
    }
    return bytes.array();
  }

  private static long part(Matcher parts, int group) {
    return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
  }
}
