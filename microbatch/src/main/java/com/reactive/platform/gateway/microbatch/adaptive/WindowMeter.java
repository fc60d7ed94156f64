package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Measures a window for calibration: events, bytes, CPU time, p99 of the time from submit to
 * completion, and whether submits were refused.
 *
 * <p>A batch counts at its completion, with all its messages as old as its oldest one: cheap, and
 * never better than the truth. A batch that was submitted before the window counts as events, but
 * its latency is that of other limits. One that failed makes the window unsteady: failing is quick
 * and cheap, and must not be learned. Completions come from any thread; the rest is one thread's.
 */
public final class WindowMeter {
  private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

  /**
   * Share of a growing backlog: where what waits grew or shrank by more than this share of what was
   * completed, the sink and not the clients set the rate, and latencies tell of the backlog and not
   * of the limits.
   */
  private static final double BACKLOG_SHARE = 0.1;

  private final LongSupplier nanoClock;
  private final LongSupplier cpuNanos;
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Recorder latencies = new Recorder(LONGEST_NANOS, 2);
  private Histogram window;
  private LoadSample startLoad;
  private long startCompleted;
  private long startFailed;
  private volatile long startNanos;
  private long startCpuNanos;

  /**
   * @param nanoClock as {@link System#nanoTime}
   * @param cpuNanos CPU time of the process so far, nanoseconds; negative if unknown
   */
  public WindowMeter(LongSupplier nanoClock, LongSupplier cpuNanos) {
    this.nanoClock = nanoClock;
    this.cpuNanos = cpuNanos;
  }

  /** Of this process, by the system's clock. */
  public static WindowMeter ofThisProcess() {
    return new WindowMeter(System::nanoTime, ProcessCpu::nanos);
  }

  /** So many messages failed now. Any thread. */
  public void failed(int messages) {
    failed.add(messages);
  }

  /** So many messages were completed now, of which the oldest was submitted then. Any thread. */
  public void completed(long oldestNanos, int messages) {
    completed.add(messages);
    if (oldestNanos - startNanos < 0) {
      return;
    }
    long nanos = nanoClock.getAsLong() - oldestNanos;
    latencies.recordValueWithCount(Math.min(Math.max(nanos, 0), LONGEST_NANOS), messages);
  }

  /** Begins a window, and forgets the one before. */
  public void start(LoadSample load) {
    window = latencies.getIntervalHistogram(window);
    startLoad = load;
    startCompleted = completed.sum();
    startFailed = failed.sum();
    startNanos = nanoClock.getAsLong();
    startCpuNanos = cpuNanos.getAsLong();
  }

  /** The observation of the window since {@link #start}; the next one begins. */
  public Observation end(PressureLevel level, FlushLimits limits, LoadSample load, boolean steady) {
    LoadSample before = startLoad;
    long sinceCompleted = startCompleted;
    long sinceFailed = startFailed;
    long sinceNanos = startNanos;
    long sinceCpuNanos = startCpuNanos;
    start(load);
    long events = startCompleted - sinceCompleted;
    long backlogChange = Math.abs(load.pendingMessages() - before.pendingMessages());
    return new Observation(
        level,
        limits,
        events,
        load.sentBytes() - before.sentBytes(),
        startNanos - sinceNanos,
        startCpuNanos < 0 || sinceCpuNanos < 0 ? -1 : startCpuNanos - sinceCpuNanos,
        window.getTotalCount() == 0 ? -1 : window.getValueAtPercentile(99),
        load.refusedFull() > before.refusedFull() || backlogChange > BACKLOG_SHARE * events,
        steady && startFailed == sinceFailed);
  }
}
