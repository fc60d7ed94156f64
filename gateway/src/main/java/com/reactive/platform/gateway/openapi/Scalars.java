package com.reactive.platform.gateway.openapi;

import static com.reactive.platform.gateway.openapi.Tree.object;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** The JSON Schema of an Avro value that has no parts. Pure functions. */
final class Scalars {
  private static final String TIME = "([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d";
  private static final String MONTH_AND_DAY =
      "((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|[12]\\d))";
  private static final String LEAP_YEAR =
      "(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)";
  private static final String NO_MISSING_DAY = "(?!(?!" + LEAP_YEAR + ")\\d{4}-02-29)";
  private static final String ZONE = "([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)";

  /**
   * In nanoseconds of 1970, 64 bits reach from 1677 to 2262; said in whole centuries and decades.
   */
  private static final String YEAR_IN_NANOS = "(1[7-9]\\d\\d|2[01]\\d\\d|22[0-5]\\d)";

  private static final String DURATION =
      "^P(?=.)(\\d{1,4}Y)?(\\d{1,5}M)?(\\d{1,4}W)?(\\d{1,5}D)?"
          + "(T(?=\\d)(\\d{1,3}H)?(\\d{1,5}M)?(\\d{1,6}(\\.\\d{1,3})?S)?)?$";

  /** The last characters of base64 have bits that are not used; only zeros are taken for them. */
  private static final List<String> BASE64_ENDS =
      List.of("", "[A-Za-z0-9+/][AQgw]==", "[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=");

  private Scalars() {}

  /** As people write it. */
  static Map<String, Object> plain(Schema schema) {
    LogicalType logical = schema.getLogicalType();
    if (logical instanceof LogicalTypes.Decimal decimal) {
      return decimal(decimal.getPrecision(), decimal.getScale());
    }
    String name = logical == null ? "" : logical.getName();
    return switch (name) {
      case "date" ->
          either(
              object("type", "string", "format", "date"), stored(schema, "days since 1970-01-01"));
      case "time-millis" -> time(schema, 3);
      case "time-micros" -> time(schema, 6);
      case "timestamp-millis", "timestamp-micros", "timestamp-nanos" -> timestamp(schema, name);
      case "local-timestamp-millis", "local-timestamp-micros", "local-timestamp-nanos" ->
          localTimestamp(schema, name);
      case "uuid" -> object("type", "string", "format", "uuid");
      case "duration" ->
          object(
              "type", "string",
              "pattern", DURATION,
              "description", "ISO 8601: stored as months, days and milliseconds");
      case "big-decimal" ->
          either(
              object("type", "string", "pattern", "^-?\\d{1,100}(\\.\\d{1,100})?$"),
              object("type", "number"));
      default -> base64(schema);
    };
  }

  private static Map<String, Object> timestamp(Schema schema, String name) {
    Map<String, Object> text = object("type", "string", "format", "date-time");
    if (digits(name) == 9) {
      // The format would promise years that do not fit.
      text.remove("format");
      text.put("description", "Date and time with a zone, RFC 3339, years 1700 to 2259");
      text.put("pattern", dateAndTime(name, ZONE));
    } else {
      text.put("pattern", "^.{19}(\\.\\d{1," + digits(name) + "})?" + ZONE + "$");
    }
    return either(text, stored(schema, unit(name) + " since 1970-01-01T00:00:00Z"));
  }

  private static Map<String, Object> localTimestamp(Schema schema, String name) {
    return either(
        object(
            "type", "string",
            "pattern", dateAndTime(name, ""),
            "description", "Date and time without a zone"),
        stored(schema, unit(name) + " since 1970-01-01T00:00:00, local time"));
  }

  private static String dateAndTime(String name, String zone) {
    String year = digits(name) == 9 ? YEAR_IN_NANOS : "\\d{4}";
    return "^"
        + NO_MISSING_DAY
        + year
        + "-"
        + MONTH_AND_DAY
        + "T"
        + TIME
        + "(\\.\\d{1,"
        + digits(name)
        + "})?"
        + zone
        + "$";
  }

