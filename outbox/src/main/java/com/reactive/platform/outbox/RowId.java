package com.reactive.platform.outbox;

import com.reactive.platform.gateway.ingest.IdempotencyKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Makes the event id of a plain table's row, of its primary key: the values, joined by slashes, or
 * their digest where these are no id, or might be those of another row. Two rows with one id would
 * be one event.
 */
final class RowId {
  private static final byte SEPARATOR = '/';
  private static final byte[] DIGEST = "sha256:".getBytes(StandardCharsets.US_ASCII);

  private final String table;

  /** In the order of the table, since the stream does not say that of the index. */
  private final int[] columns;

  /**
   * @param table for messages
   * @param columns of the primary key, by their places in the table
   */
  RowId(String table, List<Integer> columns) {
    this.table = table;
    this.columns = columns.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /**
   * The id of this row, as ASCII.
   *
   * @throws OutboxTableException if a column of the key is NULL
   */
  byte[] of(Tuple tuple) throws OutboxTableException {
    int length = columns.length - 1;
    for (int column : columns) {
      if (tuple.isNull(column)) {
        throw new OutboxTableException("a column of the primary key of " + table + " is NULL");
      }
      length += tuple.length(column);
    }
    byte[] joined = joined(tuple, length);
    return joined != null && IdempotencyKey.isKey(joined) && !isDigest(joined)
        ? joined
        : digest(tuple);
  }

  /** Null if other values could be joined to the same. */
  private byte[] joined(Tuple tuple, int length) {
    ByteBuffer joined = ByteBuffer.allocate(length);
    for (int column : columns) {
      if (joined.position() > 0) {
        joined.put(SEPARATOR);
      }
      if (columns.length > 1 && (tuple.length(column) == 0 || hasSeparator(tuple, column))) {
        return null;
      }
      joined.put(tuple.buffer(), tuple.offset(column), tuple.length(column));
    }
    return joined.array();
  }

  private static boolean hasSeparator(Tuple tuple, int column) {
    for (int i = tuple.offset(column); i < tuple.offset(column) + tuple.length(column); i++) {
      if (tuple.buffer()[i] == SEPARATOR) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDigest(byte[] value) {
    return Arrays.mismatch(value, DIGEST) == DIGEST.length;
  }

  private byte[] digest(Tuple tuple) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      for (int column : columns) {
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(tuple.length(column)).array());
        sha.update(tuple.buffer(), tuple.offset(column), tuple.length(column));
      }
      byte[] digits = HexFormat.of().formatHex(sha.digest()).getBytes(StandardCharsets.US_ASCII);
      return ByteBuffer.allocate(DIGEST.length + digits.length).put(DIGEST).put(digits).array();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
