package com.reactive.platform.reliability.outbox;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;

/**
 * The database as its application uses it: some writers at a time, one of them with large
 * transactions. For one thread.
 */
final class OutboxLoad implements AutoCloseable {
  static final int WRITERS = 4;

  /** The transactions of the others have this share of the most rows, at most. */
  private static final int SMALL = 100;

  private static final long END_MILLIS = 60_000;
  private static final long LOOK_MILLIS = 100;

  private final String url;
  private final String user;
  private final String password;
  private final List<WriterLog> logs = new ArrayList<>();
  private final List<OutboxWriter> writers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * @param url as {@code outbox.url}
   */
  OutboxLoad(String url, String user, String password) {
    this.url = "jdbc:" + url;
    this.user = user;
    this.password = password;
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  /** Makes the tables and the publication. */
  void prepare() throws IOException {
    try (Connection database = connect();
        Statement statement = database.createStatement()) {
      statement.execute(OutboxWriter.MARKS);
      statement.execute(
          "CREATE TABLE outbox (id uuid PRIMARY KEY, aggregatetype text NOT NULL,"
              + " aggregateid text NOT NULL, type text, payload jsonb NOT NULL)");
      statement.execute(
          "CREATE PUBLICATION reactive_outbox FOR TABLE outbox WITH (publish = 'insert')");
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static IOException failed(SQLException e) {
    return new IOException("the database: " + e.getMessage(), e);
  }

  void start(OutboxPlan plan) {
    SplittableRandom seeds = new SplittableRandom(plan.seed());
    int small = Math.max(1, plan.maxRows() / SMALL);
    double half = plan.ratePerSecond() / 2.0;
    SplittableRandom random = seeds.split();
    // The largest possible one comes first, so that there is one.
    start(
        random,
        number ->
            number == 0 ? plan.maxRows() : TransactionPlan.drawRows(random, small, plan.maxRows()),
        half);
    while (writers.size() < WRITERS) {
      SplittableRandom own = seeds.split();
      start(own, number -> TransactionPlan.drawRows(own, 1, small), half / (WRITERS - 1));
    }
  }

  private void start(SplittableRandom random, IntUnaryOperator size, double rowsPerSecond) {
    WriterLog log = new WriterLog(writers.size());
    OutboxWriter writer = new OutboxWriter(log, this::connect, random, size, rowsPerSecond);
    Thread thread = new Thread(writer, "outbox-writer-" + log.writer());
    logs.add(log);
    writers.add(writer);
    threads.add(thread);
    thread.setDaemon(true);
    thread.start();
  }

  /** Rows that were committed so far, as far as the writers know. */
  long committedRows() {
    return writers.stream().mapToLong(OutboxWriter::committedRows).sum();
  }

  /**
   * Ends the writers after their current transactions.
   *
   * @throws IOException if one has failed, and not because the server was gone
   */
  void stop() throws IOException, InterruptedException {
    writers.forEach(OutboxWriter::stop);
    for (Thread thread : threads) {
      thread.join(END_MILLIS);
    }
    requireWell();
    if (threads.stream().anyMatch(Thread::isAlive)) {
      throw new IOException("a writer still waits for the database");
    }
  }

  /** Throws the reason for which a writer has ended by itself. */
  void requireWell() throws IOException {
    for (OutboxWriter writer : writers) {
      if (writer.failure() != null) {
        throw failed(writer.failure());
      }
    }
  }

  /** What the writers know, after their end. */
  List<WriterLog> logs() {
    return logs;
  }

  /** The committed transactions of each writer, as the database has them. */
  BitSet[] committed() throws IOException {
    BitSet[] committed = new BitSet[WRITERS];
    Arrays.setAll(committed, i -> new BitSet());
    try (Connection database = connect();
        Statement statement = database.createStatement();
        ResultSet marks = statement.executeQuery("SELECT writer, transaction FROM marks")) {
      while (marks.next()) {
        committed[marks.getInt(1)].set(marks.getInt(2));
      }
      return committed;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Waits until all that is committed now is confirmed; false if it was not in this time. */
  boolean awaitConfirmed(long waitMillis) throws IOException, InterruptedException {
    try (Connection database = connect();
        Statement statement = database.createStatement()) {
      String position = first(statement, "SELECT pg_current_wal_lsn()");
      return await(
          statement,
          "SELECT bool_or(confirmed_flush_lsn >= '" + position + "') FROM pg_replication_slots",
          waitMillis);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Waits until a gateway reads the slot; false if none did in this time. */
  boolean awaitSlot(long waitMillis) throws IOException, InterruptedException {
    try (Connection database = connect();
        Statement statement = database.createStatement()) {
      String sql = "SELECT bool_or(active AND NOT temporary) FROM pg_replication_slots";
      return await(statement, sql, waitMillis);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static boolean await(Statement statement, String sql, long waitMillis)
      throws SQLException, InterruptedException {
    long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    while (!"t".equals(first(statement, sql))) {
      if (System.nanoTime() > deadlineNanos) {
        return false;
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return true;
  }

  private static String first(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : null;
    }
  }

  @Override
  public void close() {
    writers.forEach(OutboxWriter::stop);
    threads.forEach(Thread::interrupt);
  }
}
