package com.reactive.platform.outbox;

import com.reactive.platform.gateway.logging.RateLimitedLog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * Looks how much the database keeps for the slot, on a thread and a connection of its own: a slot
 * that nobody reads fills the disk. Also where another gateway reads it.
 *
 * <p>The database keeps more only if its log grows, and whoever reads the slot hears of that by a
 * keepalive. So while the reader's position rests, and has been looked at, the database is asked
 * once a minute only.
 */
final class SlotMonitor implements AutoCloseable {
  private static final RateLimitedLog WARNINGS =
      new RateLimitedLog(LoggerFactory.getLogger(SlotMonitor.class));

  /** The position while nobody here reads all that the database has, and keeps it. */
  static final long UNSETTLED = -1;

  /**
   * Looks at the same position, before it may rest: the first may come before the database has
   * heard of what is kept.
   */
  static final int LOOKS = 2;

  /** Of so many turns at a position that rests, one looks. */
  static final int CALM_TURNS = 6;

  private static final long INTERVAL_SECONDS = 10;
  private static final long UNKNOWN = -1;

  private final OutboxConfig config;
  private final LongSupplier settledLsn;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "outbox-slot");
            made.setDaemon(true);
            return made;
          });
  private Connection connection;
  private volatile long lagBytes = UNKNOWN;

  // Of the thread.
  private long lookedAtLsn = UNSETTLED;
  private int looks;
  private int turnsWithout;

  /**
   * @param settledLsn up to where all that the database has is read and kept, by its last
   *     keepalive; {@link #UNSETTLED} if that is not known
   */
  SlotMonitor(OutboxConfig config, LongSupplier settledLsn) {
    this.config = config;
    this.settledLsn = settledLsn;
  }

  void start() {
    thread.scheduleWithFixedDelay(this::turn, 1, INTERVAL_SECONDS, TimeUnit.SECONDS);
  }

  /** Looks, unless nothing can have changed. */
  void turn() {
    long settled = settledLsn.getAsLong();
    if (settled == UNSETTLED || settled != lookedAtLsn || lagBytes == UNKNOWN) {
      looks = 0;
    }
    lookedAtLsn = settled;
    turnsWithout++;
    if (looks < LOOKS || turnsWithout == CALM_TURNS) {
      looks++;
      turnsWithout = 0;
      look();
    }
  }

  private void look() {
    try {
      if (connection == null) {
        connection = ReplicationConnection.openForQueries(config);
      }
      lagBytes = ask();
      if (lagBytes > config.maxSlotLagBytes()) {
        WARNINGS.error(
            "The database keeps %d MiB for the slot %s, more than outbox.max-slot-lag-mebibytes"
                .formatted(lagBytes >> 20, config.slot()));
      }
    } catch (SQLException | RuntimeException e) {
      // The reader says what is wrong with the database.
      lagBytes = UNKNOWN;
      disconnect();
    }
  }

  private long ask() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT max(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN"
                    + " pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, restart_lsn))"
                    + " FROM pg_replication_slots WHERE slot_name = '%1$s'".formatted(config.slot())
                    // While the rows that are there are published.
                    + " OR temporary AND starts_with(slot_name, '%1$s_')"
                        .formatted(config.slot()))) {
      if (!row.next()) {
        return UNKNOWN;
      }
      long lag = row.getLong(1);
      // An invalidated slot keeps nothing, which is no good news.
      return row.wasNull() ? UNKNOWN : lag;
    }
  }

  private void disconnect() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        // It is gone, then.
      }
      connection = null;
    }
  }

  /** What the database keeps for the slot; -1 if that is not known. Any thread. */
  long lagBytes() {
    return lagBytes;
  }

  @Override
  public void close() {
    thread.execute(this::disconnect);
    thread.shutdown();
  }
}
