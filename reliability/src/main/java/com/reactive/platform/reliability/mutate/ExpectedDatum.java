package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Expected result for a document: the datum, written by Avro's own writer, or a refusal. It states
 * the gateway's rules a second time, over a tree of the whole document instead of in one pass.
 */
final class ExpectedDatum {
  private static final String FILLED = "x-reactive";

  private final Schema schema;
  private final JsonForm form;
  private final EventMetadata envelope;
  private final ScalarRules scalars;
  private final GenericDatumWriter<Object> writer;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);

  ExpectedDatum(Schema schema, JsonForm form, EventMetadata envelope) {
    this.schema = schema;
    this.form = form;
    this.envelope = envelope;
    this.scalars = new ScalarRules(form);
    this.writer = new GenericDatumWriter<>(schema);
  }

  /** The event's bytes in Avro. */
  byte[] of(byte[] document, int length) throws Refusal {
    return of(StrictJson.read(document, length));
  }

  /** The same of a document that was read. */
  byte[] of(Json document) throws Refusal {
    Object datum = value(schema, document);
    bytes.reset();
    try {
      writer.write(datum, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new AssertionError("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  private Object value(Schema type, Json json) throws Refusal {
    return switch (type.getType()) {
      case RECORD -> record(type, members(json));
      case ARRAY -> {
        if (!(json instanceof Json.Array array)) {
          throw Refusal.mismatch("no array");
        }
        List<Object> list = new ArrayList<>();
        for (Json element : array.elements()) {
          list.add(value(type.getElementType(), element));
        }
        yield list;
      }
      case MAP -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Json.Member member : members(json).list()) {
          map.put(member.name(), value(type.getValueType(), member.value()));
        }
        yield map;
      }
      case UNION -> form == JsonForm.AVRO ? tagged(type, json) : union(type, json);
      default -> scalars.value(type, json);
    };
  }

  private static Json.Members members(Json json) throws Refusal {
    if (json instanceof Json.Members members) {
      return members;
    }
    throw Refusal.mismatch("no object");
  }

  private Object record(Schema type, Json.Members sent) throws Refusal {
    for (Json.Member member : sent.list()) {
      Schema.Field field = type.getField(member.name());
      if (field == null || field.getObjectProp(FILLED) != null) {
        throw Refusal.mismatch("no such field, or not the client's");
      }
    }
    GenericData.Record record = new GenericData.Record(type);
    for (Schema.Field field : type.getFields()) {
      Json json = sent.get(field.name());
      Object filled = field.getObjectProp(FILLED);
      if (filled != null) {
        record.put(field.pos(), filled(field.schema(), filled.toString()));
      } else if (json != null) {
        Object value = value(field.schema(), json);
        ScalarRules.requireLength(field, value);
        record.put(field.pos(), value);
      } else if (field.hasDefaultValue()) {
        record.put(field.pos(), GenericData.get().getDefaultValue(field));
      } else {
        throw Refusal.mismatch("a field is missing");
      }
    }
    for (Schema.Field field : type.getFields()) {
      if (field.getObjectProp("x-required-when") instanceof Map<?, ?> when
          && sent.get(field.name()) == null) {
        Map.Entry<?, ?> only = when.entrySet().iterator().next();
        if (record.get(only.getKey().toString()).toString().equals(only.getValue())) {
          throw Refusal.mismatch("a field is missing beside the other's value");
        }
      }
    }
    return record;
  }

  /** Values that the gateway fills in. */
  private Object filled(Schema type, String with) {
    return switch (with) {
      case "request-id" -> new String(envelope.requestId(), StandardCharsets.US_ASCII);
      case "event-id" -> new String(envelope.eventId(), StandardCharsets.US_ASCII);
      case "received-at" -> envelope.receivedMillis();
      case "traceparent" -> envelope.traceparent();
      case "tracestate" -> envelope.tracestate();
      case "record" -> filledRecord(type.isUnion() ? type.getTypes().get(1) : type);
      default -> throw new AssertionError(with);
    };
  }

  private Object filledRecord(Schema type) {
    GenericData.Record record = new GenericData.Record(type);
    for (Schema.Field field : type.getFields()) {
      Object with = field.getObjectProp(FILLED);
      record.put(
          field.pos(),
          with == null
              ? GenericData.get().getDefaultValue(field)
              : filled(field.schema(), with.toString()));
    }
    return record;
  }

  private Object tagged(Schema union, Json json) throws Refusal {
    if (json.equals(Json.NULL) && allowsNull(union)) {
      return null;
    }
    List<Json.Member> list = members(json).list();
    if (list.size() == 1) {
      for (Schema type : union.getTypes()) {
        if (type.getType() != Schema.Type.NULL && type.getFullName().equals(list.get(0).name())) {
          return value(type, list.get(0).value());
        }
      }
    }
    throw Refusal.mismatch("no branch's name");
  }

  private static boolean allowsNull(Schema union) {
    return union.getTypes().stream().anyMatch(type -> type.getType() == Schema.Type.NULL);
  }

  private static boolean isObject(Schema type) {
    return type.getType() == Schema.Type.RECORD || type.getType() == Schema.Type.MAP;
  }

  private Object union(Schema union, Json json) throws Refusal {
    if (json instanceof Json.Members
        && union.getTypes().stream().anyMatch(ExpectedDatum::isObject)) {
      List<Schema> objects = union.getTypes().stream().filter(ExpectedDatum::isObject).toList();
      return objects.size() == 1
          ? value(objects.get(0), json)
          : tagged(Schema.createUnion(objects), json);
    }
    for (Schema type : union.getTypes()) {
      if (json instanceof Json.Array
          ? type.getType() == Schema.Type.ARRAY
          : scalars.takes(type, json)) {
        return value(type, json);
      }
    }
    throw Refusal.mismatch("no branch takes it");
  }
}
