package com.reactive.platform.kafka.benchmark.outbox;

import com.reactive.platform.outbox.LocalPostgres;
import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.Commands;
import com.reactive.platform.testbed.ProcStat;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One life of a relay: rows that wait, a steady load, perhaps a large transaction, nothing. Each
 * figure stands for rows that are in Kafka, each once. For one thread.
 */
final class RelayRun {
  private static final long LOOK_MILLIS = 50;
  private static final long STUCK_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final long GIVE_BACK_SECONDS = 5;
  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;
  private static final double NANOS = 1e9;

  /** How the gateway's threads for the outbox are called; no other relay has such ones. */
  private static final String OUR_THREADS = "outbox";

  private static final double P99 = 0.99;

  private final ComparisonPlan plan;
  private final LocalPostgres database;
  private final RunKafka kafka;
  private final Map<Measure, Double> figures = new EnumMap<>(Measure.class);

  // Of the run, while it lasts.
  private OutboxTable table;
  private ChildProcess process;
  private RowArrivals arrivals;
  private long rows;

  /**
   * @param kafka with a topic of the run's name
   */
  RelayRun(ComparisonPlan plan, LocalPostgres database, RunKafka kafka) {
    this.plan = plan;
    this.database = database;
    this.kafka = kafka;
  }

  /** Kafka as a run needs it. */
  record RunKafka(String bootstrapServers, long pid) {}

  /** With load. */
  Map<Measure, Double> loaded(Relay relay, String name, Path folder)
      throws IOException, InterruptedException, SQLException {
    try (OutboxTable made = new OutboxTable(database, name, plan.keys())) {
      table = made;
      rows = plan.waitingRows();
      table.fill(0, rows, plan.rowsPerTransaction());
      try (ChildProcess started = relay.start(place(name, folder));
          RowArrivals log = new RowArrivals(kafka.bootstrapServers(), name, relay.idHeader())) {
        process = started;
        arrivals = log;
        burst();
        steady();
        if (plan.largeTransaction() > 0 && relay instanceof GatewayRelay) {
          large();
        }
        idle(Measure.IDLE_CPU, Measure.IDLE_THREADS_CPU, Measure.IDLE_RSS);
      }
    }
    return figures;
  }

  /** Without any. */
  Map<Measure, Double> fresh(Relay relay, String name, Path folder)
      throws IOException, InterruptedException, SQLException {
    try (OutboxTable made = new OutboxTable(database, name, plan.keys());
        ChildProcess started = relay.start(place(made.name(), folder))) {
      process = started;
      idle(Measure.FRESH_CPU, Measure.FRESH_THREADS_CPU, Measure.FRESH_RSS);
    }
    return figures;
  }

  private RelayPlace place(String name, Path folder) {
    return new RelayPlace(
        database.port(), name, kafka.bootstrapServers(), name, folder, plan.heapMegabytes());
  }

  private void burst() throws IOException, InterruptedException {
    awaitRows(1);
    long seen = arrivals.count();
    CpuSeconds before = cpu();
    figures.put(Measure.BURST_RSS, awaitRows(rows));
    CpuSeconds used = cpu().since(before);
    long[] came = arrivals.rows(0, plan.waitingRows());
    figures.put(Measure.BURST_RATE, rate(came));
    double each = MICROS / Math.max(1, rows - seen);
    figures.put(Measure.BURST_CPU, used.relay() * each);
    figures.put(Measure.BURST_DATABASE_CPU, used.database() * each);
    figures.put(Measure.BURST_BROKER_CPU, used.broker() * each);
  }

  /** Rows per second between the first and the last of these times. */
  private static double rate(long[] millis) {
    long first = Arrays.stream(millis).min().orElseThrow();
    long last = Arrays.stream(millis).max().orElseThrow();
    return millis.length * (double) TimeUnit.SECONDS.toMillis(1) / Math.max(1, last - first);
  }

