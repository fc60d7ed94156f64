package com.reactive.platform.gateway.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Measures the latency of events by stage, for {@code /status}. Only with {@code
 * diagnostics.stages}, since it reads the clock a dozen times per event; without, there is no
 * object of this class, and each place that would measure has one branch instead.
 *
 * <p>Counted are the events that Kafka has and that waited for it (not those answered 202), from
 * the start or the last {@link #reset} on. Where requests are pipelined, a response that waits for
 * an older one counts as written. Each loop writes its own recorders, any thread reads the summary.
 */
public final class LatencyBreakdown {

  /**
   * The latencies of one stage, or of all together.
   *
   * @param stage its name in lower case, or {@code total}
   * @param count events
   * @param meanMicros microseconds, as the percentiles
   */
  public record Summary(
      String stage, long count, double meanMicros, double p50Micros, double p99Micros) {}

  private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int DIGITS = 2;
  private static final int TOTAL = LatencyStage.COUNT;

  /** The recorders of one loop; its thread only. */
  public static final class Loop {
    private final SingleWriterRecorder[] recorders =
        new SingleWriterRecorder[LatencyStage.COUNT + 1];
    private final List<StageTimestamps> unflushed = new ArrayList<>();
    private final long[] durations = new long[LatencyStage.COUNT];

    private Loop() {
      for (int i = 0; i < recorders.length; i++) {
        recorders[i] = new SingleWriterRecorder(1, MAX_NANOS, DIGITS);
      }
    }

    /** The response to this event is decided. */
    public void responded(StageTimestamps timestamps) {
      timestamps.end(LatencyStage.ANSWER);
      unflushed.add(timestamps);
    }

    /** All channels that had responses were flushed. */
    public void flushed() {
      long now = System.nanoTime();
      for (int i = 0; i < unflushed.size(); i++) {
        StageTimestamps timestamps = unflushed.get(i);
        timestamps.end(LatencyStage.FLUSH, now);
        record(TOTAL, timestamps.durations(durations));
        for (int stage = 0; stage < LatencyStage.COUNT; stage++) {
          record(stage, durations[stage]);
        }
      }
      unflushed.clear();
    }

    private void record(int at, long nanos) {
      recorders[at].recordValue(Math.min(nanos, MAX_NANOS));
    }
  }

  private static final List<LatencyStage> STAGES = List.of(LatencyStage.values());

  private final List<Loop> loops = new CopyOnWriteArrayList<>();
  private final Histogram[] seen = new Histogram[LatencyStage.COUNT + 1];

  public LatencyBreakdown() {
    for (int i = 0; i < seen.length; i++) {
      seen[i] = new Histogram(1, MAX_NANOS, DIGITS);
    }
  }

  /** For one more loop. */
  public Loop newLoop() {
    Loop loop = new Loop();
    loops.add(loop);
    return loop;
  }

  /** Forgets what was counted so far. From any thread; a loop that counts just now is not held. */
  public synchronized void reset() {
    for (int i = 0; i < seen.length; i++) {
      for (Loop loop : loops) {
        loop.recorders[i].reset();
      }
      seen[i].reset();
    }
  }

  /** Each stage, then the total. From any thread. */
  public synchronized List<Summary> summaries() {
    List<Summary> summaries = new ArrayList<>();
    for (int i = 0; i < seen.length; i++) {
      for (Loop loop : loops) {
        seen[i].add(loop.recorders[i].getIntervalHistogram());
      }
      String name = i == TOTAL ? "total" : STAGES.get(i).name().toLowerCase(Locale.ROOT);
      summaries.add(
          new Summary(
              name,
              seen[i].getTotalCount(),
              micros(seen[i].getMean()),
              micros((double) seen[i].getValueAtPercentile(50)),
              micros((double) seen[i].getValueAtPercentile(99))));
    }
    return summaries;
  }

  private static double micros(double nanos) {
    return Math.round(nanos / 10.0) / 100.0;
  }
}
