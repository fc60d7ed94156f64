package com.reactive.platform.reliability.outbox;

import com.reactive.platform.reliability.outbox.TransactionPlan.End;
import com.reactive.platform.reliability.outbox.TransactionPlan.Piece;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;

/**
 * Runs one transaction after the other, at a steady rate of rows, and connects again whenever the
 * server is gone. Runs on a thread of its own; counts are for any thread.
 */
final class OutboxWriter implements Runnable {
  /** Makes the table of transactions: what stands in it was committed. */
  static final String MARKS = "CREATE TABLE marks (writer int, transaction int)";

  private static final long RETRY_MILLIS = 20;

  private final WriterLog log;
  private final Database database;
  private final SplittableRandom random;
  private final IntUnaryOperator size;
  private final double rowsPerNano;
  private final AtomicLong committedRows = new AtomicLong();
  private Connection connection;

  private volatile boolean stopped;
  private volatile SQLException failure;

  /** Makes connections, while the server is there. */
  interface Database {
    Connection connect() throws SQLException;
  }

  /**
   * @param size the number of rows of a transaction, by its number
   */
  OutboxWriter(
      WriterLog log,
      Database database,
      SplittableRandom random,
      IntUnaryOperator size,
      double rowsPerSecond) {
    this.log = log;
    this.database = database;
    this.random = random;
    this.size = size;
    this.rowsPerNano = rowsPerSecond / 1e9;
  }

  @Override
  public void run() {
    long startNanos = System.nanoTime();
    try {
      while (!stopped && failure == null) {
        write();
        awaitTurn(startNanos + (long) (log.inserted() / rowsPerNano));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = new SQLException("a writer ended: " + e, e);
    } finally {
      disconnect();
    }
  }

  private void awaitTurn(long nanos) throws InterruptedException {
    long waitMillis = TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime());
    while (!stopped && waitMillis > 0) {
      Thread.sleep(Math.min(waitMillis, RETRY_MILLIS));
      waitMillis = TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime());
    }
  }

  private void write() throws InterruptedException {
    int transaction = log.begin();
    TransactionPlan plan = TransactionPlan.draw(random, size.applyAsInt(transaction));
    boolean asked = false;
    try {
      connect();
      long rows = insert(transaction, plan);
      asked = plan.end() == End.COMMIT;
      end(plan.end());
      if (asked) {
        log.committed(transaction);
        committedRows.addAndGet(rows);
      } else {
        log.notCommitted(transaction);
      }
    } catch (SQLException e) {
      if (!asked) {
        log.notCommitted(transaction);
      }
      disconnect();
      failure = isOfTheServer(e) ? null : e;
      Thread.sleep(RETRY_MILLIS);
    }
  }

  /** True if it says that the server is gone, ends or starts; else we have done something wrong. */
  private static boolean isOfTheServer(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08") || state.startsWith("57P");
  }

  private void connect() throws SQLException {
    if (connection == null) {
      connection = database.connect();
      connection.setAutoCommit(false);
    }
  }

  private void disconnect() {
    if (connection != null) {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        // It is gone, then.
      }
      connection = null;
    }
  }

  /** Returns how many rows are not undone. */
  private long insert(int transaction, TransactionPlan plan) throws SQLException {
    int first = log.inserted();
    long kept = 0;
    for (Piece piece : plan.pieces()) {
      Savepoint before = connection.setSavepoint();
      int from = log.insert(piece.rows());
      insert(from, log.inserted());
      if (piece.undone()) {
        connection.rollback(before);
      } else {
        connection.releaseSavepoint(before);
        log.keep(transaction, from, log.inserted());
        kept += piece.rows();
      }
    }
    if (plan.deletes()) {
      delete(first, log.inserted());
    }
    mark(transaction);
    return kept;
  }

  private void insert(int from, int to) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(LoadRow.INSERT)) {
      insert.setInt(1, log.writer());
      insert.setInt(2, from);
      insert.setInt(3, to - 1);
      insert.executeUpdate();
    }
  }

  private void delete(int from, int to) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(LoadRow.DELETE)) {
      delete.setString(1, new LoadRow(log.writer(), from).id());
      delete.setString(2, new LoadRow(log.writer(), to - 1).id());
      delete.executeUpdate();
    }
  }

  private void mark(int transaction) throws SQLException {
    try (PreparedStatement mark = connection.prepareStatement("INSERT INTO marks VALUES (?, ?)")) {
      mark.setInt(1, log.writer());
      mark.setInt(2, transaction);
      mark.executeUpdate();
    }
  }

  private void end(End end) throws SQLException {
    switch (end) {
      case COMMIT -> connection.commit();
      case ROLLBACK -> connection.rollback();
      default -> disconnect();
    }
  }

  /** Begins no further transaction. Any thread. */
  void stop() {
    stopped = true;
  }

  /** Rows whose commit was answered. Any thread. */
  long committedRows() {
    return committedRows.get();
  }

  /** Why it has ended by itself; null if it has not. Any thread. */
  SQLException failure() {
    return failure;
  }
}
