package com.reactive.platform.outbox;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
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

  private static final long WAIT_MILLIS = 1_000;

  private final OutboxConfig config;
  private final ReplicationConnection connection;

  SlotSetup(OutboxConfig config, ReplicationConnection connection) {
    this.config = config;
    this.connection = connection;
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
    log.info("Outbox: no slot {} yet; publishing what is in {}", config.slot(), config.tables());
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
      long count =
          TableSnapshot.read(
              config,
              rows.layouts(),
              reading,
              snapshot,
              row -> {
                rows.add(row);
                return !rows.isStopped();
              });
      rows.handOver();
      return count;
    }
  }
}
