package com.reactive.platform.reliability.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.reliability.chaos.FaultSchedule.Planned;
import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.FaultException;
import com.reactive.platform.reliability.fault.TestBed;
import com.reactive.platform.reliability.oracle.CheckOptions;
import com.reactive.platform.reliability.oracle.LedgerCheck;
import com.reactive.platform.reliability.oracle.OracleCheck;
import com.reactive.platform.reliability.oracle.OracleCount;
import com.reactive.platform.reliability.oracle.OracleLoad;
import com.reactive.platform.reliability.oracle.OracleSettings;
import com.reactive.platform.reliability.oracle.OracleVerdict;
import com.reactive.platform.reliability.oracle.TimeWindow;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Makes the faults of a {@link FaultSchedule} while there is load, heals them all, and checks what
 * is in Kafka against what was answered. For one thread; an interrupt ends it in order.
 *
 * <pre>
 *   oracle's client ── posts ──> gateway ──> proxies ──> three brokers
 *      (journal)                    ^           ^            ^
 *          |                     faults      faults       faults      one at a time in each area
 *          └────────── compared with all that is in the topics ─┘
 * </pre>
 */
public final class ChaosRun {
  private static final long FIRST_ACK_MILLIS = 60_000;
  private static final long MORE_ACKS_MINUTES = 30;
  private static final int DOOMED_CONNECTIONS = 4;
  private static final int DOOMED_RATE = 100;
  private static final int ASYNC_PER_MILLE = 20;
  private static final int BAD_PER_MILLE = 20;
  private static final int PIPELINED = 4;
  private static final int DROPS_THAT_MUST_HIT = 3;
  private static final long CALM_MILLIS = 2_000;
  private static final long CALM_WITHIN_MILLIS = 60_000;
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(40);

  /** The gateway's kafka.settle-timeout-ms, and some time to ask. */
  private static final Duration SETTLED_WITHIN = Duration.ofMinutes(6);

  private static final int STATUS_ATTEMPTS = 10;
  private static final String TERM = "gateway-term";
  private static final String DROPPED_ACKS = "dropped-acks";
  private static final String CALIBRATION = "calibration-";
  private static final String TOPIC_DELETED = "topic-deleted";

  private final ChaosSettings settings;
  private final FaultSchedule schedule;
  private final Consumer<String> progress;
  private final List<FaultOutcome> outcomes = Collections.synchronizedList(new ArrayList<>());
  private final List<String> problems = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean broken;

  /**
   * @param progress gets a line for each step; called by several threads
   */
  public ChaosRun(ChaosSettings settings, FaultSchedule schedule, Consumer<String> progress) {
    this.settings = settings;
    this.schedule = schedule;
    this.progress = progress;
  }

  /**
   * Runs it all.
   *
   * @throws IOException with one clear sentence if it could not even begin
   */
  public ChaosResult run() throws IOException, InterruptedException {
    progress.accept("starting three brokers and a gateway ...");
    try (TestBed bed =
        TestBed.open(settings.folder(), settings.gatewayMain(), settings.kafkaClient())) {
      long startNanos = System.nanoTime();
      Map<Integer, Long> answers;
      try (OracleLoad load = OracleLoad.start(load(bed));
          OracleLoad doomed = OracleLoad.start(doomedLoad(bed));
          AckTimeline watch = new AckTimeline(load::counts);
          AckTimeline doomedWatch = new AckTimeline(doomed::counts)) {
        if (watch.awaitAck(startNanos, FIRST_ACK_MILLIS) < 0
            || doomedWatch.awaitAck(startNanos, FIRST_ACK_MILLIS) < 0) {
          throw new IOException("no event was acknowledged before the first fault");
        }
        makeFaults(new FaultMaker(bed, watch, doomedWatch, System.nanoTime(), progress));
        goOn(watch, startNanos);
        requireFaults(bed);
        requireHealth(bed, watch, doomedWatch);
        progress.accept("stopping the load ...");
        load.stop(settings.mode().lookUp() ? SETTLED_WITHIN : ANSWERS_WITHIN);
        doomed.stop(ANSWERS_WITHIN);
        answers = load.counts();
      }
      return check(bed, answers, (System.nanoTime() - startNanos) / 1_000_000);
    }
  }

  private OracleSettings load(TestBed bed) {
    return OracleSettings.of(url(bed, TestBed.PATH), TestBed.TOPIC, journals("journals"))
        .mode(settings.mode())
        .connections(settings.connections(), PIPELINED)
        .rate(settings.ratePerSecond())
        .shares(ASYNC_PER_MILLE, BAD_PER_MILLE)
        .build();
  }

  private OracleSettings doomedLoad(TestBed bed) {
    return OracleSettings.of(
            url(bed, TestBed.DOOMED_PATH), TestBed.DOOMED_TOPIC, journals("journals-doomed"))
        .connections(DOOMED_CONNECTIONS, 1)
        .rate(DOOMED_RATE)
        .build();
  }

  private static URI url(TestBed bed, String path) {
    return URI.create("http://127.0.0.1:" + bed.gateway().port() + path);
  }

  private Path journals(String name) {
    return settings.folder().resolve(name);
  }

