package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * Turns protobuf messages of a stream into JSON, as a client would write them. Not for the data
 * path. Not thread-safe.
 */
public final class MessageToJson {
  private static final EventMetadata NO_METADATA =
      new EventMetadata(new byte[0], new byte[0], 0, null, null, Map.of());

  private final Transcoder toAvro;
  private final AvroToJson toJson;

  /**
   * @param stream its name
   * @param schema of its events
   * @param numbers of the fields of its .proto
   * @param form of the JSON
   */
  public MessageToJson(String stream, Schema schema, FieldNumbers numbers, JsonForm form) {
    Schema stored = stored(schema, new HashMap<>());
    try {
      toAvro =
          TranscoderPlan.compile(stored, JsonForm.PLAIN, List.of(), List.of())
              .withProtobuf(ProtoFileBuilder.of(stream, stored, numbers), true)
              .newTranscoder(BodyFormat.PROTOBUF);
    } catch (SchemaException e) {
      throw new IllegalArgumentException("no schema of a stream: " + e.getMessage(), e);
    }
    toJson = new AvroToJson(stored, form);
  }

  /**
   * The message that lies in {@code bytes[offset .. offset + length)}, as JSON on one line.
   *
   * @throws IOException if that is no such message
   */
  public String text(byte[] bytes, int offset, int length) throws IOException {
    try {
      toAvro.transcode(bytes, offset, length, NO_METADATA);
    } catch (InvalidEventException e) {
      throw new IOException("not a message of the stream: " + e.getMessage(), e);
    }
    return toJson.text(toAvro.buffer(), 0, toAvro.length());
  }

  /**
   * The schema without the fields that the gateway fills, which no message has, and without the
   * attributes by which it checks and protects what clients send.
   *
   * @param records those that are known, by name
   */
  private static Schema stored(Schema schema, Map<String, Schema> records) {
    return switch (schema.getType()) {
      case RECORD -> {
        Schema known = records.get(schema.getFullName());
        if (known != null) {
          yield known;
        }
        Schema made =
            Schema.createRecord(
                schema.getName(), schema.getDoc(), schema.getNamespace(), schema.isError());
        records.put(schema.getFullName(), made);
        List<Schema.Field> fields = new ArrayList<>();
        for (Schema.Field field : schema.getFields()) {
          if (field.getObjectProp(Attributes.FILLED) == null) {
            fields.add(
                new Schema.Field(
                    field.name(),
                    stored(field.schema(), records),
                    field.doc(),
                    field.defaultVal()));
          }
        }
        made.setFields(fields);
        yield made;
      }
      case ARRAY -> Schema.createArray(stored(schema.getElementType(), records));
      case MAP -> Schema.createMap(stored(schema.getValueType(), records));
      case UNION ->
          Schema.createUnion(
              schema.getTypes().stream().map(branch -> stored(branch, records)).toList());
      default -> schema;
    };
  }
}
