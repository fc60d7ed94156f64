package com.reactive.platform.gateway.microbatch;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Measures what calibration wants to know of a window: events, bytes, CPU time, p99 of the time
 * from submit to completion, and whether submits were refused.
 *
 * <p>A batch counts at its completion, with all its messages as old as its oldest one: cheap, and
 * never better than the truth. A batch that was submitted before the window counts as events, but
 * its latency is that of other limits. One that failed makes the window unsteady: failing is quick
 * and cheap, and must not be learned. Completions come from any thread; the rest is one thread's.
 */
final class WindowMeter implements BatchObserver {
  private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

  /**
   * Where what waits grew or shrank by more than this share of what was completed, the sink and not
   * the clients set the rate, and latencies tell of the backlog and not of the limits.
   */
  private static final double BACKLOG_SHARE = 0.1;

  private final LongSupplier nanoClock;
  private final LongSupplier cpuNanos;
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Recorder latencies = new Recorder(LONGEST_NANOS, 2);
  private Histogram window;
  private BatcherStats startStats;
  private long startCompleted;
  private long startFailed;
  private volatile long startNanos;
  private long startCpuNanos;

  /**
   * @param cpuNanos CPU time of the process so far, nanoseconds; negative if unknown
   */
  WindowMeter(LongSupplier nanoClock, LongSupplier cpuNanos) {
    this.nanoClock = nanoClock;
    this.cpuNanos = cpuNanos;
  }

  @Override
  public void batchCompleted(Batch batch) {
    if (batch.hasFailed()) {
      failed(batch.size());
    } else {
      completed(batch.oldestNanos(), batch.size());
    }
  }

  /** So many messages failed now. Any thread. */
  void failed(int messages) {
    failed.add(messages);
  }

  /** So many messages were completed now, of which the oldest was submitted then. Any thread. */
  void completed(long oldestNanos, int messages) {
    completed.add(messages);
    if (oldestNanos - startNanos < 0) {
      return;
    }
    long nanos = nanoClock.getAsLong() - oldestNanos;
    latencies.recordValueWithCount(Math.min(Math.max(nanos, 0), LONGEST_NANOS), messages);
  }

  /** Begins a window, and forgets the one before. */
  void start(BatcherStats stats) {
    window = latencies.getIntervalHistogram(window);
    startStats = stats;
    startCompleted = completed.sum();
    startFailed = failed.sum();
    startNanos = nanoClock.getAsLong();
    startCpuNanos = cpuNanos.getAsLong();
  }

  /** What the window since {@link #start} showed; the next one begins. */
  Observation end(PressureLevel level, FlushLimits limits, BatcherStats stats, boolean steady) {
    BatcherStats before = startStats;
    long sinceCompleted = startCompleted;
    long sinceFailed = startFailed;
    long sinceNanos = startNanos;
    long sinceCpuNanos = startCpuNanos;
    start(stats);
    long events = startCompleted - sinceCompleted;
    long backlogChange = Math.abs(stats.pendingMessages() - before.pendingMessages());
    return new Observation(
        level,
        limits,
        events,
        stats.bytes() - before.bytes(),
        startNanos - sinceNanos,
        startCpuNanos < 0 || sinceCpuNanos < 0 ? -1 : startCpuNanos - sinceCpuNanos,
        window.getTotalCount() == 0 ? -1 : window.getValueAtPercentile(99),
        stats.refusedFull() > before.refusedFull() || backlogChange > BACKLOG_SHARE * events,
        steady && startFailed == sinceFailed);
  }
}
