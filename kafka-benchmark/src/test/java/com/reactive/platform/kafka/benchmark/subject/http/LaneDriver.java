package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.Lane;
import com.reactive.platform.kafka.benchmark.subject.CountingOutcomes;
import java.util.concurrent.TimeUnit;

/** Sends over a lane as the rig does in a closed loop, until so many in all have an outcome. */
final class LaneDriver {
  private static final long GIVE_UP_SECONDS = 120;
  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private LaneDriver() {}

  static void send(Lane lane, long count, CountingOutcomes outcomes) {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(GIVE_UP_SECONDS);
    long sent = outcomes.total();
    while (outcomes.total() < count) {
      while (sent < count && lane.trySend(sent, System.nanoTime())) {
        sent++;
      }
      lane.await(sent % 2 == 0 ? WAIT_NANOS : WAIT_NANOS / 50);
      if (System.nanoTime() - giveUp > 0) {
        throw new AssertionError(outcomes.total() + " outcomes of " + sent + " sends");
      }
    }
  }
}
