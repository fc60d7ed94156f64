package com.reactive.platform.gateway.stream;

/** The form in which JSON stands for Avro values. */
public enum JsonForm {
  /**
   * As people write it: a union's value as it is, bytes as base64, logical types as text (RFC 3339
   * timestamps, decimals as numbers).
   */
  PLAIN,
  /**
   * As Avro's JSON encoding has it: tagged unions, bytes as Latin-1 text, logical types as what
   * they are stored as.
   */
  AVRO
}
