package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.NumberInput;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;

/** Writers of null, booleans and numbers: the same in both forms of JSON. */
final class NumberWriters {
  private NumberWriters() {}

  /** Whether the token is a whole number of 32 bits; {@code 1.0} is none. */
  static boolean isInt(JsonParser parser) throws IOException {
    return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() == NumberType.INT;
  }

  static boolean isLong(JsonParser parser) throws IOException {
    return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != NumberType.BIG_INTEGER;
  }

  static final class NullNode extends ScalarWriter {
    @Override
    String tryWrite(TranscodeContext pass) {
      return pass.parser.currentToken() == JsonToken.VALUE_NULL ? null : "must be null";
    }
  }

  static final class BooleanNode extends ScalarWriter {
    @Override
    String tryWrite(TranscodeContext pass) throws InvalidEventException {
      JsonToken token = pass.parser.currentToken();
      if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
        return "must be true or false";
      }
      pass.out.append(token == JsonToken.VALUE_TRUE ? 1 : 0);
      return null;
    }
  }

  static final class IntNode extends ScalarWriter {
    @Override
    String tryWrite(TranscodeContext pass) throws IOException, InvalidEventException {
      if (!isInt(pass.parser)) {
        return "must be a whole number of 32 bits";
      }
      pass.out.writeLong(pass.parser.getIntValue());
      return null;
    }
  }

  static final class LongNode extends ScalarWriter {
    @Override
    String tryWrite(TranscodeContext pass) throws IOException, InvalidEventException {
      if (!isLong(pass.parser)) {
        return "must be a whole number of 64 bits";
      }
      pass.out.writeLong(pass.parser.getLongValue());
      return null;
    }
  }

  /**
   * Any number that is finite in the type. In Avro's form also the names that Avro's own decoder
   * takes for the values that JSON lacks.
   */
  static final class FloatNode extends ScalarWriter {
    private final boolean named;

    FloatNode(boolean named) {
      this.named = named;
    }

    @Override
    String tryWrite(TranscodeContext pass) throws IOException, InvalidEventException {
      double value = named ? namedValue(pass.parser) : 0;
      if (value == 0) {
        if (!pass.parser.currentToken().isNumeric()) {
          return "must be a number";
        }
        value = parse(pass.parser);
        if (Double.isInfinite(value)) {
          return "must be within the range of a float";
        }
      }
      pass.out.writeFloat((float) value);
      return null;
    }

    private static float parse(JsonParser parser) throws IOException {
      return NumberInput.parseFloat(
          parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), true);
    }
  }

  /** As {@link FloatNode}, twice as wide. */
  static final class DoubleNode extends ScalarWriter {
    private final boolean named;

    DoubleNode(boolean named) {
      this.named = named;
    }

    @Override
    String tryWrite(TranscodeContext pass) throws IOException, InvalidEventException {
      double value = named ? namedValue(pass.parser) : 0;
      if (value == 0) {
        if (!pass.parser.currentToken().isNumeric()) {
          return "must be a number";
        }
        value = parse(pass.parser);
        if (Double.isInfinite(value)) {
          return "must be within the range of a double";
        }
      }
      pass.out.writeDouble(value);
      return null;
    }

    private static double parse(JsonParser parser) throws IOException {
      return NumberInput.parseDouble(
          parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), true);
    }
  }

  /** NaN or an infinity that is written as text; 0 if the token is anything else. */
  private static double namedValue(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      return 0;
    }
    return switch (parser.getText()) {
      case "NaN" -> Double.NaN;
      case "Infinity", "INF" -> Double.POSITIVE_INFINITY;
      case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
      default -> 0;
    };
  }
}
