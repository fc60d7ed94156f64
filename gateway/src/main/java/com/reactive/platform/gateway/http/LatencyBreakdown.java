package com.reactive.platform.gateway.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Where the time of an event goes, stage by stage, for {@code /status}. Only with {@code
 * diagnostics.stages}, since it reads the clock a dozen times per event; without, there is no
 * object of this class, and each place that would measure has one branch instead.
 *
 * <p>Counted are the events that Kafka has and that waited for it (not those answered 202), from
 * the start or the last {@link #reset} on. Where requests are pipelined, an answer that waits for
 * an older one is taken for written. Each loop writes its own recorders, any thread reads the
 * summary.
 */
public final class LatencyBreakdown {

  /** The stages in the order of their course; each begins where the one before it ends. */
  public enum Stage {
    /** From the request's head until the body is there. */
    READ(0),
    /** The checks of the headers that concern the event, request id and event id. */
    IDS(1),
    /** JSON to Avro. */
    TRANSCODE(2),
    /** All that its record needs, framed for the sink. */
    FRAME(3),
    /** Into the stripe, and back in the loop. */
    STRIPE(4),
    /** From there until the sink tells the outcome: batching, the client, the broker. */
    KAFKA(5),
    /** From the sink's thread to the loop, behind others that came together. */
    HOP(6),
    /** What the answer is. */
    ANSWER(7),
    /** Until the bytes of all that were answered together are in their sockets. */
    FLUSH(8);

    static final int COUNT = values().length;

    /** Its place in the order, from 0. */
    final int index;

    Stage(int index) {
      this.index = index;
    }
  }

  /**
   * What was seen of one stage, or of all together.
   *
   * @param stage its name in lower case, or {@code total}
   * @param count events
   * @param meanMicros microseconds, as the percentiles
   */
  public record Summary(
      String stage, long count, double meanMicros, double p50Micros, double p99Micros) {}

  private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int DIGITS = 2;
  private static final int TOTAL = Stage.COUNT;

  /** What one loop measures; its thread only. */
  static final class Loop {
    private final SingleWriterRecorder[] recorders = new SingleWriterRecorder[Stage.COUNT + 1];
    private final List<StageTimestamps> unflushed = new ArrayList<>();
    private final long[] durations = new long[Stage.COUNT];

    private Loop() {
      for (int i = 0; i < recorders.length; i++) {
        recorders[i] = new SingleWriterRecorder(1, MAX_NANOS, DIGITS);
      }
    }

    /** The answer of this event is decided. */
    void answered(StageTimestamps marks) {
      marks.end(Stage.ANSWER);
      unflushed.add(marks);
    }

    /** All channels that had answers were flushed. */
    void flushed() {
      long now = System.nanoTime();
      for (int i = 0; i < unflushed.size(); i++) {
        StageTimestamps marks = unflushed.get(i);
        marks.end(Stage.FLUSH, now);
        record(TOTAL, marks.durations(durations));
        for (int stage = 0; stage < Stage.COUNT; stage++) {
          record(stage, durations[stage]);
        }
      }
      unflushed.clear();
    }

    private void record(int at, long nanos) {
      recorders[at].recordValue(Math.min(nanos, MAX_NANOS));
    }
  }

  private final List<Loop> loops = new CopyOnWriteArrayList<>();
  private final Histogram[] seen = new Histogram[Stage.COUNT + 1];

  LatencyBreakdown() {
    for (int i = 0; i < seen.length; i++) {
      seen[i] = new Histogram(1, MAX_NANOS, DIGITS);
    }
  }

  /** For one more loop. */
  Loop newLoop() {
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
      String name = i == TOTAL ? "total" : Stage.values()[i].name().toLowerCase(Locale.ROOT);
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