  private static Map<String, Object> base64(Schema schema) {
    String group = "([A-Za-z0-9+/]{4})";
    return switch (schema.getType()) {
      case BYTES ->
          object(
              "type", "string",
              "contentEncoding", "base64",
              "pattern",
                  "^" + group + "*(" + BASE64_ENDS.get(1) + "|" + BASE64_ENDS.get(2) + ")?$");
      case FIXED -> {
        int size = schema.getFixedSize();
        yield object(
            "type",
            "string",
            "contentEncoding",
            "base64",
            "pattern",
            "^" + group + "{" + size / 3 + "}" + BASE64_ENDS.get(size % 3) + "$",
            "description",
            size + " bytes");
      }
      default -> avro(schema);
    };
  }

  /** As Avro's JSON encoding has it. */
  static Map<String, Object> avro(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> object("type", "null");
      case BOOLEAN -> object("type", "boolean");
      case INT ->
          object(
              "type",
              "integer",
              "format",
              "int32",
              "minimum",
              Integer.MIN_VALUE,
              "maximum",
              Integer.MAX_VALUE);
      case LONG ->
          object(
              "type",
              "integer",
              "format",
              "int64",
              "minimum",
              Long.MIN_VALUE,
              "maximum",
              Long.MAX_VALUE);
      case FLOAT ->
          object(
              "type",
              "number",
              "format",
              "float",
              "minimum",
              -Float.MAX_VALUE,
              "maximum",
              Float.MAX_VALUE);
      case DOUBLE -> object("type", "number", "format", "double");
      case STRING -> object("type", "string");
      case BYTES -> latin1();
      case FIXED -> {
        Map<String, Object> fixed = latin1();
        fixed.put("minLength", schema.getFixedSize());
        fixed.put("maxLength", schema.getFixedSize());
        yield fixed;
      }
      case ENUM -> object("type", "string", "enum", new ArrayList<>(schema.getEnumSymbols()));
      default -> throw new IllegalArgumentException(schema.getType() + " has parts");
    };
  }

  private static Map<String, Object> latin1() {
    return object(
        "type", "string",
        "pattern", "^[\\u0000-\\u00ff]*$",
        "description", "One character per byte");
  }

  /** A number with a fraction would lose digits in most clients, so text is what is asked for. */
  private static Map<String, Object> decimal(int precision, int scale) {
    int whole = precision - scale;
    String fraction = scale == 0 ? "" : "(\\.\\d{1," + scale + "})?";
    BigDecimal limit = BigDecimal.TEN.pow(Math.max(0, whole)).subtract(BigDecimal.ONE);
    Map<String, Object> text =
        object(
            "type",
            "string",
            "pattern",
            "^-?" + (whole > 0 ? "\\d{1," + whole + "}" : "0") + fraction + "$");
    Map<String, Object> number =
        object("type", "integer", "minimum", limit.negate(), "maximum", limit);
    Map<String, Object> both = either(text, number);
    both.put(
        "description",
        "At most %d digits, %d of them after the point. A number with a fraction is accepted if it is exact."
            .formatted(precision, scale));
    return both;
  }

  private static Map<String, Object> time(Schema schema, int digits) {
    Map<String, Object> number =
        stored(schema, (digits == 3 ? "milliseconds" : "microseconds") + " since midnight");
    number.put("minimum", 0);
    number.put("maximum", 86_400 * (digits == 3 ? 1_000L : 1_000_000L) - 1);
    return either(
        object("type", "string", "pattern", "^" + TIME + "(\\.\\d{1," + digits + "})?$"), number);
  }

  private static Map<String, Object> stored(Schema schema, String description) {
    Map<String, Object> number = avro(schema);
    number.put("description", description);
    return number;
  }

  private static Map<String, Object> either(Map<String, Object> first, Map<String, Object> second) {
    return object("anyOf", List.of(first, second));
  }

  private static String unit(String timestamp) {
    return timestamp
        .substring(timestamp.lastIndexOf('-') + 1)
        .replace("millis", "milliseconds")
        .replace("micros", "microseconds")
        .replace("nanos", "nanoseconds");
  }

  private static int digits(String timestamp) {
    return timestamp.endsWith("millis") ? 3 : timestamp.endsWith("micros") ? 6 : 9;
  }
}
