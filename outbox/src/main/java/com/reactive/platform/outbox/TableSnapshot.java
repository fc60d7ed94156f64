package com.reactive.platform.outbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads the rows of a table that a snapshot has, as the replication stream would have them: only
 * the columns and the rows that the publication publishes.
 */
final class TableSnapshot {
  /** All of them are in memory at once, however large they are. */
  private static final int FETCH_ROWS = 50;

  /** From it on, a publication may have part of a table's columns and rows. */
  private static final int PARTS_VERSION = 15;

  private final OutboxConfig config;
  private final RowReader rows;
  private final Statement statement;
  private final boolean inParts;

  private TableSnapshot(OutboxConfig config, RowReader rows, Statement statement)
      throws SQLException {
    this.config = config;
    this.rows = rows;
    this.statement = statement;
    this.inParts =
        statement.getConnection().getMetaData().getDatabaseMajorVersion() >= PARTS_VERSION;
  }

  /**
   * Hands over the rows of all tables. Blocks.
   *
   * @param reading a connection for this
   * @param snapshot as the server has exported it
   * @return how many rows
   */
  static long publish(OutboxConfig config, Connection reading, String snapshot, RowReader rows)
      throws SQLException, IOException {
    reading.setAutoCommit(false);
    try (Statement statement = reading.createStatement()) {
      statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
      statement.execute("SET TRANSACTION SNAPSHOT '" + snapshot + "'");
      statement.execute(ReplicationConnection.SET_TEXT_FORMATS);
      // An error instead of rows that are left out: the stream has those of all policies, too.
      statement.execute("SET LOCAL row_security = off");
      TableSnapshot tables = new TableSnapshot(config, rows, statement);
      long count = 0;
      for (String table : config.tables()) {
        count += tables.publish(table);
      }
      rows.handOver();
      return count;
    }
  }

  private long publish(String table) throws SQLException, IOException {
    List<String> columns = new ArrayList<>();
    List<Integer> typeOids = new ArrayList<>();
    try (ResultSet known = statement.executeQuery(columnsOf(table))) {
      while (known.next()) {
        columns.add(known.getString(1));
        typeOids.add(known.getInt(2));
      }
    }
    RowLayout layout = rows.layouts().of(table, columns, typeOids);
    String select = select(table, columns);
    statement.setFetchSize(FETCH_ROWS);
    long count = 0;
    Tuple tuple = new Tuple();
    try (ResultSet result = ReplicationConnection.queryWithoutLimit(statement, select)) {
      while (result.next() && !rows.isStopped()) {
        read(result, columns.size(), tuple);
        rows.add(layout.row(tuple, 0));
        count++;
      }
    }
    return count;
  }

  private String columnsOf(String table) {
    String all =
        "SELECT attname, atttypid FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped"
            + " AND attgenerated = '' AND attrelid = '"
            + OutboxConfig.quoted(table)
            + "'::regclass";
    String published =
        " AND attname IN (SELECT unnest(attnames)"
            + PublishedTables.fromPublication(config, table)
            + ")";
    return all + (inParts ? published : "") + " ORDER BY attnum";
  }

  private String select(String table, List<String> columns) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT ").append(quoted(columns));
    sql.append(" FROM ").append(OutboxConfig.quoted(table));
    if (inParts) {
      try (ResultSet row =
          statement.executeQuery(
              "SELECT rowfilter" + PublishedTables.fromPublication(config, table))) {
        if (row.next() && row.getString(1) != null) {
          sql.append(" WHERE ").append(row.getString(1));
        }
      }
    }
    List<String> order = order(table);
    return order.isEmpty() ? sql.toString() : sql.append(" ORDER BY ") + quoted(order);
  }

  private List<String> order(String table) {
    if (!table.equals(config.table())) {
      return rows.layouts().primaryKey(table);
    }
    return config.snapshotOrder().isEmpty() ? List.of() : List.of(config.snapshotOrder());
  }

  private static String quoted(List<String> columns) {
    return columns.stream()
        .map(column -> '"' + column.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(", "));
  }

  /** As a message of the replication stream would have it. */
  private static void read(ResultSet result, int columns, Tuple tuple) throws SQLException {
    byte[][] values = new byte[columns][];
    int length = 0;
    for (int i = 0; i < columns; i++) {
      String value = result.getString(i + 1);
      values[i] = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
      length += value == null ? 0 : values[i].length;
    }
    byte[] buffer = new byte[length];
    tuple.begin(buffer, columns);
    int at = 0;
    for (byte[] value : values) {
      if (value == null) {
        tuple.addNull();
      } else {
        System.arraycopy(value, 0, buffer, at, value.length);
        tuple.add(at, value.length);
        at += value.length;
      }
    }
  }
}
