package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import com.fasterxml.jackson.core.util.BufferRecycler;
import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.Utf8;
import com.reactive.platform.gateway.jsonschema.JsonTree;
import java.io.IOException;

/** Parses bodies, and reports what of them is unreadable. */
final class JsonInput {
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(64)
          .maxNumberLength(1_000)
          .maxNameLength(1_000)
          .build();

  /** Records and maps look for duplicate names themselves, which costs less than Jackson's way. */
  private static final JsonFactory FAST =
      JsonFactory.builder()
          .streamReadConstraints(LIMITS)
          // Map keys are the client's: they do not belong into the JVM's string table.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private static final JsonFactory CHECKING =
      JsonFactory.builder()
          .streamReadConstraints(LIMITS)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private JsonInput() {}

  /** Gives parsers for one body after the other. Not thread-safe. */
  static final class Parsers {
    /** After a longer body, or with more names, a parser is not kept. */
    private static final int MAX_KEPT_BYTES = 64 << 10;

    private static final int MAX_KEPT_NAMES = 1_000;

    private final BufferRecycler buffers = new BufferRecycler();
    private ByteQuadsCanonicalizer names = ByteQuadsCanonicalizer.createRoot();
    private BodyParser spare;

    /** One that stands before the body; to be given back or ended. */
    BodyParser open(byte[] json, int offset, int length) {
      BodyParser parser = spare == null ? newParser() : spare;
      spare = null;
      parser.begin(json, offset, length);
      return parser;
    }

    /** Takes one back that has read its body, of this length, to the end and without a fault. */
    void giveBack(BodyParser parser, int length) throws IOException {
      parser.close();
      if (length <= MAX_KEPT_BYTES && parser.names() <= MAX_KEPT_NAMES) {
        spare = parser;
      } else {
        discard(parser);
      }
    }

    /** One that stopped at a fault, or was used enough; the names that it met go with it. */
    void discard(BodyParser parser) throws IOException {
      parser.end();
      names = ByteQuadsCanonicalizer.createRoot();
    }

    private BodyParser newParser() {
      IOContext context =
          new IOContext(
              LIMITS,
              StreamWriteConstraints.defaults(),
              ErrorReportConfiguration.defaults(),
              buffers,
              ContentReference.unknown(),
              false);
      return new BodyParser(context, FAST, names.makeChild(FAST.getFactoryFeatures()));
    }
  }

  /** Returns if the body is JSON from its beginning to its end. */
  static void check(byte[] json, int offset, int length) throws InvalidEventException {
    try (JsonParser parser = CHECKING.createParser(json, offset, length)) {
      check(parser);
    } catch (JsonProcessingException e) {
      throw InvalidEventException.unreadable("the body is not valid JSON" + at(e.getLocation()));
    } catch (IOException e) {
      throw new AssertionError("reading from memory", e);
    }
  }

  /**
   * The same as a tree, of a body that was checked.
   *
   * @throws InvalidEventException if a number is too large
   */
  static JsonNode tree(byte[] json, int offset, int length) throws InvalidEventException {
    try (JsonParser parser = FAST.createParser(json, offset, length)) {
      JsonNode tree = JsonTree.read(parser);
      if (tree == null) {
        throw InvalidEventException.unreadable("the body is empty");
      }
      return tree;
    } catch (JsonTree.NumberException e) {
      throw InvalidEventException.unreadable("a limit is exceeded: " + e.getMessage());
    } catch (IOException e) {
      throw new AssertionError("it was checked before", e);
    }
  }

  private static void check(JsonParser parser) throws IOException, InvalidEventException {
    try {
      parser.nextToken();
      while (!parser.getParsingContext().inRoot()) {
        checkToken(parser);
        parser.nextToken();
      }
      checkToken(parser);
      if (parser.nextToken() != null) {
        throw trailing(parser);
      }
    } catch (StreamConstraintsException e) {
      throw beyondLimits(parser);
    }
  }

  /** An escape can bring in half a surrogate pair, which cannot be written as UTF-8. */
  private static void checkToken(JsonParser parser) throws IOException, InvalidEventException {
    JsonToken token = parser.currentToken();
    if ((token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME)
        && !Utf8.isEncodable(parser.getText())) {
      throw halfSurrogate(parser);
    }
  }

  static InvalidEventException halfSurrogate(JsonParser parser) {
    return InvalidEventException.unreadable(
        "half a surrogate pair" + (parser == null ? "" : at(parser.currentTokenLocation())));
  }

  static InvalidEventException duplicate(JsonParser parser) {
    return InvalidEventException.unreadable(
        "a field occurs twice" + at(parser.currentTokenLocation()));
  }

  static InvalidEventException trailing(JsonParser parser) {
    return InvalidEventException.unreadable(
        "there is more data after the end of the JSON value" + at(parser.currentTokenLocation()));
  }

  static InvalidEventException beyondLimits(JsonParser parser) {
    return InvalidEventException.unreadable(
        "a limit is exceeded (nesting 64, numbers of 1000 digits, names of 1000 characters)"
            + at(parser.currentLocation()));
  }

  static String at(JsonLocation location) {
    return location == null
        ? ""
        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
  }
}
