package com.reactive.platform.reliability.outbox;

import java.util.UUID;

/**
 * A row of the load: the writers number theirs, and all else follows from that.
 *
 * @param writer from 0
 * @param number of the row among those of the writer, from 0; never used again
 */
record LoadRow(int writer, int number) {
  /** Keys of one writer: enough that rows of different ones go side by side. */
  static final int KEYS = 200;

  /** What stands in the column {@code type}. */
  static final String TYPE = "Made";

  private static final int MAX_WRITERS = 0xFFFF;

  /** Inserts rows of these parameters: writer, the first number, the last one. */
  static final String INSERT =
      """
      INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload)
      SELECT
        ('00000000-0000-' || lpad(to_hex(w), 4, '0') || '-0000-' || lpad(to_hex(n), 12, '0'))::uuid,
        'counter', 'w' || w || 'k' || n %% %d, '%s',
        jsonb_build_object('sessionId', 'w' || w, 'action', 'set', 'value', n)
      FROM (SELECT ?::int AS w) writer, generate_series(?, ?) n ORDER BY n\
      """
          .formatted(KEYS, TYPE);

  /** Deletes rows of these parameters: the first and the last id. */
  static final String DELETE = "DELETE FROM outbox WHERE id BETWEEN ?::uuid AND ?::uuid";

  String id() {
    return new UUID(writer, number).toString();
  }

  String key() {
    return "w" + writer + "k" + keyNumber();
  }

  /** The key's number among those of the writer. */
  int keyNumber() {
    return number % KEYS;
  }

  String sessionId() {
    return "w" + writer;
  }

  /** The row with this id; null if it is no id of a row. */
  static LoadRow of(String id) {
    try {
      UUID uuid = UUID.fromString(id);
      long writer = uuid.getMostSignificantBits();
      long number = uuid.getLeastSignificantBits();
      return writer < 0 || writer > MAX_WRITERS || number < 0 || number > Integer.MAX_VALUE
          ? null
          : new LoadRow((int) writer, (int) number);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
