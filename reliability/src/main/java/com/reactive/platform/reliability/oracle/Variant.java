package com.reactive.platform.reliability.oracle;

/** Kinds of requests, each with the status that it must get. */
enum Variant {
  /** An event, to be answered when Kafka has it. */
  DURABLE(0, 0),
  /** An event with {@code Prefer: respond-async}. */
  ASYNC(1, 0),
  /** A body that ends too early. */
  BAD_JSON(2, 400),
  /** An action that there is not. */
  BAD_SCHEMA(3, 422),
  /** A head that announces a gibibyte; its body is never sent. */
  TOO_LARGE(4, 413),
  /** A stream that there is not. */
  UNKNOWN_STREAM(5, 404);

  private static final Variant[] ALL = values(); // by code
  private static final int FIRST_BAD = 2;

  /** In journals. */
  final byte code;

  /** Expected status of a bad one; 0 for good ones. */
  final int refusal;

  Variant(int code, int refusal) {
    this.code = (byte) code;
    this.refusal = refusal;
  }

  boolean isBad() {
    return refusal != 0;
  }

  /** True if the body itself is at fault, so that a quarantine would keep it. */
  boolean isOfContent() {
    return this == BAD_JSON || this == BAD_SCHEMA;
  }

  static Variant of(int code) {
    return ALL[code];
  }

  /** One of the bad ones, in rotation. */
  static Variant bad(int turn) {
    return ALL[FIRST_BAD + turn % (ALL.length - FIRST_BAD)];
  }

  static int count() {
    return ALL.length;
  }
}
