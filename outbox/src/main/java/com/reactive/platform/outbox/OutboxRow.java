package com.reactive.platform.outbox;

import java.nio.charset.StandardCharsets;

/**
 * A committed row on its way to Kafka, or the end of a transaction none of whose rows is left to
 * bear it. Its values lie in one buffer, which nobody changes. Made by the reader; after it was
 * handed over, it belongs to the event loop.
 */
final class OutboxRow {
  /** Of an object with its fields, beside the buffer. */
  private static final int OVERHEAD_BYTES = 256;

  /** What is kept of the row while it is under way. */
  final int bytes;

  /** The table that it is from: its id is one of that table's. */
  final String origin;

  /** Null if this is only the end of a transaction, as are the next. */
  final String stream;

  /** The event id; not to be changed. */
  final byte[] id;

  /** Rows of a stream with the same key keep their order; empty if it has none. */
  final byte[] key;

  /** The plain table that it is from; null if that is the outbox. */
  final CapturedTable plain;

  /** Null if the row has none. */
  final String type;

  /** Null if it is NULL. */
  final byte[] payload;

  final int offset;
  final int length;

  /** When its transaction was committed; 0 for one of the snapshot. */
  final long commitMillis;

  /** The position behind its transaction if it is the last of it; else 0. */
  long endLsn;

  /** It is handed over before the end of its transaction, or is one of the snapshot. */
  boolean mayComeAgain;

  // Of the delivery.

  /** The next row with the same key, which waits for this one; null if there is none. */
  OutboxRow successor;

  boolean kept;

  /** It is known that its outcome stays unknown, so it is written again. */
  boolean anyway;

  OutboxRow(
      int bytes,
      String origin,
      String stream,
      byte[] id,
      byte[] key,
      CapturedTable plain,
      String type,
      byte[] payload,
      int offset,
      int length,
      long commitMillis) {
    this.bytes = bytes + OVERHEAD_BYTES;
    this.origin = origin;
    this.stream = stream;
    this.id = id;
    this.key = key;
    this.plain = plain;
    this.type = type;
    this.payload = payload;
    this.offset = offset;
    this.length = length;
    this.commitMillis = commitMillis;
  }

  /** The end of a transaction. */
  static OutboxRow endOf(long endLsn) {
    OutboxRow end = new OutboxRow(0, null, null, null, null, null, null, null, 0, 0, 0);
    end.endLsn = endLsn;
    end.kept = true;
    return end;
  }

  boolean isEnd() {
    return stream == null;
  }

  /** For messages: where the row is found. Without its payload. */
  @Override
  public String toString() {
    return "row " + new String(id, StandardCharsets.UTF_8) + " of stream " + stream;
  }
}
