package com.reactive.platform.gateway.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;

/**
 * Reads a counter body: {@code {"sessionId": "s1", "action": "increment", "value": 1}}, with an
 * optional {@code customerId}. Strict: unknown and duplicate fields are errors, because a typing
 * error that is dropped in silence is a lost event. Thread-safe.
 */
public final class CounterRequestParser {
  private static final int MAX_ID_CHARS = 256;
  private static final int MAX_ERROR_CHARS = 200;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(64)
                  .maxNumberLength(1_000)
                  .maxNameLength(1_000)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /**
   * Reads the body that lies in {@code json[offset .. offset + length)}.
   *
   * @param customerIdOfPath the customer named by the path, or null
   */
  public CounterRequest parse(byte[] json, int offset, int length, String customerIdOfPath)
      throws InvalidEventException {
    if (!Utf8.isValid(json, offset, length)
        || Utf8.looksLikeAnotherEncoding(json, offset, length)) {
      throw InvalidEventException.unreadable("the body is not valid UTF-8");
    }
    try (JsonParser parser = JSON.createParser(json, offset, length)) {
      Fields fields = new Fields(customerIdOfPath);
      InvalidEventException first = readAll(parser, fields);
      if (parser.nextToken() != null) {
        throw InvalidEventException.unreadable(
            "there is more after the end of the JSON value" + at(parser.currentTokenLocation()));
      }
      if (first != null) {
        throw first;
      }
      return fields.toRequest();
    } catch (StreamConstraintsException e) {
      throw InvalidEventException.unreadable("a limit is exceeded: nesting 64, number 1000 digits");
    } catch (JsonProcessingException e) {
      throw InvalidEventException.unreadable("the body is not valid JSON" + at(e.getLocation()));
    } catch (IOException e) {
      throw new AssertionError("reading from memory", e);
    }
  }

  /**
   * Reads the value to its end: a body that is not JSON is unreadable, whatever its fields say.
   *
   * @return the first fault of its fields, or null
   */
  private static InvalidEventException readAll(JsonParser parser, Fields fields)
      throws IOException, InvalidEventException {
    if (parser.nextToken() == null) {
      throw InvalidEventException.unreadable("the body is empty");
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return InvalidEventException.schema("", "the event must be a JSON object");
    }
    InvalidEventException first = null;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      try {
        fields.read(name, parser);
      } catch (InvalidEventException e) {
        first = worse(first, e);
        parser.skipChildren();
      }
    }
    return first;
  }

  /** The first fault, but an unreadable one before one of the schema. */
  private static InvalidEventException worse(
      InvalidEventException first, InvalidEventException next) {
    boolean nextIsWorse =
        first == null
            || (first.kind() == InvalidEventException.Kind.SCHEMA
                && next.kind() == InvalidEventException.Kind.UNREADABLE);
    return nextIsWorse ? next : first;
  }

  private static String at(JsonLocation location) {
    return location == null
        ? ""
        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  /** The fields met so far. */
  private static final class Fields {
    private final String customerIdOfPath;
    private String customerId;
    private String sessionId;
    private CounterAction action;
    private Integer value;

    Fields(String customerIdOfPath) {
      this.customerIdOfPath = customerIdOfPath;
    }

    void read(String name, JsonParser parser) throws IOException, InvalidEventException {
      switch (name) {
        case "customerId" -> customerId = id(name, parser);
        case "sessionId" -> sessionId = id(name, parser);
        case "action" -> {
          action = CounterAction.of(string(name, parser));
          if (action == null) {
            throw InvalidEventException.schema(
                "/action", "action must be one of increment, decrement, set, reset");
          }
        }
        case "value" -> {
          if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
              || parser.getNumberType() != JsonParser.NumberType.INT) {
            throw InvalidEventException.schema("/value", "value must be a whole number of 32 bits");
          }
          value = parser.getIntValue();
        }
        default ->
            throw InvalidEventException.schema(pointer(name), "a counter event has no such field");
      }
    }

    CounterRequest toRequest() throws InvalidEventException {
      if (sessionId == null) {
        throw InvalidEventException.schema("/sessionId", "sessionId is missing");
      }
      if (action == null) {
        throw InvalidEventException.schema("/action", "action is missing");
      }
      if (value == null && action == CounterAction.SET) {
        throw InvalidEventException.schema("/value", "value is missing: set to what?");
      }
      if (customerIdOfPath != null && customerId != null && !customerId.equals(customerIdOfPath)) {
        throw InvalidEventException.schema(
            "/customerId", "customerId is not the customer of the path");
      }
      String customer = customerIdOfPath != null ? customerIdOfPath : customerId;
      return new CounterRequest(
          customer == null ? "" : customer, sessionId, action, valueOrUsual());
    }

    private int valueOrUsual() {
      if (action == CounterAction.RESET) {
        return 0;
      }
      return value == null ? 1 : value;
    }

    private static String id(String name, JsonParser parser)
        throws IOException, InvalidEventException {
      String text = string(name, parser);
      if (text.isEmpty() || text.length() > MAX_ID_CHARS) {
        throw InvalidEventException.schema(
            pointer(name), name + " must have 1 to " + MAX_ID_CHARS + " characters");
      }
      return text;
    }

    private static String string(String name, JsonParser parser)
        throws IOException, InvalidEventException {
      if (parser.currentToken() != JsonToken.VALUE_STRING) {
        throw InvalidEventException.schema(pointer(name), name + " must be a string");
      }
      String text = parser.getText();
      if (!Utf8.isEncodable(text)) {
        throw InvalidEventException.unreadable("half a surrogate pair in " + pointer(name));
      }
      return text;
    }

    private static String pointer(String name) {
      String cut = name;
      if (name.length() > MAX_ERROR_CHARS) {
        boolean splits = Character.isHighSurrogate(name.charAt(MAX_ERROR_CHARS - 1));
        cut = name.substring(0, splits ? MAX_ERROR_CHARS - 1 : MAX_ERROR_CHARS);
      }
      return "/" + cut.replace("~", "~0").replace("/", "~1");
    }
  }
}
