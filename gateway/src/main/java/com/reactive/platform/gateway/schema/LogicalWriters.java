package com.reactive.platform.gateway.schema;

import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Chooses the writer of a logical type in plain JSON. */
final class LogicalWriters {
  /** A larger one would let a short number like 1e99999 make much work. */
  private static final int MAX_PRECISION = 1_000;

  private LogicalWriters() {}

  /** Null if there is no logical type, or one unknown or invalid: then the base type counts. */
  static ValueWriter of(Schema schema, String where, SchemaProblems problems) {
    LogicalType type = LogicalTypes.fromSchemaIgnoreInvalid(schema);
    if (type == null) {
      return null;
    }
    boolean fixed = schema.getType() == Schema.Type.FIXED;
    return switch (type.getName()) {
      case "date" -> new TimeWriters.DateNode();
      case "time-millis" -> new TimeWriters.TimeOfDayNode(3);
      case "time-micros" -> new TimeWriters.TimeOfDayNode(6);
      case "timestamp-millis" -> new TimeWriters.TimestampNode(3, true);
      case "timestamp-micros" -> new TimeWriters.TimestampNode(6, true);
      case "timestamp-nanos" -> new TimeWriters.TimestampNode(9, true);
      case "local-timestamp-millis" -> new TimeWriters.TimestampNode(3, false);
      case "local-timestamp-micros" -> new TimeWriters.TimestampNode(6, false);
      case "local-timestamp-nanos" -> new TimeWriters.TimestampNode(9, false);
      case "decimal" -> {
        LogicalTypes.Decimal decimal = (LogicalTypes.Decimal) type;
        if (decimal.getPrecision() > MAX_PRECISION) {
          problems.add(where, "a decimal's precision may be at most " + MAX_PRECISION);
        }
        yield new DecimalWriters.DecimalNode(
            decimal.getPrecision(), decimal.getScale(), fixed ? schema.getFixedSize() : -1);
      }
      case "big-decimal" -> new DecimalWriters.BigDecimalNode();
      case "uuid" -> fixed ? new UuidWriters.UuidFixedNode() : new UuidWriters.UuidStringNode();
      case "duration" -> new DurationWriter();
      default -> null;
    };
  }
}
