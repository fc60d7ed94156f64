package com.reactive.platform.kafka.benchmark.outbox;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Inserts rows at a steady rate, each in a transaction of its own, over some connections at a time,
 * and notes when each was committed.
 */
final class SteadyInserts {
  /** A commit waits for the disk, and several wait together. */
  private static final int CONNECTIONS = 8;

  private final OutboxTable table;
  private final long first;
  private final int ratePerSecond;

  /** By number from the first on, in epoch milliseconds, as the writer's clock has it. */
  private final long[] committedMillis;

  SteadyInserts(OutboxTable table, long first, int rows, int ratePerSecond) {
    this.table = table;
    this.first = first;
    this.ratePerSecond = ratePerSecond;
    this.committedMillis = new long[rows];
  }

  /**
   * Inserts them all.
   *
   * @return when each was committed
   */
  long[] run() throws SQLException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      long startNanos = System.nanoTime();
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int from = i;
        writers.add(
            threads.submit(
                () -> {
                  write(from, startNanos);
                  return null;
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      return committedMillis;
    } catch (ExecutionException e) {
      throw new SQLException("rows could not be inserted: " + e.getCause(), e.getCause());
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private void write(int from, long startNanos) throws SQLException {
    try (OutboxTable.Inserts inserts = table.inserts()) {
      for (int i = from; i < committedMillis.length; i += CONNECTIONS) {
        long due = startNanos + TimeUnit.SECONDS.toNanos(1) * i / ratePerSecond;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        inserts.insert(first + i);
        committedMillis[i] = System.currentTimeMillis();
      }
    }
  }
}
