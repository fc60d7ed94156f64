package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.Utf8;
import com.reactive.platform.gateway.stream.EventMetadata;
import java.io.IOException;
import java.util.Arrays;

/**
 * Turns JSON bodies into Avro's binary encoding. Strict: unknown and duplicate fields are errors,
 * because a typing error that is dropped in silence is a lost event.
 *
 * <p>One instance per event loop; not thread-safe; keeps its buffers. After an error it is as good
 * as new.
 *
 * <p>The body is read once. Only if it does not fit the schema, it is read again to the end: a body
 * that is not JSON is unreadable, whatever its first fields say.
 */
public final class Transcoder {
  private final ValueWriter root;
  private final TranscodeContext pass = new TranscodeContext();
  private final AvroOutput own = new AvroOutput();
  private final JsonInput.Parsers parsers = new JsonInput.Parsers();

  Transcoder(ValueWriter root) {
    this.root = root;
  }

  /** As the other, into {@link #buffer} and {@link #length()}. */
  public void transcode(byte[] json, int offset, int length, EventMetadata envelope)
      throws InvalidEventException {
    own.begin();
    transcode(json, offset, length, envelope, own);
  }

  /**
   * Reads the body that lies in {@code json[offset .. offset + length)}; the bytes are not kept.
   * Appends the datum.
   *
   * @param out holds a part of the datum after an error
   * @throws InvalidEventException UNREADABLE with the position if it is not JSON or beyond the
   *     limits, SCHEMA with the pointer of the field if it is, but does not fit the schema
   */
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

  /** The datum, valid up to {@link #length()}, until the next call. */
  public byte[] buffer() {
    return own.array();
  }

  public int length() {
    return own.length();
  }

  /** UTF-8 of the first key field that is there and not empty; null if there is none. */
  public byte[] key() {
    return keyLength() == 0 ? null : Arrays.copyOf(keyBytes(), keyLength());
  }

  /** As {@link #key}, not copied: valid up to {@link #keyLength}, until the next call. */
  public byte[] keyBytes() {
    return pass.key.bytes();
  }

  /** 0 if there is no key. */
  public int keyLength() {
    return pass.key.length();
  }
}
