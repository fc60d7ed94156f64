package com.reactive.platform.gateway.cloudevents;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.Utf8;
import java.io.IOException;
import java.util.Base64;
import java.util.Set;

/**
 * Reads the JSON object of structured mode. Its data is not copied: whoever transcodes it reads
 * these bytes a second time. Not thread-safe.
 */
final class StructuredMode {
  private static final int MAX_ERROR_CHARS = 200;

  /** One level more than an event may have by itself: the envelope. */
  private static final int MAX_DEPTH = 65;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(1_000)
                  .maxNameLength(1_000)
                  .build())
          // Names are the client's: they do not belong into the JVM's string table.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final Set<String> STRINGS =
      Set.of(
          "specversion",
          "id",
          "source",
          "type",
          "subject",
          "time",
          "datacontenttype",
          "dataschema");

  private AttributeList attributes;
  private byte[] body;
  private int bodyOffset;
  private byte[] data;
  private int dataOffset;
  private int dataLength;
  private String dataMember;

  CloudEvent read(byte[] json, int offset, int length) throws InvalidEventException {
    String fault = Utf8.fault(json, offset, length);
    if (fault != null) {
      throw InvalidEventException.unreadable("the body " + fault);
    }
    attributes = new AttributeList();
    body = json;
    bodyOffset = offset;
    data = null;
    dataMember = null;
    try (JsonParser parser = JSON.createParser(json, offset, length)) {
      readWhole(parser);
      checkWhole();
      String pointer = dataMember.equals("data") ? "/data" : "";
      return new CloudEvent(attributes.list(), data, dataOffset, dataLength, pointer);
    } catch (JsonProcessingException e) {
      throw InvalidEventException.unreadable("the body is not valid JSON" + at(e.getLocation()));
    } catch (IOException e) {
      throw new AssertionError("reading from memory", e);
    } finally {
      body = null;
      data = null;
    }
  }

  private void readWhole(JsonParser parser) throws IOException, InvalidEventException {
    try {
      InvalidEventException first = readAll(parser);
      if (parser.nextToken() != null) {
        throw InvalidEventException.unreadable(
            "there is more data after the end of the JSON value"
                + at(parser.currentTokenLocation()));
      }
      if (first != null) {
        throw first;
      }
    } catch (StreamConstraintsException e) {
      throw InvalidEventException.unreadable(
          "a limit is exceeded (nesting "
              + MAX_DEPTH
              + ", numbers of 1000 digits)"
              + at(parser.currentLocation()));
    }
  }

  /**
   * Reads to the end: a body that is not JSON is unreadable, whatever its members say.
   *
   * @return the first fault of its members, or null
   */
  private InvalidEventException readAll(JsonParser parser) throws IOException {
    JsonToken start = parser.nextToken();
    if (start == null) {
      return InvalidEventException.unreadable("the body is empty");
    }
    if (start != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return InvalidEventException.schema("", "a CloudEvent must be a JSON object");
    }
    InvalidEventException first = null;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      String fault = member(name, parser);
      if (fault != null && first == null) {
        first = InvalidEventException.schema(pointer(name), cut(name) + " " + fault);
      }
      parser.skipChildren();
    }
    return first;
  }

  /** Takes one member; returns what is wrong with it, or null. */
  private String member(String name, JsonParser parser) throws IOException {
    if (name.equals("data") || name.equals("data_base64")) {
      if (dataMember != null) {
        return "cannot be given together with " + dataMember;
      }
      dataMember = name;
      return name.equals("data") ? takeData(parser) : takeBase64(parser);
    }
    return switch (parser.currentToken()) {
      // The same as if it were not there.
      case VALUE_NULL -> null;
      case VALUE_STRING -> attributes.add(name, parser.getText());
      case VALUE_TRUE, VALUE_FALSE, VALUE_NUMBER_INT -> {
        boolean tooLong =
            parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.INT;
        if (STRINGS.contains(name)) {
          yield "must be a string";
        }
        yield tooLong
            ? "must be a whole number of 32 bits"
            : attributes.add(name, parser.getText());
      }
      default -> "must be a string, a whole number, true or false";
    };
  }

  /** Notes where the value lies; the parser then stands at its last token. */
  private String takeData(JsonParser parser) throws IOException {
    long start = parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    // Strings are read lazily; only then the parser stands behind it.
    parser.finishToken();
    data = body;
    dataOffset = bodyOffset + (int) start;
    dataLength = (int) (parser.currentLocation().getByteOffset() - start);
    return null;
  }

  private String takeBase64(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      dataMember = null;
      return null;
    }
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      return "must be a string";
    }
    try {
      data = Base64.getDecoder().decode(parser.getText());
    } catch (IllegalArgumentException e) {
      return "must be base64";
    }
    dataOffset = 0;
    dataLength = data.length;
    return null;
  }

  private void checkWhole() throws InvalidEventException {
    String missing = attributes.missing();
    if (missing != null) {
      throw InvalidEventException.schema("/" + missing, missing + " is missing");
    }
    String type = attributes.get("datacontenttype");
    if (type != null && !MediaType.isJson(type)) {
      throw InvalidEventException.schema(
          "/datacontenttype", "datacontenttype must be JSON: the stream accepts no other data");
    }
    if (dataMember == null) {
      throw InvalidEventException.schema("/data", "data is missing");
    }
  }

  private static String at(JsonLocation location) {
    return location == null
        ? ""
        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  private static String pointer(String name) {
    return "/" + cut(name).replace("~", "~0").replace("/", "~1");
  }

  /** A name is what a client made up: not longer than fits a sentence. */
  private static String cut(String name) {
    if (name.length() <= MAX_ERROR_CHARS) {
      return name;
    }
    boolean splits = Character.isHighSurrogate(name.charAt(MAX_ERROR_CHARS - 1));
    return name.substring(0, splits ? MAX_ERROR_CHARS - 1 : MAX_ERROR_CHARS);
  }
}
