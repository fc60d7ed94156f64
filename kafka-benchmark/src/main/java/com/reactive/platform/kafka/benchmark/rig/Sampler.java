package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult.Batches;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Samples figures periodically while a load is measured. For one thread. */
final class Sampler {
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Target target;
  private final List<LoadWorker> lanes;
  private final ProcessMeter processes;
  private final Histogram total = Latencies.newHistogram();
  private final Histogram interval = Latencies.newHistogram();
  private final List<Histogram> recycled = new ArrayList<>();
  private final List<Point> points = new ArrayList<>();
  private final Gauges atStart;
  private final ResourceUse spentAtStart;
  private final WakeUps wakeUpsAtStart;
  private final long startNanos = System.nanoTime();
  private Gauges gauges;
  private ResourceUse spent;
  private WakeUps wakeUps;
  private long settled;
  private long lastNanos = startNanos;

  /** Begins now. */
  Sampler(Target target, List<LoadWorker> lanes, Map<String, Long> processes) {
    this.target = target;
    this.lanes = lanes;
    this.processes = new ProcessMeter(processes);
    atStart = target.gauges();
    gauges = atStart;
    spentAtStart = target.resourceUse();
    wakeUpsAtStart = wakeUpsOfServer();
    spent = spentAtStart;
    settled = lanes.stream().mapToLong(LoadWorker::settledSends).sum();
    lanes.forEach(lane -> recycled.add(null));
  }

  /** Adds a point for the time since the last. */
  void addPoint() {
    long now = System.nanoTime();
    Gauges before = gauges;
    long settledBefore = settled;
    take();
    double seconds = Math.max(1, now - lastNanos) / NANOS;
    points.add(
        new Point(
            (now - startNanos) / NANOS,
            (settled - settledBefore) * target.messagesPerSend() / seconds,
            interval.getValueAtPercentile(50) / NANOS_PER_MICRO,
            interval.getValueAtPercentile(99) / NANOS_PER_MICRO,
            meanBatch(before, gauges),
            gauges.level(),
            gauges.flushBytes(),
            micros(gauges.flushIntervalNanos()),
            micros(gauges.idlePauseNanos())));
    lastNanos = now;
  }

  private static Double micros(Long nanos) {
    return nanos == null ? null : nanos / NANOS_PER_MICRO;
  }

  /** Takes in what came since the last point, without a point: load no longer comes in. */
  void finish() {
    take();
    spent = target.resourceUse();
    wakeUps = wakeUpsOfServer();
  }

  /** Null where there is no server in a process of its own. */
  private WakeUps wakeUpsOfServer() {
    Map<String, Long> servers = target.processes();
    return servers.size() == 1 ? WakeUps.of(servers.values().iterator().next()) : null;
  }

  private void take() {
    interval.reset();
    for (int i = 0; i < lanes.size(); i++) {
      recycled.set(i, lanes.get(i).outcomes().takeLatencies(recycled.get(i)));
      interval.add(recycled.get(i));
    }
    total.add(interval);
    settled = lanes.stream().mapToLong(LoadWorker::settledSends).sum();
    processes.sample();
    gauges = target.gauges();
  }

  /** All latencies, nanoseconds. */
  Histogram latencies() {
    return total;
  }

  List<Point> points() {
    return points;
  }

  ProcessMeter processes() {
    return processes;
  }

  /** The costs per message. After {@link #finish}. */
  Efficiency efficiency(long messages) {
    Efficiency efficiency = spent.since(spentAtStart, messages);
    Long requests = spent.requestsSince(spentAtStart);
    return efficiency == null
            || wakeUpsAtStart == null
            || wakeUps == null
            || requests == null
            || requests == 0
        ? efficiency
        : efficiency.withWakeUps(wakeUps.since(wakeUpsAtStart) / (double) requests);
  }

  /** Of all the time; null if there are none to be seen. */
  Batches batches() {
    if (atStart.batches() < 0 || gauges.batches() < 0) {
      return null;
    }
    long count = gauges.batches() - atStart.batches();
    Map<String, Long> reasons = new TreeMap<>();
    gauges
        .batchesByReason()
        .forEach(
            (reason, batches) ->
                reasons.put(reason, batches - atStart.batchesByReason().getOrDefault(reason, 0L)));
    double divisor = Math.max(1, count);
    return new Batches(
        count,
        (gauges.batchedMessages() - atStart.batchedMessages()) / divisor,
        (gauges.batchedBytes() - atStart.batchedBytes()) / divisor,
        reasons);
  }

  private static Double meanBatch(Gauges before, Gauges now) {
    long batches = now.batches() - before.batches();
    if (before.batches() < 0 || batches <= 0) {
      return null;
    }
    return (double) (now.batchedMessages() - before.batchedMessages()) / batches;
  }
}
