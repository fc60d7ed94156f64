package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import com.reactive.platform.kafka.benchmark.subject.CountingOutcomes;
import java.util.concurrent.TimeUnit;

/** Sends over a lane as the rig does in a closed loop, until so many in all have an outcome. */
final class SessionDriver {
  private static final long GIVE_UP_SECONDS = 120;
  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private SessionDriver() {}

  static void send(TargetSession session, long count, CountingOutcomes outcomes) {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(GIVE_UP_SECONDS);
    long sent = outcomes.total();
    while (outcomes.total() < count) {
      while (sent < count && session.trySend(sent, System.nanoTime())) {
        sent++;
      }
      session.await(sent % 2 == 0 ? WAIT_NANOS : WAIT_NANOS / 50);
      if (System.nanoTime() - giveUp > 0) {
        throw new AssertionError(outcomes.total() + " outcomes of " + sent + " sends");
      }
    }
  }
}
