package com.reactive.platform.outbox;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** Makes an event of each row of a plain table: its columns are the fields. */
final class TableLayout implements RowLayout {
  private static final byte[] NOTHING = {};
  private static final byte[] END = {'}'};

  private final String origin;
  private final CapturedTable table;
  private final ColumnJson json = new ColumnJson();

  // Those that become fields: where they are, what goes before the value, and how it is written.
  private final int[] columns;
  private final byte[][] names;
  private final ColumnType[] types;

  private final RowId id;
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
    if (primaryKey == null || primaryKey.isEmpty()) {
      throw new OutboxTableException(table.table() + " has no primary key, to be the event id");
    }
    this.origin = origin;
    this.table = table;
    List<String> fields = columnNames.stream().map(table::field).toList();
    columns =
        IntStream.range(0, fields.size()).filter(column -> !fields.get(column).isEmpty()).toArray();
    names = new byte[columns.length][];
    types = new ColumnType[columns.length];
    for (int i = 0; i < columns.length; i++) {
      String field = fields.get(columns[i]);
      if (fields.indexOf(field) < columns[i]) {
        throw new OutboxTableException(
            "two columns of %s become the field %s".formatted(table.table(), field));
      }
      names[i] = ((i == 0 ? "{" : ",") + quoted(field) + ":").getBytes(StandardCharsets.UTF_8);
      types[i] = ColumnType.of(typeOids.get(columns[i]));
    }
    if (columns.length == 0) {
      throw new OutboxTableException("no column of " + table.table() + " becomes a field");
    }
    findAll(table, table.fields().keySet(), columnNames);
    id = new RowId(table.table(), findAll(table, primaryKey, columnNames));
    key = table.keyFields().stream().mapToInt(fields::indexOf).filter(i -> i >= 0).toArray();
    if (key.length == 0) {
      // The stream may have others beside, which only events by HTTP have.
      findAll(table, table.keyFields(), fields);
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static List<Integer> findAll(
      CapturedTable table, Collection<String> wanted, List<String> names)
      throws OutboxTableException {
    List<Integer> found = new ArrayList<>();
    for (String name : wanted) {
      int index = names.indexOf(name);
      if (index < 0) {
        throw new OutboxTableException(
            table.table() + " has no column for " + name + ", only " + String.join(", ", names));
      }
      found.add(index);
    }
    return found;
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
    byte[] idBytes = id.of(tuple);
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
        return tuple.copy(column);
      }
    }
    return NOTHING;
  }
}
