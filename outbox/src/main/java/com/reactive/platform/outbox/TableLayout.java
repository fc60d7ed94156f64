package com.reactive.platform.outbox;

import com.reactive.platform.gateway.ingest.IdempotencyKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Makes an event of each row of a plain table: its columns are the fields. */
final class TableLayout implements RowLayout {
  private static final byte[] NOTHING = {};
  private static final byte[] END = {'}'};
  private static final char SEPARATOR = '/';

  /** Before the digest of what cannot be an id as it is. */
  private static final String DIGEST = "sha256:";

  private static final byte[] DIGEST_BYTES = DIGEST.getBytes(StandardCharsets.US_ASCII);

  private final String origin;
  private final CapturedTable table;
  private final ColumnJson json = new ColumnJson();

  // Those that become fields: where they are, what goes before the value, and how it is written.
  private final int[] columns;
  private final byte[][] names;
  private final ColumnType[] types;

  private final int[] id;
  private final int[] key;

  /**
   * The layout of a table with these columns.
   *
   * @param origin of its rows: see {@link OutboxRow#origin}
   * @param primaryKey its columns, in any order; null or empty if there is none, which is refused
   * @throws OutboxTableException naming the column that is missing
   */
  TableLayout(
      CapturedTable table,
      String origin,
      List<String> primaryKey,
      List<String> columnNames,
      List<Integer> typeOids)
      throws OutboxTableException {
    this.origin = origin;
    this.table = table;
    List<Integer> used = new ArrayList<>();
    List<byte[]> before = new ArrayList<>();
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < columnNames.size(); i++) {
      String field = table.field(columnNames.get(i));
      fields.add(field);
      if (fields.indexOf(field) < i && !field.isEmpty()) {
        throw new OutboxTableException(
            "two columns of %s become the field %s".formatted(table.table(), field));
      }
      if (!field.isEmpty()) {
        String start = used.isEmpty() ? "{" : ",";
        before.add((start + quoted(field) + ":").getBytes(StandardCharsets.UTF_8));
        used.add(i);
      }
    }
    columns = used.stream().mapToInt(Integer::intValue).toArray();
    names = before.toArray(new byte[0][]);
    types = used.stream().map(i -> ColumnType.of(typeOids.get(i))).toArray(ColumnType[]::new);
    if (primaryKey == null || primaryKey.isEmpty()) {
      throw new OutboxTableException(table.table() + " has no primary key, to be the event id");
    }
    id = new int[primaryKey.size()];
    for (int i = 0; i < id.length; i++) {
      id[i] = find(table, primaryKey.get(i), columnNames);
    }
    // The stream does not say the order of the index.
    Arrays.sort(id);
    key = table.keyFields().stream().mapToInt(fields::indexOf).filter(i -> i >= 0).toArray();
    if (key.length == 0 && !table.keyFields().isEmpty()) {
      find(table, table.keyFields().get(0), fields);
    }
    for (String column : table.fields().keySet()) {
      find(table, column, columnNames);
    }
    if (columns.length == 0) {
      throw new OutboxTableException("no column of " + table.table() + " becomes a field");
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static int find(CapturedTable table, String name, List<String> names)
      throws OutboxTableException {
    int index = names.indexOf(name);
    if (index < 0) {
      throw new OutboxTableException(
          table.table() + " has no column for " + name + ", only " + String.join(", ", names));
    }
    return index;
  }

  @Override
  public OutboxRow row(Tuple tuple, long commitMillis) throws OutboxTableException {
    json.clear();
    for (int i = 0; i < columns.length; i++) {
      int column = columns[i];
      json.put(names[i]);
      if (tuple.isNull(column)) {
        json.putNull();
      } else {
        json.value(types[i], tuple.buffer(), tuple.offset(column), tuple.length(column));
      }
    }
    json.put(END);
    byte[] payload = json.toBytes();
    byte[] idBytes = idOf(tuple);
    byte[] keyBytes = keyOf(tuple);
    return new OutboxRow(
        payload.length + idBytes.length + keyBytes.length,
        origin,
        table.stream(),
        idBytes,
        keyBytes,
        table,
        null,
        payload,
        0,
        payload.length,
        commitMillis);
  }

  /** As the stream takes it: of several, the first that is there and not empty. */
  private byte[] keyOf(Tuple tuple) {
    for (int column : key) {
      if (!tuple.isNull(column) && tuple.length(column) > 0) {
        return copy(tuple, column);
      }
    }
    return NOTHING;
  }

  private static byte[] copy(Tuple tuple, int column) {
    int from = tuple.offset(column);
    return Arrays.copyOfRange(tuple.buffer(), from, from + tuple.length(column));
  }

  /** The values of the primary key, or their digest if they cannot be an id. */
  private byte[] idOf(Tuple tuple) throws OutboxTableException {
    for (int column : id) {
      if (tuple.isNull(column)) {
        throw new OutboxTableException(
            "a column of the primary key of " + table.table() + " is NULL");
      }
    }
    if (id.length == 1) {
      byte[] value = copy(tuple, id[0]);
      return IdempotencyKey.isKey(value) && !isDigest(value) ? value : digest(tuple);
    }
    int length = id.length - 1;
    for (int column : id) {
      length += tuple.length(column);
    }
    ByteBuffer joined = ByteBuffer.allocate(length);
    for (int column : id) {
      if (joined.position() > 0) {
        joined.put((byte) SEPARATOR);
      }
      if (hasSeparator(tuple, column)) {
        return digest(tuple);
      }
      joined.put(tuple.buffer(), tuple.offset(column), tuple.length(column));
    }
    byte[] value = joined.array();
    return IdempotencyKey.isKey(value) && !isDigest(value) ? value : digest(tuple);
  }

  private static boolean hasSeparator(Tuple tuple, int column) {
    for (int i = tuple.offset(column); i < tuple.offset(column) + tuple.length(column); i++) {
      if (tuple.buffer()[i] == SEPARATOR) {
        return true;
      }
    }
    return tuple.length(column) == 0;
  }

  private static boolean isDigest(byte[] value) {
    return value.length >= DIGEST_BYTES.length
        && Arrays.equals(value, 0, DIGEST_BYTES.length, DIGEST_BYTES, 0, DIGEST_BYTES.length);
  }

  private byte[] digest(Tuple tuple) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      for (int column : id) {
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(tuple.length(column)).array());
        sha.update(tuple.buffer(), tuple.offset(column), tuple.length(column));
      }
      String digest = DIGEST + HexFormat.of().formatHex(sha.digest());
      return digest.getBytes(StandardCharsets.US_ASCII);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