  private void steady() throws IOException, InterruptedException, SQLException {
    table.awaitReader();
    int unmeasured = plan.ratePerSecond() * plan.warmUpSeconds();
    insert(unmeasured);
    arrivals.rows(rows - unmeasured, unmeasured);
    int measured = plan.ratePerSecond() * plan.steadySeconds();
    long first = rows;
    CpuSeconds before = cpu();
    long[] committed = insert(measured);
    CpuSeconds used = cpu().since(before);
    long[] waited = arrivals.rows(first, measured);
    figures.put(Measure.STEADY_RATE, rate(committed));
    for (int i = 0; i < measured; i++) {
      // The clock goes in milliseconds, and the writer may hear of its commit last.
      waited[i] = Math.max(0, waited[i] - committed[i]);
    }
    Arrays.sort(waited);
    figures.put(Measure.STEADY_P50, (double) waited[measured / 2]);
    figures.put(Measure.STEADY_P99, (double) waited[(int) (measured * P99)]);
    figures.put(Measure.STEADY_CPU, used.relay() * MICROS / measured);
    figures.put(Measure.STEADY_DATABASE_CPU, used.database() * MICROS / measured);
    figures.put(Measure.STEADY_BROKER_CPU, used.broker() * MICROS / measured);
  }

  /** Returns when each was committed; all are in Kafka then. */
  private long[] insert(int number) throws IOException, InterruptedException, SQLException {
    long[] committed = new SteadyInserts(table, rows, number, plan.ratePerSecond()).run();
    rows += number;
    awaitRows(rows);
    return committed;
  }

  private void large() throws IOException, InterruptedException, SQLException {
    figures.put(Measure.LARGE_RSS_BEFORE, rss());
    long first = rows;
    table.fill(first, plan.largeTransaction(), plan.largeTransaction());
    rows += plan.largeTransaction();
    figures.put(Measure.LARGE_RSS_MOST, awaitRows(rows));
    figures.put(Measure.LARGE_RATE, rate(arrivals.rows(first, plan.largeTransaction())));
    figures.put(Measure.LARGE_RSS_AFTER, rss());
  }

  private void idle(Measure cpu, Measure threads, Measure memory)
      throws IOException, InterruptedException {
    TimeUnit.SECONDS.sleep(plan.idleSeconds() / 2);
    CpuSeconds before = cpu();
    long nanosBefore = ProcStat.threadCpuNanos(process.pid(), OUR_THREADS);
    TimeUnit.SECONDS.sleep(plan.idleSeconds());
    figures.put(cpu, PERCENT * cpu().since(before).relay() / plan.idleSeconds());
    long nanos = ProcStat.threadCpuNanos(process.pid(), OUR_THREADS) - nanosBefore;
    if (nanos > 0) {
      figures.put(threads, PERCENT * nanos / NANOS / plan.idleSeconds());
    }
    // What a JVM has not collected yet says nothing of what it needs.
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Commands.run(jcmd, Long.toString(process.pid()), "GC.run");
    // G1 gives memory back beside the program, some time after the collection.
    TimeUnit.SECONDS.sleep(GIVE_BACK_SECONDS);
    figures.put(memory, rss());
  }

  /**
   * Waits until so many rows have come since the start.
   *
   * @return the largest RSS that was seen meanwhile
   */
  private double awaitRows(long wanted) throws IOException, InterruptedException {
    double most = rss();
    long count = arrivals.count();
    long movedNanos = System.nanoTime();
    while (count < wanted) {
      if (!process.isAlive() || System.nanoTime() - movedNanos > STUCK_NANOS) {
        throw new IOException(
            "%,d of %,d rows came, and no more%s".formatted(count, wanted, process.tail()));
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      most = Math.max(most, rss());
      long now = arrivals.count();
      if (now > count) {
        movedNanos = System.nanoTime();
      }
      count = now;
    }
    return most;
  }

  private double rss() throws IOException {
    return ProcStat.residentMegabytes(process.pid());
  }

  private CpuSeconds cpu() {
    return CpuSeconds.now(process.pid(), database.pid(), kafka.pid());
  }
}
