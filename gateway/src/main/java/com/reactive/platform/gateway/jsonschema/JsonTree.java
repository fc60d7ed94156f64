package com.reactive.platform.gateway.jsonschema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Serial;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Reads JSON as a tree in which equal numbers are equal, however they are written: 1, 1.0 and 10e-1
 * are one node. Numbers have bounds, because a short text like 1e999999999 is a large number.
 */
public final class JsonTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Beyond these, the arithmetic of doubles has no number any more. */
  private static final int MAX_DIGITS = 309;

  private static final int MAX_EXPONENT_CHARS = 4;

  /** A number is beyond the bounds. */
  public static final class NumberException extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    NumberException() {
      super("numbers have at most " + MAX_DIGITS + " digits before the point and behind it");
    }
  }

  private JsonTree() {}

  /**
   * Reads one value.
   *
   * @param parser stands before the value, and limits the nesting
   * @return null if there is none
   * @throws NumberException if a number is beyond the bounds
   */
  public static JsonNode read(JsonParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    return token == null ? null : value(parser, token);
  }

  private static JsonNode value(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      default -> throw new IOException("unexpected " + token);
    };
  }

  private static ObjectNode object(JsonParser parser) throws IOException {
    ObjectNode object = NODES.objectNode();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      object.set(name, value(parser, parser.nextToken()));
    }
    return object;
  }

  private static ArrayNode array(JsonParser parser) throws IOException {
    ArrayNode array = NODES.arrayNode();
    for (JsonToken next = parser.nextToken();
        next != JsonToken.END_ARRAY;
        next = parser.nextToken()) {
      array.add(value(parser, next));
    }
    return array;
  }

  private static JsonNode number(String text) throws NumberException {
    int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
    if (exponent >= 0 && text.length() - exponent - 1 > MAX_EXPONENT_CHARS) {
      throw new NumberException();
    }
    BigDecimal number = new BigDecimal(text);
    if (number.signum() == 0) {
      return IntNode.valueOf(0);
    }
    int before = number.precision() - number.scale();
    if (before > MAX_DIGITS
        || number.precision() > MAX_DIGITS
        || number.scale() > MAX_DIGITS
        || Double.isInfinite(number.doubleValue())) {
      throw new NumberException();
    }
    BigDecimal shortest = number.stripTrailingZeros();
    return shortest.scale() > 0 ? DecimalNode.valueOf(shortest) : whole(shortest.toBigInteger());
  }

  private static JsonNode whole(BigInteger number) {
    if (number.bitLength() < Integer.SIZE) {
      return IntNode.valueOf(number.intValue());
    }
    return number.bitLength() < Long.SIZE
        ? LongNode.valueOf(number.longValue())
        : BigIntegerNode.valueOf(number);
  }
}
