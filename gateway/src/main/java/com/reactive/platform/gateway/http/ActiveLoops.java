package com.reactive.platform.gateway.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How many event loops serve the connections that can move: those from 0 on. The fewer they are,
 * the more events come to one of them during a flight to Kafka, so the more a request carries and
 * the fewer there are. But each is only one thread.
 *
 * <p>So all of them serve as soon as one has much to do, and half as many whenever what all have to
 * do has left half of them room for a while:
 *
 * <pre>
 *   an active loop's load reaches 0.8,
 *   or nothing is heard of it for a second    all are active
 *   for 5 s, sum of loads &lt;= 0.6 x half       half of the active ones are
 * </pre>
 *
 * <p>Where that was wrong, because the load is uneven or comes back, the wait doubles.
 *
 * @param <L> what the loops are known by
 */
final class ActiveLoops<L> {
  private static final double MUCH = 0.8;
  private static final double ROOMY = 0.6;
  private static final long SHORTEST_CALM_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long LONGEST_CALM_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** All loops so soon after there were fewer: it was wrong to make them fewer. */
  private static final long SOON_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final boolean gathers;
  private final double[] loads;
  private final long[] toldNanos;
  private final List<L> loops = new ArrayList<>();
  private volatile int active;
  private long calmNanos = SHORTEST_CALM_NANOS;
  private long calmSinceNanos;
  private long gatheredNanos;

  /**
   * @param loops how many there are; at first all are active
   * @param gathers whether there may be fewer
   * @param nowNanos any clock's, the same one that {@link #update} is told
   */
  ActiveLoops(int loops, boolean gathers, long nowNanos) {
    this.gathers = gathers;
    loads = new double[loops];
    // Unknown is much.
    Arrays.fill(loads, 1);
    toldNanos = new long[loops];
    Arrays.fill(toldNanos, nowNanos);
    active = loops;
    calmSinceNanos = nowNanos;
    gatheredNanos = nowNanos - SOON_NANOS;
  }

  /** Takes the next of the loops, and gives it its index. Before anything else is asked. */
  int add(L loop) {
    loops.add(loop);
    return loops.size() - 1;
  }

  /**
   * The loop that is to serve a connection. Any thread.
   *
   * @param connection its number; those with one remainder by the number of loops were accepted by
   *     one loop, which is their home while all are active
   */
  L home(long connection) {
    return loops.get(homeIndex(connection));
  }

  int homeIndex(long connection) {
    return (int) (connection % active);
  }

  /** So many are active. Any thread. */
  int active() {
    return active;
  }

  /** All of them. Any thread. */
  List<L> loops() {
    return loops;
  }

  int all() {
    return loads.length;
  }

  /**
   * A loop tells its load, several times a second. Any thread.
   *
   * @param load 1 for as much as it can: the share of a processor that it needs, or twice the share
   *     of its buffers
   */
  synchronized void update(int loop, double load, long nowNanos) {
    boolean onTime = nowNanos - toldNanos[loop] < SILENT_NANOS; // Else all may have stood still.
    loads[loop] = load;
    toldNanos[loop] = nowNanos;
    if (!gathers) {
      return;
    }
    int half = active / 2;
    if ((load >= MUCH && loop < active) || (onTime && isOneSilent(nowNanos))) {
      spread(nowNanos);
    } else if (half == 0 || Arrays.stream(loads).sum() > ROOMY * half) {
      calmSinceNanos = nowNanos;
    } else if (nowNanos - calmSinceNanos >= calmNanos) {
      calmSinceNanos = nowNanos;
      gatheredNanos = nowNanos;
      serveBy(half);
    }
  }

  private boolean isOneSilent(long nowNanos) {
    for (int i = 0; i < active; i++) {
      if (nowNanos - toldNanos[i] >= SILENT_NANOS) {
        return true;
      }
    }
    return false;
  }

  /** From now on so many are active. */
  void serveBy(int first) {
    active = first;
  }

  private void spread(long nowNanos) {
    calmSinceNanos = nowNanos;
    if (active < loads.length) {
      boolean soon = nowNanos - gatheredNanos < SOON_NANOS;
      calmNanos = soon ? Math.min(2 * calmNanos, LONGEST_CALM_NANOS) : SHORTEST_CALM_NANOS;
      serveBy(loads.length);
    }
  }
}
