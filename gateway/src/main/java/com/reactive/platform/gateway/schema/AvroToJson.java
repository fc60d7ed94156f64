package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Turns Avro's binary encoding into JSON, the way back from {@link Transcoder}: what is posted
 * again, without the fields that the gateway fills, becomes the same bytes. Not for the data path.
 * Not thread-safe.
 */
public final class AvroToJson {
  /** More characters than any event that the gateway takes could become. */
  private static final int MAX_CHARS = 64 << 20;

  private static final JsonFactory JSON = new JsonFactory();

  private final Schema schema;
  private final boolean plain;
  private final BranchForms branches = new BranchForms();
  private BinaryDecoder reused;

  /**
   * @param schema of the data, as the writer had it; parsed, so that it knows its logical types
   * @param form of the JSON
   */
  public AvroToJson(Schema schema, JsonForm form) {
    this.schema = schema;
    this.plain = form == JsonForm.PLAIN;
  }

  /**
   * The datum that lies in {@code avro[offset .. offset + length)}, as JSON on one line.
   *
   * @throws IOException if that is not one datum of the schema, to its last byte
   */
  public String text(byte[] avro, int offset, int length) throws IOException {
    StringWriter text = new StringWriter();
    reused = DecoderFactory.get().binaryDecoder(avro, offset, length, reused);
    try (JsonGenerator out = JSON.createGenerator(text)) {
      write(schema, reused, out);
      if (!reused.isEnd()) {
        throw new IOException("extra bytes after the datum");
      }
    } catch (EOFException e) {
      throw new IOException("the datum is truncated", e);
    } catch (RuntimeException e) { // Avro's decoder throws many kinds
      throw new IOException("the bytes do not match the schema: " + e.getMessage(), e);
    }
    return text.toString();
  }

  private void write(Schema type, Decoder in, JsonGenerator out) throws IOException {
    switch (type.getType()) {
      case RECORD -> {
        out.writeStartObject();
        for (Schema.Field field : type.getFields()) {
          out.writeFieldName(field.name());
          write(field.schema(), in, out);
        }
        out.writeEndObject();
      }
      case ARRAY -> {
        out.writeStartArray();
        for (long count = in.readArrayStart(); count != 0; count = in.arrayNext()) {
          for (long i = 0; i < count; i++) {
            write(type.getElementType(), in, out);
            checkSize(out);
          }
        }
        out.writeEndArray();
      }
      case MAP -> {
        out.writeStartObject();
        for (long count = in.readMapStart(); count != 0; count = in.mapNext()) {
          for (long i = 0; i < count; i++) {
            out.writeFieldName(in.readString());
            write(type.getValueType(), in, out);
            checkSize(out);
          }
        }
        out.writeEndObject();
      }
      case UNION -> writeUnion(type, in, out);
      case BOOLEAN -> out.writeBoolean(in.readBoolean());
      case FLOAT -> out.writeNumber(in.readFloat());
      case DOUBLE -> out.writeNumber(in.readDouble());
      case STRING -> out.writeString(in.readString());
      case ENUM -> out.writeString(symbol(type, in.readEnum()));
      case NULL -> {
        in.readNull();
        out.writeNull();
      }
      case INT, LONG, BYTES, FIXED -> {
        Scalar value = read(type, in);
        write(value, forms(type, value).stream().findFirst(), out);
      }
    }
  }

  /** A few bytes may say that there are billions of nulls. */
  private static void checkSize(JsonGenerator out) throws IOException {
    if (((StringWriter) out.getOutputTarget()).getBuffer().length() > MAX_CHARS) {
      throw new IOException("the datum is larger than " + MAX_CHARS + " characters of JSON");
    }
  }

  private static String symbol(Schema type, int index) throws IOException {
    if (index < 0 || index >= type.getEnumSymbols().size()) {
      throw new IOException("no symbol of " + type.getFullName() + " has the index " + index);
    }
    return type.getEnumSymbols().get(index);
  }

  private void writeUnion(Schema union, Decoder in, JsonGenerator out) throws IOException {
    int index = in.readIndex();
    if (index < 0 || index >= union.getTypes().size()) {
      throw new IOException("no branch of a union has the index " + index);
    }
    Schema type = union.getTypes().get(index);
    if (isTagged(union, type)) {
      out.writeStartObject();
      out.writeFieldName(type.getFullName());
      write(type, in, out);
      out.writeEndObject();
    } else if (plain && isScalar(type)) {
      Scalar value = read(type, in);
      write(value, branches.choose(union, index, forms(type, value)), out);
    } else {
      write(type, in, out);
    }
  }

  /** As {@link ValueWriterCompiler} has it. */
  private boolean isTagged(Schema union, Schema type) {
    if (!plain) {
      return type.getType() != Schema.Type.NULL;
    }
    return isObject(type) && union.getTypes().stream().filter(AvroToJson::isObject).count() > 1;
  }

  private static boolean isObject(Schema type) {
    return type.getType() == Schema.Type.RECORD || type.getType() == Schema.Type.MAP;
  }

  /** What most logical types rest on: a number, or else bytes. */
  private record Scalar(long number, byte[] bytes) {}

  private static boolean isScalar(Schema type) {
    return switch (type.getType()) {
      case INT, LONG, BYTES, FIXED -> true;
      default -> false;
    };
  }

  private static Scalar read(Schema type, Decoder in) throws IOException {
    return switch (type.getType()) {
      case INT -> new Scalar(in.readInt(), null);
      case LONG -> new Scalar(in.readLong(), null);
      case FIXED -> {
        byte[] bytes = new byte[type.getFixedSize()];
        in.readFixed(bytes);
        yield new Scalar(0, bytes);
      }
      default -> {
        ByteBuffer read = in.readBytes(null);
        byte[] bytes = new byte[read.remaining()];
        read.get(bytes);
        yield new Scalar(0, bytes);
      }
    };
  }

  /**
   * @param form of its logical type, if it has one
   */
  private void write(Scalar value, Optional<String> form, JsonGenerator out) throws IOException {
    if (form.isPresent()) {
      out.writeRawValue(form.get());
    } else if (value.bytes == null) {
      out.writeNumber(value.number);
    } else if (plain) {
      out.writeString(Base64.getEncoder().encodeToString(value.bytes));
    } else {
      out.writeString(new String(value.bytes, StandardCharsets.ISO_8859_1));
    }
  }

  private List<String> forms(Schema type, Scalar value) {
    LogicalType logical = plain ? type.getLogicalType() : null;
    if (logical == null) {
      return List.of();
    }
    return value.bytes == null
        ? LogicalForms.of(logical, value.number)
        : LogicalForms.of(logical, type, value.bytes);
  }
}
