package com.reactive.platform.gateway.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Compiles what the gateway itself writes: the fields that say {@code "x-reactive"}. */
final class GatewayFields {
  private final SchemaProblems problems;

  /** The records that are being compiled, by full name: one within itself would never end. */
  private final Set<String> open = new HashSet<>();

  GatewayFields(SchemaProblems problems) {
    this.problems = problems;
  }

  /** A filler that does nothing if there is a problem. */
  FieldDefault compile(Schema.Field field, String where, Object with) {
    FieldDefault filler =
        switch (String.valueOf(with)) {
          case "request-id" -> id(field, where, true);
          case "event-id" -> id(field, where, false);
          case "traceparent" -> text(field, where, "a trace", pass -> pass.envelope.traceparent());
          case "tracestate" -> text(field, where, "a trace", pass -> pass.envelope.tracestate());
          case Attributes.USER_AGENT ->
              text(field, where, "a user agent", pass -> pass.envelope.sender().userAgent());
          case Attributes.CLIENT_ADDRESS -> address(field, where);
          case "received-at" -> time(field, where);
          case "record" -> record(field, where);
          default -> {
            problems.add(
                where,
                Attributes.FILLED
                    + " must be request-id, event-id, received-at, traceparent, tracestate,"
                    + " client-address, user-agent or record");
            yield null;
          }
        };
    return filler == null ? pass -> false : filler;
  }

  private FieldDefault id(Schema.Field field, String where, boolean ofRequest) {
    byte[] prefix = prefix(field, where, Schema.Type.STRING, "a string");
    return ofRequest
        ? new FieldDefaults.IdFiller(prefix, pass -> pass.envelope.requestId())
        : new FieldDefaults.IdFiller(prefix, pass -> pass.envelope.eventId());
  }

  /**
   * A text that not every event has.
   *
   * @param what it is, for problems
   */
  private FieldDefault text(
      Schema.Field field, String where, String what, Function<TranscodeContext, String> text) {
    byte[] prefix = prefix(field, where, Schema.Type.STRING, "a string");
    int nullBranch = Attributes.branch(field.schema(), Schema.Type.NULL);
    byte[] absent =
        nullBranch >= 0
            ? Attributes.prefix(field.schema(), nullBranch)
            : Attributes.defaultBytes(field, where, problems);
    if (absent == null) {
      problems.add(
          where, "not every event has " + what + ": it must be nullable or have a default");
    }
    return new FieldDefaults.TextFiller(prefix, absent, text);
  }

  private FieldDefault address(Schema.Field field, String where) {
    AddressMask mask = AddressMask.of(field, where, problems);
    return text(
        field,
        where,
        "an address",
        pass -> pass.envelope.sender().address(mask.ipv4Bits(), mask.ipv6Bits()));
  }

  private FieldDefault time(Schema.Field field, String where) {
    byte[] prefix = prefix(field, where, Schema.Type.LONG, "a long");
    int branch = Attributes.branch(field.schema(), Schema.Type.LONG);
    if (branch < 0) {
      return null;
    }
    LogicalType type = LogicalTypes.fromSchemaIgnoreInvalid(type(field.schema(), branch));
    String name = type == null ? "timestamp-millis" : type.getName();
    long unitsPerMilli =
        switch (name) {
          case "timestamp-millis" -> 1;
          case "timestamp-micros" -> 1_000;
          case "timestamp-nanos" -> 1_000_000;
          default -> 0;
        };
    if (unitsPerMilli == 0) {
      problems.add(where, "received-at is a timestamp, not a " + name);
    }
    return new FieldDefaults.TimeFiller(prefix, unitsPerMilli);
  }

  private FieldDefault record(Schema.Field field, String where) {
    byte[] prefix = prefix(field, where, Schema.Type.RECORD, "a record");
    int branch = Attributes.branch(field.schema(), Schema.Type.RECORD);
    if (branch < 0) {
      return null;
    }
    Schema record = type(field.schema(), branch);
    if (!open.add(record.getFullName())) {
      problems.add(where, "a record that the gateway fills must not contain itself");
      return null;
    }
    List<FieldDefault> fillers = new ArrayList<>();
    for (Schema.Field part : record.getFields()) {
      String path = where + "." + part.name();
      AddressMask.check(part, path, problems);
      Object with = part.getObjectProp(Attributes.FILLED);
      byte[] encoded = with == null ? Attributes.defaultBytes(part, path, problems) : null;
      if (with != null) {
        fillers.add(compile(part, path, with));
      } else if (encoded == null) {
        problems.add(
            path,
            "the gateway fills its record, so it needs " + Attributes.FILLED + " or a default");
      } else {
        fillers.add(new FieldDefaults.DefaultFiller(encoded));
      }
    }
    open.remove(record.getFullName());
    return new FieldDefaults.RecordFiller(prefix, fillers);
  }

  private static Schema type(Schema schema, int branch) {
    return schema.isUnion() ? schema.getTypes().get(branch) : schema;
  }

  private byte[] prefix(Schema.Field field, String where, Schema.Type type, String what) {
    int branch = Attributes.branch(field.schema(), type);
    if (branch < 0) {
      problems.add(where, "the gateway would fill it with " + what);
    }
    return Attributes.prefix(field.schema(), branch);
  }
}
