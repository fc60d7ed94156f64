package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.Utf8;
import com.reactive.platform.gateway.stream.EventMetadata;
import java.io.IOException;

/**
 * Turns JSON bodies into Avro's binary encoding. Duplicate fields are errors, and unknown ones,
 * unless they are to be dropped.
 *
 * <p>The body is read once. Only if it does not fit the schema, it is read again to the end: a body
 * that is not JSON is unreadable, whatever its first fields say.
 */
final class JsonTranscoder extends Transcoder {
  private final ValueWriter root;
  private final JsonInput.Parsers parsers = new JsonInput.Parsers();

  JsonTranscoder(ValueWriter root) {
    this.root = root;
  }

  @Override
  public void transcode(byte[] json, int offset, int length, EventMetadata envelope, AvroOutput out)
      throws InvalidEventException {
    String fault = Utf8.fault(json, offset, length);
    if (fault != null) {
      throw InvalidEventException.unreadable("the body " + fault);
    }
    try {
      write(json, offset, length, envelope, out);
    } catch (InvalidEventException e) {
      if (e.kind() == InvalidEventException.Kind.SCHEMA) {
        JsonInput.check(json, offset, length);
      }
      throw e;
    } catch (JsonProcessingException e) {
      throw InvalidEventException.unreadable(
          "the body is not valid JSON" + JsonInput.at(e.getLocation()));
    } catch (IOException e) {
      throw new AssertionError("reading from memory", e);
    }
  }

  @Override
  public void checkSkipped(byte[] json, int offset, int length) throws InvalidEventException {
    if (pass.skipped) {
      JsonInput.check(json, offset, length);
    }
  }

  private void write(byte[] json, int offset, int length, EventMetadata envelope, AvroOutput out)
      throws IOException, InvalidEventException {
    BodyParser parser = parsers.open(json, offset, length);
    boolean good = false;
    try {
      pass.begin(parser, length, envelope, out);
      if (parser.nextToken() == null) {
        throw InvalidEventException.unreadable("the body is empty");
      }
      root.write(pass);
      if (parser.nextToken() != null) {
        throw JsonInput.trailing(parser);
      }
      good = true;
    } catch (StreamConstraintsException e) {
      throw JsonInput.beyondLimits(parser);
    } finally {
      if (good) {
        parsers.giveBack(parser, length);
      } else {
        parsers.discard(parser);
      }
    }
  }
}
