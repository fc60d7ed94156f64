package com.reactive.platform.outbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The rows that are not kept yet: which may be passed on, and up to where all are kept. One row of
 * a key is ready or on its way at a time. Not thread-safe.
 */
final class RowOrder {
  /** In commit order, from the oldest that is not kept. */
  private final Deque<OutboxRow> window = new ArrayDeque<>();

  /** The rows whose turn it is. */
  private final Deque<OutboxRow> ready = new ArrayDeque<>();

  /** The last row of each key that is not kept, by the hash of stream and key. */
  private final Map<Long, OutboxRow> lastOfKey = new HashMap<>();

  /** Adds a row, which follows those before. */
  void addRow(OutboxRow row) {
    window.add(row);
    if (row.key.length > 0) {
      OutboxRow before = lastOfKey.put(hash(row), row);
      if (before != null) {
        before.successor = row;
        return;
      }
    }
    ready.add(row);
  }

  /**
   * Adds the end of a transaction.
   *
   * @return false if it became one with the end before it: while Kafka is away, there may be any
   *     number that nothing lies between
   */
  boolean addEnd(OutboxRow end) {
    OutboxRow last = window.peekLast();
    if (last != null && last.isEnd()) {
      last.endLsn = end.endLsn;
      return false;
    }
    window.add(end);
    return true;
  }

  /** Two keys with one hash wait for each other, which harms neither. */
  private static long hash(OutboxRow row) {
    long hash = row.stream.hashCode();
    for (byte b : row.key) {
      hash = (hash ^ b) * 0x9E37_79B9_7F4A_7C15L;
    }
    return hash ^ (hash >>> 29);
  }

  /** The row whose turn it is; null if there is none. */
  OutboxRow next() {
    return ready.peek();
  }

  /** That row is on its way, or kept already. */
  void passedOn() {
    ready.remove();
  }

  /** A row that was passed on is the next again: it is the oldest of its key. */
  void again(OutboxRow row) {
    ready.addFirst(row);
  }

  /**
   * A row that was passed on, or is about to be, is kept: it is the turn of the next of its key.
   */
  void kept(OutboxRow row) {
    row.kept = true;
    if (row.successor != null) {
      ready.add(row.successor);
      row.successor = null;
    } else if (row.key.length > 0) {
      lastOfKey.remove(hash(row), row);
    }
  }

  /** The oldest row or end that is not removed; null if there is none. */
  OutboxRow oldest() {
    return window.peek();
  }

  /** Removes it. */
  void removeOldest() {
    window.remove();
  }
}
