package com.reactive.platform.reliability.mutate;

import static com.reactive.platform.reliability.mutate.TokenRules.require;
import static com.reactive.platform.reliability.mutate.TokenRules.text;
import static com.reactive.platform.reliability.mutate.TokenRules.whole;
import static com.reactive.platform.reliability.mutate.TokenRules.word;

import com.reactive.platform.gateway.stream.JsonForm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/** Values of single JSON tokens, by the rules of the form. */
final class ScalarRules {
  private final boolean plain;

  ScalarRules(JsonForm form) {
    plain = form == JsonForm.PLAIN;
  }

  boolean takes(Schema type, Json json) {
    try {
      return switch (type.getType()) {
        case RECORD, MAP, ARRAY, UNION -> false;
        default -> {
          value(type, json);
          yield true;
        }
      };
    } catch (Refusal e) {
      return false;
    }
  }

  /** The datum, as Avro's generic writer takes it. */
  Object value(Schema type, Json json) throws Refusal {
    LogicalType logical = plain ? type.getLogicalType() : null;
    if (logical != null && !(json instanceof Json.Members) && !(json instanceof Json.Array)) {
      return LogicalRules.value(type, logical, json);
    }
    return switch (type.getType()) {
      case NULL -> {
        require(json.equals(Json.NULL));
        yield null;
      }
      case BOOLEAN -> {
        String text = word(json).text();
        require(text.equals("true") || text.equals("false"));
        yield text.equals("true");
      }
      case INT -> (int) whole(json, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG -> whole(json);
      case FLOAT -> {
        double named = named(json);
        float value = named != 0 ? (float) named : Float.parseFloat(number(json));
        require(named != 0 || Float.isFinite(value));
        yield value;
      }
      case DOUBLE -> {
        double named = named(json);
        double value = named != 0 ? named : Double.parseDouble(number(json));
        require(named != 0 || Double.isFinite(value));
        yield value;
      }
      case STRING -> text(json);
      case ENUM -> {
        require(type.hasEnumSymbol(text(json)));
        yield new GenericData.EnumSymbol(type, text(json));
      }
      case BYTES -> ByteBuffer.wrap(bytes(json));
      case FIXED -> {
        byte[] bytes = bytes(json);
        require(bytes.length == type.getFixedSize());
        yield new GenericData.Fixed(type, bytes);
      }
      default -> throw new AssertionError(type);
    };
  }

  private static String number(Json json) throws Refusal {
    require(word(json).isNumber());
    return word(json).text();
  }

  /** The value of a name in Avro's JSON form; 0 if it is none. */
  private double named(Json json) {
    if (plain || !(json instanceof Json.Text text)) {
      return 0;
    }
    return switch (text.value()) {
      case "NaN" -> Double.NaN;
      case "Infinity", "INF" -> Double.POSITIVE_INFINITY;
      case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
      default -> 0;
    };
  }

  private byte[] bytes(Json json) throws Refusal {
    String text = text(json);
    if (!plain) {
      require(text.chars().allMatch(c -> c <= 0xFF));
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      // Java's reader takes what nobody writes: no padding, and bits that are dropped.
      require(Base64.getEncoder().encodeToString(bytes).equals(text));
      return bytes;
    } catch (IllegalArgumentException e) {
      throw Refusal.mismatch("no base64");
    }
  }

  static void requireLength(Schema.Field field, Object value) throws Refusal {
    if (value instanceof String text) {
      int length = text.codePointCount(0, text.length());
      require(
          field.getObjectProp("x-min-length") == null
              || length >= (int) field.getObjectProp("x-min-length"));
      require(
          field.getObjectProp("x-max-length") == null
              || length <= (int) field.getObjectProp("x-max-length"));
    }
  }
}