  /** A thread for each area; returns when all faults are healed. */
  private void makeFaults(FaultMaker maker) throws InterruptedException {
    long startNanos = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(Area.values().length);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Area area : Area.values()) {
        running.add(threads.submit(() -> makeAll(maker, schedule.of(area), startNanos)));
      }
      for (Future<?> area : running) {
        area.get();
      }
    } catch (ExecutionException e) {
      problems.add("a fault could not be injected: " + e.getCause());
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private Void makeAll(FaultMaker maker, List<Planned> planned, long startNanos)
      throws InterruptedException {
    for (Planned next : planned) {
      long waitNanos = startNanos + next.at().toNanos() - System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(Math.max(0, waitNanos));
      if (broken || System.nanoTime() - startNanos > settings.lastFault().toNanos()) {
        return null;
      }
      FaultOutcome outcome = maker.make(next);
      outcomes.add(outcome);
      if (!outcome.problem().isEmpty()) {
        problems.add(outcome.name() + ": " + outcome.problem());
        // What comes after would say nothing of its own.
        broken |= outcome.againMillis() < 0;
      }
    }
    return null;
  }

  /** Until the time is over and enough is acknowledged. */
  private void goOn(AckTimeline watch, long startNanos) throws InterruptedException {
    long untilNanos = startNanos + settings.atLeast().toNanos();
    while (!broken && System.nanoTime() < untilNanos) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(MORE_ACKS_MINUTES);
    while (!broken && watch.acked() < settings.minAcked() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    if (watch.acked() < settings.minAcked()) {
      problems.add(watch.acked() + " events were acknowledged, not " + settings.minAcked());
    }
  }

  /** A run without faults, or with faults that did nothing, says nothing. */
  private void requireFaults(TestBed bed) {
    if (outcomes.stream().noneMatch(FaultOutcome::made)) {
      problems.add("no fault was injected, so nothing is proven");
    }
    long drops = outcomes.stream().filter(o -> o.made() && o.name().equals(DROPPED_ACKS)).count();
    if (drops >= DROPS_THAT_MUST_HIT
        && bed.cluster().proxies().stream().allMatch(proxy -> proxy.swallowed() == 0)) {
      problems.add(drops + " times " + DROPPED_ACKS + ", and no response was ever dropped");
    }
  }

  /** All is healed: both streams must be served as if nothing had been, on all partitions. */
  private void requireHealth(TestBed bed, AckTimeline... watches) throws InterruptedException {
    try {
      bed.awaitWhole();
      for (AckTimeline watch : watches) {
        if (!broken && !watch.awaitCalm(CALM_MILLIS, CALM_WITHIN_MILLIS)) {
          problems.add(
              "a minute after the last fault there are still events without an outcome: "
                  + ChaosText.answers(watch.counts()));
        }
      }
    } catch (FaultException e) {
      problems.add("at the end: " + e.getMessage());
    }
  }

  private ChaosResult check(TestBed bed, Map<Integer, Long> answers, long millis)
      throws IOException, InterruptedException {
    progress.accept("reading back what is in Kafka ...");
    OracleVerdict main =
        OracleCheck.check(
            journals("journals"),
            CheckOptions.of(bed.cluster().bootstrapServers(), TestBed.TOPIC)
                .ofOwnTopic()
                .withQuarantine(TestBed.QUARANTINE_TOPIC)
                .withOrderlyStops(windows(ChaosRun::stopsInOrder))
                .withMode(settings.mode(), windows(fault -> true)));
    boolean says = !settings.mode().protocol().isRpc(); // calls say it in the details of a status
    if (says && main.count(OracleCount.QUARANTINED) == 0) {
      problems.add("no body was quarantined, so nothing is proven of those");
    }
    OracleVerdict doomed =
        OracleCheck.check(
            journals("journals-doomed"),
            CheckOptions.of(bed.cluster().bootstrapServers(), TestBed.DOOMED_TOPIC)
                .ofOwnTopic()
                .withTopicDeletions(windows(TOPIC_DELETED::equals))
                .withOrderlyStops(windows(ChaosRun::stopsInOrder)));
    try {
      problems.addAll(LedgerCheck.ofWhatIs(status(bed)));
    } catch (IOException e) {
      problems.add("the gateway does not respond at the end: " + e.getMessage());
    }
    List<FaultOutcome> inOrder = new ArrayList<>(outcomes);
    inOrder.sort(Comparator.comparingLong(FaultOutcome::atMillis));
    return new ChaosResult(inOrder, answers, millis, main, doomed, List.copyOf(problems));
  }

  /** One unanswered question says little on a machine that has too much to do. */
  private static JsonNode status(TestBed bed) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return bed.gateway().status();
      } catch (IOException e) {
        if (attempt == STATUS_ATTEMPTS) {
          throw e;
        }
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  /** True if such a fault ends the gateway by SIGTERM only. */
  private static boolean stopsInOrder(String fault) {
    return fault.equals(TERM) || fault.startsWith(CALIBRATION);
  }

  private List<TimeWindow> windows(Predicate<String> fault) {
    return outcomes.stream()
        .filter(outcome -> outcome.made() && fault.test(outcome.name()))
        .map(FaultOutcome::window)
        .toList();
  }
}
