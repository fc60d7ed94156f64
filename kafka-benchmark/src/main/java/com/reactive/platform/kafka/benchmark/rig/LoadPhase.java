package com.reactive.platform.kafka.benchmark.rig;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The load of one run: opens the lanes, lets them work, watches them, and drains the target. */
final class LoadPhase {
  private static final double NANOS = 1e9;
  private static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long HEAD_START_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long POINT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int MIN_POINTS = 20;
  private static final long JOIN_MILLIS = 2_000;

  private final Target target;
  private final Load load;
  private final Map<String, Long> brokers;
  private final Progress progress;
  private final long drainNanos;
  private final CompletableFuture<Long> start = new CompletableFuture<>();
  private final List<LoadWorker> lanes = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private long startNanos;
  private long sentBefore;
  private Sampler sampler; // null until something is measured

  /**
   * @param answers whether what was answered is to be noted
   */
  LoadPhase(
      Target target,
      Load load,
      MessageFormat format,
      boolean answers,
      Map<String, Long> brokers,
      Progress progress,
      Duration drainTimeout) {
    this.target = target;
    this.load = load;
    this.brokers = brokers;
    this.progress = progress;
    this.drainNanos = drainTimeout.toNanos();
    for (int i = 0; i < load.lanes(); i++) {
      SendLedger ledger = new SendLedger(SendLedger.MAX_SENDS / load.lanes());
      LoadWorker lane = new LoadWorker(target, load, format, i, ledger, answers, start);
      lanes.add(lane);
      Thread thread = new Thread(lane, "rig-lane-" + i);
      thread.setDaemon(true); // one that hangs in its target must not keep the JVM
      threads.add(thread);
    }
  }

  /** All of it, up to the last outcome or the end of patience. */
  void run() throws InterruptedException {
    threads.forEach(Thread::start);
    if (!awaitOpened()) {
      return;
    }
    startNanos = System.nanoTime() + HEAD_START_NANOS;
    start.complete(startNanos);
    watch(measureNanos(), "warming up " + target.name());
    sampler = new Sampler(target, lanes, pids());
    watch(measureNanos() + (long) (load.seconds() * NANOS), target.name() + ", " + load.name());
    if (anyLaneFailed()) {
      lanes.forEach(LoadWorker::halt); // without a failure, their own clock ends them
    }
    drain();
    sampler.finish();
  }

  private Map<String, Long> pids() {
    Map<String, Long> pids = new LinkedHashMap<>();
    pids.put("load", ProcessHandle.current().pid());
    pids.putAll(target.processes());
    pids.putAll(brokers);
    return pids;
  }

  private boolean awaitOpened() throws InterruptedException {
    long deadline = System.nanoTime() + OPEN_NANOS;
    for (LoadWorker lane : lanes) {
      if (!lane.awaitOpened(deadline - System.nanoTime())) {
        problems.add("lane " + lane.index() + " was not open in time");
      }
    }
    return problems.isEmpty() && !anyLaneFailed();
  }

  /** Looks at the load from time to time until then, or until a lane has failed. */
  private void watch(long untilNanos, String what) throws InterruptedException {
    long everyNanos = Math.min(POINT_NANOS, (long) (load.seconds() * NANOS / MIN_POINTS));
    long nextNanos = System.nanoTime();
    while (untilNanos - System.nanoTime() > 0 && !anyLaneFailed()) {
      nextNanos = Math.max(nextNanos, System.nanoTime() - everyNanos / 2) + everyNanos;
      if (untilNanos - nextNanos < everyNanos / 2) {
        nextNanos = untilNanos;
      }
      TimeUnit.NANOSECONDS.sleep(nextNanos - System.nanoTime());
      if (sampler != null) {
        sampler.addPoint();
      }
      show(what, everyNanos);
    }
  }

  private void show(String what, long everyNanos) {
    double total = (load.warmupSeconds() + load.seconds()) * NANOS;
    double gone = System.nanoTime() - startNanos;
    long sent = lanes.stream().mapToLong(LoadWorker::sent).sum();
    double perSecond = (sent - sentBefore) * target.messagesPerSend() * NANOS / everyNanos;
    sentBefore = sent;
    progress.show(what, gone / total, perSecond, Math.max(0, (total - gone) / NANOS));
  }

  private void drain() throws InterruptedException {
    long deadline = System.nanoTime() + drainNanos;
    progress.show("draining " + target.name(), 1, 0, -1);
    for (LoadWorker lane : lanes) {
      if (!lane.awaitLoaded(deadline - System.nanoTime())) {
        problems.add("lane " + lane.index() + " hung in a send");
      }
    }
    target.drain(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    while (deadline - System.nanoTime() > 0 && openSends() > 0) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private long openSends() {
    return lanes.stream().mapToLong(LoadWorker::openSends).sum();
  }

  private boolean anyLaneFailed() {
    return lanes.stream().anyMatch(lane -> !lane.failure().isEmpty());
  }

  /** Ends the lanes and their threads, whatever they are at. Later outcomes are ignored. */
  void end() throws InterruptedException {
    start.cancel(false); // for lanes that were never started
    lanes.forEach(LoadWorker::release);
    for (Thread thread : threads) {
      thread.join(JOIN_MILLIS);
      if (thread.isAlive()) {
        thread.interrupt();
        thread.join(JOIN_MILLIS);
      }
      if (thread.isAlive()) {
        problems.add(thread.getName() + " did not end");
      }
    }
    for (LoadWorker lane : lanes) {
      lane.outcomes().close();
      if (!lane.failure().isEmpty()) {
        problems.add(lane.failure());
      }
    }
  }

  /** The errors, in words. After the end. */
  List<String> problems() {
    return problems;
  }

  List<LoadWorker> lanes() {
    return lanes;
  }

  /** When the load began, as {@link System#nanoTime}. */
  long startNanos() {
    return startNanos;
  }

  /** When the warm-up was over, as {@link System#nanoTime}. */
  long measureNanos() {
    return startNanos + (long) (load.warmupSeconds() * NANOS);
  }

  /** The sampled figures; null if nothing was measured. */
  Sampler sampler() {
    return sampler;
  }
}
