package com.reactive.platform.reliability.oracle;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An event that the oracle sends. Its id names it; value and customer follow from the id, so a
 * record can be distinguished from one that was mixed up or cut.
 *
 * @param run of the client, new for each
 * @param lane of the client, from 0; ids of a lane have no gaps
 * @param sequence in the lane, from 0
 */
record OracleEvent(long run, int lane, int sequence) {

  /** Characters of an id: {@code oRRRRRRRRRRRRRRRR-LLLL-SSSSSSSS}. */
  static final int ID_CHARS = 31;

  /** Characters of a customer. */
  static final int CUSTOMER_CHARS = 9;

  private static final int RUN_AT = 1;
  private static final int LANE_AT = 18;
  private static final int SEQUENCE_AT = 23;
  private static final int LOWEST_VALUE = 1_000_000_000;
  private static final int FIRST_CUSTOMER = 10_000_000;
  private static final int CUSTOMERS = 10_000;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The {@code Idempotency-Key}, the session, and the record's header {@code event-id}. */
  String id() {
    byte[] text = new byte[ID_CHARS];
    text[0] = 'o';
    putHex(text, RUN_AT, LANE_AT - 1, run);
    text[LANE_AT - 1] = '-';
    putHex(text, LANE_AT, SEQUENCE_AT - 1, lane);
    text[SEQUENCE_AT - 1] = '-';
    putHex(text, SEQUENCE_AT, ID_CHARS, sequence);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /** Of ten digits in any case, so that all bodies are of one length. */
  int value() {
    return LOWEST_VALUE + (int) ((mixed() >>> 1) % LOWEST_VALUE);
  }

  /** The record's key: one of ten thousand. */
  String customer() {
    return "c" + (FIRST_CUSTOMER + (mixed() >>> 32) % CUSTOMERS);
  }

  private static void putHex(byte[] text, int from, int to, long value) {
    long left = value;
    for (int i = to - 1; i >= from; i--, left >>>= 4) {
      text[i] = (byte) Character.forDigit((int) left & 0xF, 16);
    }
  }

  private long mixed() {
    long bits = run ^ (((long) lane << 32 | sequence) * GOLDEN);
    bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    return bits ^ (bits >>> 31);
  }

  /** The event of this id; empty if it is no id of an oracle's. */
  static Optional<OracleEvent> parse(byte[] id) {
    if (id == null
        || id.length != ID_CHARS
        || id[0] != 'o'
        || id[LANE_AT - 1] != '-'
        || id[SEQUENCE_AT - 1] != '-') {
      return Optional.empty();
    }
    String text = new String(id, StandardCharsets.ISO_8859_1);
    try {
      OracleEvent event =
          new OracleEvent(
              Long.parseUnsignedLong(text, RUN_AT, LANE_AT - 1, 16),
              Integer.parseInt(text, LANE_AT, SEQUENCE_AT - 1, 16),
              Integer.parseInt(text, SEQUENCE_AT, ID_CHARS, 16));
      return event.id().equals(text) ? Optional.of(event) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
