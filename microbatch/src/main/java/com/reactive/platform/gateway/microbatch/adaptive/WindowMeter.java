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
  /** The counts at one moment. */
  private record Moment(LoadSample load, long completed, long failed, long nanos, long cpuNanos) {}

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
  private final Recorder waits = new Recorder(LONGEST_NANOS, 2);
  private final Histogram window = new Histogram(LONGEST_NANOS, 2);
  private final Histogram waited = new Histogram(LONGEST_NANOS, 2);
  private Moment start;
  private volatile long startNanos;

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

  /**
   * So many messages were handed to an idle sink, and the oldest of them had waited so long,
   * nanoseconds. Any thread.
   */
  public void handedOver(long oldestWaitedNanos, int messages) {
    waits.recordValueWithCount(Math.min(Math.max(oldestWaitedNanos, 0), LONGEST_NANOS), messages);
  }

  /** Begins a window, and forgets the one before. */
  public void start(LoadSample load) {
    latencies.reset();
    waits.reset();
    begin(moment(load));
  }

  /** The observation of the window since {@link #start}; the next one begins. */
  public Observation end(PressureLevel level, FlushLimits limits, LoadSample load, boolean steady) {
    Moment now = moment(load);
    Observation seen = observed(level, limits, now, steady);
    begin(now);
    return seen;
  }

  /** The observation of the window since {@link #start}, which goes on. */
  public Observation soFar(
      PressureLevel level, FlushLimits limits, LoadSample load, boolean steady) {
    return observed(level, limits, moment(load), steady);
  }

  private Moment moment(LoadSample load) {
    return new Moment(
        load, completed.sum(), failed.sum(), nanoClock.getAsLong(), cpuNanos.getAsLong());
  }

  private void begin(Moment now) {
    start = now;
    startNanos = now.nanos;
    window.reset();
    waited.reset();
  }

  private Observation observed(
      PressureLevel level, FlushLimits limits, Moment now, boolean steady) {
    addTo(window, latencies);
    addTo(waited, waits);
    LoadSample before = start.load;
    LoadSample load = now.load;
    long events = now.completed - start.completed;
    long backlogChange = Math.abs(load.pendingMessages() - before.pendingMessages());
    return new Observation(
        level,
        limits,
        events,
        load.sentBytes() - before.sentBytes(),
        now.nanos - start.nanos,
        now.cpuNanos < 0 || start.cpuNanos < 0 ? -1 : now.cpuNanos - start.cpuNanos,
        p99(window),
        p99(waited),
        load.requests() - before.requests(),
        load.wireBytes() < 0 || before.wireBytes() < 0 ? -1 : load.wireBytes() - before.wireBytes(),
        load.refusedFull() > before.refusedFull() || backlogChange > BACKLOG_SHARE * events,
        steady && now.failed == start.failed);
  }

  private static void addTo(Histogram all, Recorder recent) {
    all.add(recent.getIntervalHistogram());
  }

  private static long p99(Histogram nanos) {
    return nanos.getTotalCount() == 0 ? -1 : nanos.getValueAtPercentile(99);
  }
}
