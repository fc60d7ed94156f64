package com.reactive.platform.outbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the replication slot, after the rows that are there have been published.
 *
 * <p>A temporary slot comes first, with a snapshot of the database at its start. When Kafka has all
 * rows of the snapshot, the slot is copied to its permanent name. So a crash before that leaves
 * nothing behind and the next start begins anew; and no row is in neither, the snapshot or the
 * slot.
 */
final class SlotSetup {
  private static final Logger log = LoggerFactory.getLogger(SlotSetup.class);

  /** All of them are in memory at once, however large they are. */
  private static final int FETCH_ROWS = 50;

  private static final long WAIT_MILLIS = 1_000;

  private final OutboxConfig config;
  private final ReplicationConnection connection;

  SlotSetup(OutboxConfig config, ReplicationConnection connection) {
    this.config = config;
    this.connection = connection;
  }

  /**
   * A slot that is older than the publication cannot be read, so this is checked first. Rows of a
   * table that is not published, or under the name of a partition, would be passed over.
   */
  void checkPublication() throws SQLException, OutboxTableException {
    String name = config.publication();
    if (connection.queryRow("SELECT 1 FROM pg_publication WHERE pubname = '" + name + "'")
        == null) {
      throw new OutboxTableException(
          "there is no publication " + name + "; `reactive outbox init` makes it");
    }
    if (connection.queryRow(
            "SELECT 1 FROM pg_publication_tables WHERE pubname = '"
                + name
                + "' AND schemaname || '.' || tablename = '"
                + config.table()
                + "'")
        == null) {
      throw new OutboxTableException(
          "publication "
              + name
              + " does not publish "
              + config.table()
              + "; a partitioned table needs publish_via_partition_root = true");
    }
  }

  boolean exists() throws SQLException {
    return connection.queryRow(
            "SELECT 1 FROM pg_replication_slots WHERE slot_name = '" + config.slot() + "'")
        != null;
  }

  /** Returns false if another gateway is making the slot. Held until the connection ends. */
  boolean tryLock() throws SQLException {
    String[] row =
        connection.queryRow(
            "SELECT pg_try_advisory_lock(hashtext('reactive-outbox'), hashtext('"
                + config.slot()
                + "'))");
    return "t".equals(row[0]);
  }

  /**
   * Publishes the rows that are there, and makes the slot.
   *
   * @return false if it was stopped before; then there is no slot
   */
  boolean create(RowReader rows) throws SQLException, IOException, InterruptedException {
    String temporary = config.slot() + "_" + connection.queryRow("SELECT pg_backend_pid()")[0];
    // The server waits for all transactions that are open, and says nothing meanwhile. To leave it
    // would leave the slot, too, until they end.
    connection.waitWithoutLimit();
    String[] created =
        connection.queryRow(
            "CREATE_REPLICATION_SLOT \""
                + temporary
                + "\" TEMPORARY LOGICAL pgoutput EXPORT_SNAPSHOT");
    log.info("Outbox: no slot {} yet; publishing what is in {}", config.slot(), config.table());
    long count = publish(created[2], rows);
    while (!rows.awaitKept(WAIT_MILLIS)) {
      if (rows.isStopped()) {
        return false;
      }
    }
    if (rows.isStopped()) {
      return false;
    }
    connection.queryRow(
        "SELECT pg_copy_logical_replication_slot('"
            + temporary
            + "', '"
            + config.slot()
            + "', false)");
    // It would live as long as this connection, which streams from now on.
    connection.queryRow("SELECT pg_drop_replication_slot('" + temporary + "')");
    log.info("Outbox: {} rows published; created slot {}", count, config.slot());
    return true;
  }

  private long publish(String snapshot, RowReader rows) throws SQLException, IOException {
    try (Connection reading = connection.openBeside(config)) {
      reading.setAutoCommit(false);
      try (Statement statement = reading.createStatement()) {
        statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        statement.execute("SET TRANSACTION SNAPSHOT '" + snapshot + "'");
        statement.execute("SET LOCAL bytea_output = hex");
        // An error instead of rows that are left out: the stream has those of all policies, too.
        statement.execute("SET LOCAL row_security = off");
        return publish(statement, rows);
      }
    }
  }

  private long publish(Statement statement, RowReader rows) throws SQLException, IOException {
    List<String> columns = new ArrayList<>();
    List<Integer> typeOids = new ArrayList<>();
    try (ResultSet known =
        statement.executeQuery(
            "SELECT attname, atttypid FROM pg_attribute WHERE attrelid = '"
                + config.quotedTable()
                + "'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum")) {
      while (known.next()) {
        columns.add(known.getString(1));
        typeOids.add(known.getInt(2));
      }
    }
    RowLayout layout = RowLayout.of(config, columns, typeOids);
    statement.setFetchSize(FETCH_ROWS);
    long count = 0;
    Tuple tuple = new Tuple();
    try (ResultSet result = ReplicationConnection.queryWithoutLimit(statement, select(columns))) {
      while (result.next() && !rows.isStopped()) {
        read(result, columns.size(), tuple);
        rows.add(layout.row(tuple, 0));
        count++;
      }
    }
    rows.handOver();
    return count;
  }

  private String select(List<String> columns) {
    StringBuilder sql = new StringBuilder("SELECT ");
    for (String column : columns) {
      sql.append('"').append(column.replace("\"", "\"\"")).append("\"::text, ");
    }
    sql.setLength(sql.length() - 2);
    sql.append(" FROM ").append(config.quotedTable());
    return config.snapshotOrder().isEmpty()
        ? sql.toString()
        : sql.append(" ORDER BY \"").append(config.snapshotOrder()).append('"').toString();
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
