package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import java.util.concurrent.TimeUnit;

/**
 * When one lane does what; all times as {@link System#nanoTime}.
 *
 * @param open whether sends are due at set times
 * @param startNanos of the load
 * @param measureNanos when the warm-up is over
 * @param endNanos of the load
 * @param firstNanos when the first send is due, open loop: lanes take turns
 * @param periodNanos from one send of this lane to its next, open loop
 */
record LoadSchedule(
    boolean open,
    long startNanos,
    long measureNanos,
    long endNanos,
    long firstNanos,
    double periodNanos) {
  /**
   * Time after the measured time in which acknowledgements of what was sent at its end still count.
   * A backlog that is worked off later was not kept up with and does not count, however many sends
   * may be in flight.
   */
  static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final double NANOS = 1e9;

  static LoadSchedule of(Load load, int lane, int messagesPerSend, long startNanos) {
    boolean open = load.kind() == LoadKind.OPEN;
    double spacing = open ? NANOS * messagesPerSend / load.messagesPerSecond() : 0;
    long measure = startNanos + (long) (load.warmupSeconds() * NANOS);
    return new LoadSchedule(
        open,
        startNanos,
        measure,
        measure + (long) (load.seconds() * NANOS),
        startNanos + (long) (spacing * lane),
        spacing * load.lanes());
  }

  /** When a send is due, counted from 0. */
  long dueNanos(long send) {
    return firstNanos + (long) (send * periodNanos);
  }

  /** Sends that are due while it is measured; 0 for a closed loop. */
  long dueWhileMeasured() {
    return open ? dueBefore(endNanos) - dueBefore(measureNanos) : 0;
  }

  /** Sends that are due before this time, open loop. */
  long dueBefore(long nanos) {
    return nanos <= firstNanos ? 0 : (long) Math.ceil((nanos - firstNanos) / periodNanos);
  }
}
