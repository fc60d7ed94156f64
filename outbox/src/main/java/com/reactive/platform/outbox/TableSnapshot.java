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

  /** Takes the rows. */
  interface Rows {
    /** Returns false if no more are wanted. */
    boolean add(OutboxRow row) throws IOException;
  }

  private final OutboxConfig config;
  private final RowLayouts layouts;
  private final Rows rows;
  private final Statement statement;
  private final boolean inParts;

  private TableSnapshot(OutboxConfig config, RowLayouts layouts, Rows rows, Statement statement)
      throws SQLException {
    this.config = config;
    this.layouts = layouts;
    this.rows = rows;
    this.statement = statement;
    this.inParts =
        statement.getConnection().getMetaData().getDatabaseMajorVersion() >= PARTS_VERSION;
  }

  /**
   * Reads the rows of all tables. Blocks.
   *
   * @param reading a connection for this
   * @param snapshot as the server has exported it
   * @return how many rows
   */
  static long read(
      OutboxConfig config, RowLayouts layouts, Connection reading, String snapshot, Rows rows)
      throws SQLException, IOException {
    reading.setAutoCommit(false);
    try (Statement statement = reading.createStatement()) {
      statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
      statement.execute("SET TRANSACTION SNAPSHOT '" + snapshot + "'");
      statement.execute(ReplicationConnection.SET_TEXT_FORMATS);
      // An error instead of rows that are left out: the stream has those of all policies, too.
      statement.execute("SET LOCAL row_security = off");
      TableSnapshot tables = new TableSnapshot(config, layouts, rows, statement);
      long count = 0;
      for (String table : config.tables()) {
        count += tables.read(table);
      }
      return count;
    }
  }

  private long read(String table) throws SQLException, IOException {
    List<String> columns = new ArrayList<>();
    List<Integer> typeOids = new ArrayList<>();
    try (ResultSet known = statement.executeQuery(columnsOf(table))) {
      while (known.next()) {
        columns.add(known.getString(1));
        typeOids.add(known.getInt(2));
      }
    }
    RowLayout layout = layouts.of(table, columns, typeOids);
    String filter = filter(table);
    String select = select(table, columns, filter);
    statement.setFetchSize(FETCH_ROWS);
    long count = 0;
    boolean more = true;
    Tuple tuple = new Tuple();
    try (ResultSet result = ReplicationConnection.queryWithoutLimit(statement, select)) {
      if (!filter.isEmpty()) {
        // Few of many rows may pass it, so the next ones may take any time as well.
        statement.getConnection().setNetworkTimeout(Runnable::run, 0);
      }
      while (more && result.next()) {
        read(result, columns.size(), tuple);
        more = rows.add(layout.row(tuple, 0));
        count++;
      }
    }
    return count;
  }

  private String columnsOf(String table) {
    String all =
        "SELECT attname, atttypid FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped"
            + " AND attgenerated = '' AND attrelid = "
            + OutboxConfig.regclass(table);
    String published =
        " AND attname IN (SELECT unnest(attnames)"
            + PublishedTables.fromPublication(config, table)
            + ")";
    return all + (inParts ? published : "") + " ORDER BY attnum";
  }

  /** Which rows the publication has; empty if all. */
  private String filter(String table) throws SQLException {
    if (!inParts) {
      return "";
    }
    try (ResultSet row =
        statement.executeQuery(
            "SELECT rowfilter" + PublishedTables.fromPublication(config, table))) {
      return row.next() && row.getString(1) != null ? " WHERE " + row.getString(1) : "";
    }
  }

  private String select(String table, List<String> columns, String filter) throws SQLException {
    // The rows of tables that inherit from it are not those of the table, unless it is partitioned.
    String from = isPartitioned(table) ? " FROM " : " FROM ONLY ";
    List<String> order = order(table);
    return "SELECT "
        + quoted(columns)
        + from
        + OutboxConfig.quoted(table)
        + filter
        + (order.isEmpty() ? "" : " ORDER BY " + quoted(order));
  }

  private boolean isPartitioned(String table) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT relkind = 'p' FROM pg_class WHERE oid = " + OutboxConfig.regclass(table))) {
      return row.next() && row.getBoolean(1);
    }
  }

  private List<String> order(String table) {
    if (!table.equals(config.table())) {
      return layouts.primaryKey(table);
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
