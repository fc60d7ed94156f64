package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.reactive.platform.gateway.stream.JsonForm;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * Writes values as JSON, with fields in random order and, now and then, their defaults left out.
 */
final class DatumJson {
  private final Random random;
  private final JsonForm form;
  private final boolean replayed;
  private final LogicalText logical;

  /**
   * @param replayed whether what the gateway fills is written too, as readers see it
   */
  DatumJson(Random random, JsonForm form, boolean replayed) {
    this.random = random;
    this.replayed = replayed;
    this.form = form;
    this.logical = new LogicalText(random);
  }

  String of(Schema schema, Object value) {
    return switch (schema.getType()) {
      case RECORD -> record(schema, (GenericRecord) value);
      case ARRAY -> {
        List<String> parts = new ArrayList<>();
        ((List<?>) value).forEach(each -> parts.add(of(schema.getElementType(), each)));
        yield "[" + String.join(space() + ",", parts) + "]";
      }
      case MAP -> {
        List<String> parts = new ArrayList<>();
        ((Map<?, ?>) value)
            .forEach(
                (key, each) ->
                    parts.add(
                        JsonText.quote(key.toString()) + ":" + of(schema.getValueType(), each)));
        yield "{" + String.join(",", parts) + "}";
      }
      case UNION -> union(schema, value);
      default -> scalar(schema, value);
    };
  }

  private String space() {
    return " \n\t".substring(0, random.nextInt(3));
  }

  private String record(Schema schema, GenericRecord value) {
    List<String> parts = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      if (!replayed && field.getObjectProp("x-reactive") != null) {
        continue;
      }
      Object part = value.get(field.pos());
      boolean leftOut = field.hasDefaultValue() && random.nextInt(4) > 0 && isDefault(field, part);
      if (!leftOut) {
        parts.add(JsonText.quote(field.name()) + ":" + space() + of(field.schema(), part));
      }
    }
    if (random.nextBoolean()) {
      Collections.shuffle(parts, random);
    }
    return "{" + space() + String.join(",", parts) + "}";
  }

  private static boolean isDefault(Schema.Field field, Object value) {
    return Arrays.equals(
        RandomDatums.encode(field.schema(), value),
        RandomDatums.encode(field.schema(), GenericData.get().getDefaultValue(field)));
  }

  private String union(Schema schema, Object value) {
    Schema type = schema.getTypes().get(GenericData.get().resolveUnion(schema, value));
    String json = of(type, value);
    if (value == null) {
      return json;
    }
    boolean tagged = form == JsonForm.AVRO;
    if (type.getType() == Schema.Type.RECORD || type.getType() == Schema.Type.MAP) {
      tagged |=
          schema.getTypes().stream()
                  .filter(
                      each ->
                          each.getType() == Schema.Type.RECORD || each.getType() == Schema.Type.MAP)
                  .count()
              > 1;
    }
    return tagged ? "{" + JsonText.quote(type.getFullName()) + ":" + json + "}" : json;
  }

  private String scalar(Schema schema, Object value) {
    String text = form == JsonForm.PLAIN ? logical.of(schema, value) : null;
    if (text != null) {
      return text;
    }
    return switch (schema.getType()) {
      case STRING, ENUM -> JsonText.quote(value.toString());
      case BYTES -> bytes(RandomDatums.bytesOf((ByteBuffer) value));
      case FIXED -> bytes(((GenericData.Fixed) value).bytes());
      case FLOAT, DOUBLE -> {
        boolean finite = Double.isFinite(((Number) value).doubleValue());
        yield finite ? value.toString() : JsonText.quote(value.toString());
      }
      default -> String.valueOf(value);
    };
  }

  private String bytes(byte[] bytes) {
    return JsonText.quote(
        form == JsonForm.PLAIN
            ? Base64.getEncoder().encodeToString(bytes)
            : new String(bytes, ISO_8859_1));
  }
}
