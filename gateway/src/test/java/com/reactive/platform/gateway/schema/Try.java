package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;

/** A schema and its transcoder, for tests that try this and that. */
final class Try {
  private final Schema schema;
  private final Transcoder transcoder;

  private Try(Schema schema, TranscoderPlan plan) {
    this.schema = schema;
    this.transcoder = plan.newTranscoder();
  }

  /** A record of these fields, without the brackets around them. */
  static Try fields(JsonForm form, List<String> keys, Collection<String> path, String fields)
      throws SchemaException {
    Schema schema = schema(fields);
    return new Try(schema, TranscoderPlan.compile(schema, form, keys, path));
  }

  static Try fields(String fields) throws SchemaException {
    return fields(JsonForm.PLAIN, List.of(), List.of(), fields);
  }

  /** The same, where fields that the schema lacks are dropped. */
  static Try dropping(String fields) throws SchemaException {
    Schema schema = schema(fields);
    return new Try(
        schema, TranscoderPlan.compile(schema, JsonForm.PLAIN, true, List.of(), List.of()));
  }

  /** A record whose only field, {@code v}, has this type. */
  static Try type(JsonForm form, String type) throws SchemaException {
    return fields(form, List.of(), List.of(), "{'name':'v','type':" + type + "}");
  }

  static Schema schema(String fields) {
    String json = "{'type':'record','name':'R','namespace':'n','fields':[" + fields + "]}";
    return new Schema.Parser().parse(json.replace('\'', '"'));
  }

  /** What the JSON, whose quotes may be single ones, decodes to. */
  GenericRecord read(String json) throws InvalidEventException {
    return read(json, Envelopes.empty());
  }

  GenericRecord read(String json, EventMetadata envelope) throws InvalidEventException {
    byte[] bytes = json.replace('\'', '"').getBytes(UTF_8);
    transcoder.transcode(bytes, 0, bytes.length, envelope);
    try {
      var decoder =
          DecoderFactory.get().binaryDecoder(transcoder.buffer(), 0, transcoder.length(), null);
      return new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The only field of {@code {"v": ...}}. */
  Object value(String json) throws InvalidEventException {
    return read("{'v':" + json + "}").get("v");
  }

  String key() {
    return transcoder.key() == null ? null : new String(transcoder.key(), UTF_8);
  }

  /** Pointer and sentence; "400" and the sentence if it was not read; null if all was well. */
  String fault(String json) {
    return fault(json, Envelopes.empty());
  }

  String fault(String json, EventMetadata envelope) {
    try {
      read(json, envelope);
      return null;
    } catch (InvalidEventException e) {
      return (e.pointer() == null ? "400" : e.pointer()) + " " + e.getMessage();
    }
  }
}
