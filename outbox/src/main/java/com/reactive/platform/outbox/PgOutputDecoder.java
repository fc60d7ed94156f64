package com.reactive.platform.outbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decodes the messages of the output plugin {@code pgoutput}, version 1. The values of an insert
 * are not copied: an insert costs no object. Not thread-safe.
 */
final class PgOutputDecoder {
  /** From Postgres's epoch, 2000-01-01, to 1970. */
  private static final long EPOCH_MICROS = 946_684_800_000_000L;

  private static final int MICROS_PER_MILLI = 1_000;

  /** Takes what was decoded, on the thread of the decoder. */
  interface Changes {
    /** A transaction, which was committed then, follows. */
    void begin(long commitMillis);

    void relation(Relation relation) throws IOException;

    /**
     * A row was inserted.
     *
     * @param row valid until this returns, but for its buffer
     */
    void insert(Relation relation, Tuple row) throws IOException;

    /** A row was changed, which makes no event. */
    void update(Relation relation);

    /**
     * The transaction ends.
     *
     * @param endLsn the position behind it
     */
    void commit(long endLsn);
  }

  private final Changes changes;
  private final Map<Integer, Relation> relations = new HashMap<>();
  private final Tuple tuple = new Tuple();
  private byte[] in;
  private int at;
  private int end;

  PgOutputDecoder(Changes changes) {
    this.changes = changes;
  }

  /**
   * Decodes one message. Deletes, truncations, origins, types and logical messages are skipped.
   *
   * @throws MalformedChangeException if it is none
   */
  void decode(byte[] message, int offset, int length) throws IOException {
    in = message;
    at = offset;
    end = offset + length;
    int type = uint8();
    switch (type) {
      case 'B' -> begin();
      case 'C' -> commit();
      case 'R' -> relation();
      case 'I' -> insert();
      case 'U' -> changes.update(relation(int32()));
      case 'D', 'T', 'O', 'Y', 'M' -> {}
      default -> throw new MalformedChangeException("message of unknown type " + type);
    }
  }

  private void begin() throws IOException {
    int64();
    long commitMicros = int64();
    int32();
    changes.begin(Math.floorDiv(commitMicros + EPOCH_MICROS, MICROS_PER_MILLI));
  }

  private void commit() throws IOException {
    uint8();
    int64();
    long endLsn = int64();
    int64();
    changes.commit(endLsn);
  }

  private void relation() throws IOException {
    int id = int32();
    String schema = text();
    String name = text();
    // By default rows are identified by the primary key, whose columns are marked then.
    boolean marksPrimaryKey = uint8() == 'd';
    int columns = uint16();
    List<String> names = new ArrayList<>();
    List<Integer> oids = new ArrayList<>();
    List<String> marked = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      boolean mark = (uint8() & 1) != 0;
      names.add(text());
      if (mark) {
        marked.add(names.get(i));
      }
      oids.add(int32());
      int32();
    }
    Relation relation =
        new Relation(
            id, schema, name, names, oids, marksPrimaryKey && !marked.isEmpty() ? marked : null);
    relations.put(id, relation);
    changes.relation(relation);
  }

  private void insert() throws IOException {
    Relation relation = relation(int32());
    int kind = uint8();
    if (kind != 'N') {
      throw new MalformedChangeException("insert without a new row, but " + kind);
    }
    int columns = uint16();
    if (columns != relation.columns().size()) {
      throw new MalformedChangeException(
          "row of " + columns + " columns, " + relation.name() + " has " + relation.columns());
    }
    tuple.begin(in, columns);
    for (int i = 0; i < columns; i++) {
      value();
    }
    changes.insert(relation, tuple);
  }

  private void value() throws IOException {
    int kind = uint8();
    switch (kind) {
      case 'n' -> tuple.addNull();
      case 'u' -> tuple.addAbsent();
      case 't' -> {
        int length = int32();
        need(length);
        tuple.add(at, length);
        at += length;
      }
      default -> throw new MalformedChangeException("value of unknown kind " + kind);
    }
  }

  private Relation relation(int id) throws IOException {
    Relation relation = relations.get(id);
    if (relation == null) {
      throw new MalformedChangeException("change of an unknown table, " + id);
    }
    return relation;
  }

  private void need(int bytes) throws IOException {
    if (bytes < 0 || bytes > end - at) {
      throw new MalformedChangeException("message ends early");
    }
  }

  private int uint8() throws IOException {
    need(1);
    return in[at++] & 0xFF;
  }

  private int uint16() throws IOException {
    return (uint8() << 8) | uint8();
  }

  private int int32() throws IOException {
    return (uint16() << 16) | uint16();
  }

  private long int64() throws IOException {
    return ((long) int32() << 32) | (int32() & 0xFFFF_FFFFL);
  }

  private String text() throws IOException {
    int start = at;
    while (uint8() != 0) {
      // up to the zero that ends it
    }
    return new String(in, start, at - 1 - start, StandardCharsets.UTF_8);
  }
}
