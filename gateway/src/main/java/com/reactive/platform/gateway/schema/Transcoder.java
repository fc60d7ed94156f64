package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.EventMetadata;
import java.util.Arrays;

/**
 * Turns bodies into Avro's binary encoding. Strict: what the schema does not have is an error,
 * because a typing error that is dropped in silence is a lost event.
 *
 * <p>One instance per event loop; not thread-safe; keeps its buffers. After an error it is as good
 * as new.
 */
public abstract class Transcoder {
  final TranscodeContext pass = new TranscodeContext();
  private final AvroOutput own = new AvroOutput();

  Transcoder() {}

  /** As the other, into {@link #buffer} and {@link #length()}. */
  public final void transcode(byte[] body, int offset, int length, EventMetadata envelope)
      throws InvalidEventException {
    own.begin();
    transcode(body, offset, length, envelope, own);
  }

  /**
   * Reads the body that lies in {@code body[offset .. offset + length)}; the bytes are not kept.
   * Appends the datum.
   *
   * @param out holds a part of the datum after an error
   * @throws InvalidEventException UNREADABLE or UNREADABLE_PROTOBUF with the position if it is not
   *     of the format or beyond the limits, SCHEMA with the pointer of the field if it is, but does
   *     not fit the schema
   */
  public abstract void transcode(
      byte[] body, int offset, int length, EventMetadata envelope, AvroOutput out)
      throws InvalidEventException;

  /**
   * Checks those parts of the body that was just transcoded that were passed over, because the
   * schema lacks them: for whoever passes them on.
   *
   * @throws InvalidEventException as {@link #transcode}, if they are unreadable
   */
  public void checkSkipped(byte[] body, int offset, int length) throws InvalidEventException {}

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
