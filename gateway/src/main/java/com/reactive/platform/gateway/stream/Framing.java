package com.reactive.platform.gateway.stream;

/** How the Avro bytes of a record value are announced. */
public enum Framing {
  /**
   * {@code C3 01}, the schema's fingerprint (8 bytes, little-endian): Avro's single-object
   * encoding.
   */
  SINGLE_OBJECT,
  /** {@code 00}, the schema's id in the registry (4 bytes, big-endian). */
  CONFLUENT,
  /** Nothing before the datum. */
  RAW
}
