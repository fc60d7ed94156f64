package com.reactive.platform.outbox;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Finds what makes an event among the columns of the outbox table. */
final class OutboxLayout implements RowLayout {
  /** More different streams than anybody configures; what comes then is not remembered. */
  private static final int MAX_NAMES = 1_000;

  private static final byte[] NOTHING = {};

  private final String origin;
  private final Map<String, String> streams;
  private final int id;
  private final int stream;
  private final int key;
  private final int type;
  private final int payload;
  private final boolean binary;

  // What stood in the stream column so far, and the stream that it means: no String per row.
  private byte[][] values = new byte[8][];
  private String[] names = new String[8];
  private int known;

  /**
   * The layout of the outbox table with these columns.
   *
   * @param origin of its rows: see {@link OutboxRow#origin}
   * @throws OutboxTableException naming the column that is missing
   */
  OutboxLayout(OutboxConfig config, String origin, List<String> columns, List<Integer> typeOids)
      throws OutboxTableException {
    this.origin = origin;
    OutboxColumns wanted = config.columns();
    streams = config.streams();
    id = find(config, columns, wanted.id());
    stream = find(config, columns, wanted.stream());
    key = find(config, columns, wanted.key());
    type = columns.indexOf(wanted.type());
    payload = find(config, columns, wanted.payload());
    binary = typeOids.get(payload) == ColumnType.BYTEA;
  }

  private static int find(OutboxConfig config, List<String> columns, String column)
      throws OutboxTableException {
    int index = columns.indexOf(column);
    if (index < 0) {
      throw new OutboxTableException(
          config.table() + " has no column " + column + ", only " + String.join(", ", columns));
    }
    return index;
  }

  /** The payload stays where it is, unless it is bytea. */
  @Override
  public OutboxRow row(Tuple tuple, long commitMillis) throws OutboxTableException {
    byte[] buffer = tuple.buffer();
    byte[] body = buffer;
    int offset = tuple.offset(payload);
    int length = tuple.length(payload);
    if (tuple.isNull(payload)) {
      body = null;
      length = 0;
    } else if (binary) {
      body = ColumnType.bytea(buffer, offset, length);
      offset = 0;
      length = body.length;
    }
    byte[] idBytes = copy(tuple, id);
    byte[] keyBytes = copy(tuple, key);
    return new OutboxRow(
        buffer.length + (binary ? length : 0) + idBytes.length + keyBytes.length,
        origin,
        streamName(tuple),
        idBytes,
        keyBytes,
        null,
        type < 0 || tuple.isNull(type) ? null : text(tuple, type),
        body,
        offset,
        length,
        commitMillis);
  }

  private static byte[] copy(Tuple tuple, int column) {
    return tuple.isNull(column) ? NOTHING : tuple.copy(column);
  }

  private static String text(Tuple tuple, int column) {
    return new String(
        tuple.buffer(), tuple.offset(column), tuple.length(column), StandardCharsets.UTF_8);
  }

  private String streamName(Tuple tuple) {
    if (tuple.isNull(stream)) {
      return "";
    }
    int from = tuple.offset(stream);
    int to = from + tuple.length(stream);
    for (int i = 0; i < known; i++) {
      if (Arrays.equals(values[i], 0, values[i].length, tuple.buffer(), from, to)) {
        return names[i];
      }
    }
    String value = text(tuple, stream);
    String name = streams.getOrDefault(value, value);
    if (known < MAX_NAMES) {
      remember(copy(tuple, stream), name);
    }
    return name;
  }

  private void remember(byte[] value, String name) {
    if (known == values.length) {
      values = Arrays.copyOf(values, 2 * known);
      names = Arrays.copyOf(names, 2 * known);
    }
    values[known] = value;
    names[known++] = name;
  }
}
