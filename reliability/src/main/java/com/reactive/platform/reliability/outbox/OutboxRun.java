package com.reactive.platform.reliability.outbox;

import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.outbox.LocalPostgres;
import com.reactive.platform.reliability.oracle.TopicRecords;
import com.reactive.platform.reliability.outbox.OutboxGateways.Counts;
import com.reactive.platform.reliability.outbox.OutboxPlan.Kill;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One Postgres under load, one broker, and gateways that read the outbox: all are killed in turn,
 * and started again. For one thread.
 */
public final class OutboxRun implements Experiment {
  private static final String TOPIC = "outbox-events";
  private static final int PARTITIONS = 6;
  private static final Duration BROKER_START = Duration.ofMinutes(10);
  private static final long KEPT_MILLIS = 600_000;

  private static final long CONFIRMED_MILLIS = 600_000;
  private static final long LOOK_MILLIS = 25;

  private final OutboxPlan plan;
  private final List<String> command;
  private final Path folder;
  private final Consumer<String> progress;
  private final Map<KillTarget, List<Long>> backMillis = new EnumMap<>(KillTarget.class);
  private final List<String> problems = new ArrayList<>();
  private LocalPostgres postgres;
  private EmbeddedKafka kafka;
  private OutboxLoad load;
  private OutboxGateways gateways;

  /** What was killed last; null before the first kill, and when a row was kept since. */
  private KillTarget down;

  private long keptBefore;
  private long startNanos;

  /**
   * @param command that runs {@code serve}
   * @param folder for the database and the logs; the caller's to delete
   * @param progress gets a line for each kill
   */
  public OutboxRun(OutboxPlan plan, List<String> command, Path folder, Consumer<String> progress) {
    this.plan = plan;
    this.command = List.copyOf(command);
    this.folder = folder;
    this.progress = progress;
  }

  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    Machine machine = Machine.current();
    long nanos = System.nanoTime();
    // Root's Postgres runs as somebody else.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    postgres = LocalPostgres.start(folder.resolve("postgres"), 0);
    try (EmbeddedKafka broker =
        EmbeddedKafka.builder()
            .fullJit(true)
            .startTimeout(BROKER_START)
            .topic(TOPIC, PARTITIONS)
            .start()) {
      kafka = broker;
      OutboxTally tally = loadAndCheck();
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - nanos);
      return OutboxReport.of(plan, tally, backMillis, problems, seconds, machine);
    } finally {
      postgres.close();
    }
  }

  private OutboxTally loadAndCheck() throws IOException, InterruptedException {
    try (OutboxLoad writers =
            new OutboxLoad(postgres.url(), LocalPostgres.USER, LocalPostgres.PASSWORD);
        OutboxGateways readers = new OutboxGateways(command, settings(), folder, plan.gateways())) {
      load = writers;
      gateways = readers;
      load.prepare();
      gateways.startAll();
      // Rows that were deleted before there was a slot are nowhere, and those of a snapshot have no
      // order.
      if (!load.awaitSlot(KEPT_MILLIS)) {
        throw new IOException("no gateway has made the slot for " + KEPT_MILLIS / 1_000 + " s");
      }
      load.start(plan);
      startNanos = System.nanoTime();
      awaitKept();
      killAll();
      awaitKept();
      load.stop();
      progress.accept("waiting until all rows are confirmed ...");
      if (!load.awaitConfirmed(CONFIRMED_MILLIS)) {
        problems.add("not all rows were confirmed to Postgres in ten minutes");
      }
      Counts counts = gateways.counts();
      if (counts.skipped() > 0) {
        problems.add(counts.skipped() + " rows were skipped");
      }
      problems.addAll(gateways.terminateAll());
      progress.accept("comparing the committed rows with the topic ...");
      return compare(counts);
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("REACTIVE_KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    settings.put("REACTIVE_STREAMS_COUNTER_TOPIC", TOPIC);
    // As is recommended: whoever takes over knows what the other one has written.
    settings.put("REACTIVE_IDEMPOTENCY_SCOPE", plan.gateways() > 1 ? "log" : "instance");
    settings.put("REACTIVE_OUTBOX_URL", postgres.url());
    settings.put("REACTIVE_OUTBOX_USER", LocalPostgres.USER);
    settings.put("REACTIVE_OUTBOX_PASSWORD", LocalPostgres.PASSWORD);
    settings.put("GATEWAY_JAVA_OPTS", "-Xmx" + plan.heapMegabytes() + "m");
    return settings;
  }

  private void killAll() throws IOException, InterruptedException {
    List<Kill> kills = plan.kills();
    for (int i = 0; i < kills.size(); i++) {
      Kill kill = kills.get(i);
      if (kill.atStart()) {
        Thread.sleep(Math.max(0, kill.delayMillis() - millisSince(startNanos)));
      } else {
        awaitKept();
        Thread.sleep(kill.delayMillis());
      }
      run(kill);
      load.requireWell();
      progress.accept(
          String.format(
              Locale.ROOT,
              "%d of %d (%s): %,d rows committed, %,d kept, %,d of them known",
              i + 1,
              kills.size(),
              kill.target().text(),
              load.committedRows(),
              keptBefore,
              gateways.counts().replayed()));
    }
  }

  private void run(Kill kill) throws IOException, InterruptedException {
    switch (kill.target()) {
      case GATEWAY -> {
        gateways.kill(kill.gateway());
        startNanos = System.nanoTime();
        gateways.start(kill.gateway());
      }
      case POSTGRES -> {
        int port = postgres.port();
        postgres.kill();
        Thread.sleep(kill.awayMillis());
        startNanos = System.nanoTime();
        postgres = LocalPostgres.start(folder.resolve("postgres"), port);
      }
      default -> {
        BrokerNode broker = kafka.nodes().get(0);
        broker.kill();
        Thread.sleep(kill.awayMillis());
        startNanos = System.nanoTime();
        broker.start();
      }
    }
    down = kill.target();
    keptBefore = gateways.counts().kept();
  }

  /** Waits until more rows are kept than at the last kill. */
  private void awaitKept() throws IOException, InterruptedException {
    long nanos = System.nanoTime();
    while (gateways.counts().kept() <= keptBefore) {
      load.requireWell();
      if (millisSince(nanos) > KEPT_MILLIS) {
        throw new IOException("no row was kept for " + KEPT_MILLIS / 1_000 + " s");
      }
      Thread.sleep(LOOK_MILLIS);
    }
    if (down != null) {
      backMillis.computeIfAbsent(down, none -> new ArrayList<>()).add(millisSince(startNanos));
      down = null;
    }
  }

  private static long millisSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  private OutboxTally compare(Counts counts) throws IOException, InterruptedException {
    OutboxCheck check = new OutboxCheck(OutboxLoad.WRITERS);
    OutboxTally tally = new OutboxTally();
    BitSet[] committed = load.committed();
    for (WriterLog log : load.logs()) {
      BitSet marks = committed[log.writer()];
      problems.addAll(log.faultsOf(marks));
      tally.add(log, marks);
      log.rowsOf(marks::get).forEach(rows -> check.committed(log.writer(), rows.from(), rows.to()));
    }
    new TopicRecords(TOPIC, Map.of("bootstrap.servers", kafka.bootstrapServers()))
        .read(check::record);
    return tally.with(check.verdict(), counts);
  }
}
