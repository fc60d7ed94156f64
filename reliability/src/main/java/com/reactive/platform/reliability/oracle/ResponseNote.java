package com.reactive.platform.reliability.oracle;

/** Findings about a response beside its status. */
enum ResponseNote {
  PLAIN(0),
  /** A 202 that says {@code spooled}. */
  SPOOLED(1),
  /** It names another event: answers were mixed up. */
  SWAPPED(2),
  /** A success without its ids, partition or offset, or with another topic. */
  GARBLED(3),
  /** A 201 that repeats the outcome of an earlier request with the same key. */
  REPLAYED(4),
  /** A refusal that says {@code quarantined}. */
  QUARANTINED(5);

  private static final ResponseNote[] ALL = values(); // by code

  /** In journals. */
  final byte code;

  ResponseNote(int code) {
    this.code = (byte) code;
  }

  static ResponseNote of(int code) {
    return ALL[code];
  }

  static int count() {
    return ALL.length;
  }
}
