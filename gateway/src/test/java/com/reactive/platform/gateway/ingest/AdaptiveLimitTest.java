package com.reactive.platform.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Replays what a loop sees, ten times a second, with a clock of its own. */
class AdaptiveLimitTest {
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST = 65_536;

  private final AdaptiveLimit bound = new AdaptiveLimit(5 * SECOND, MOST, 0);
  private long now;
  private long acked;
  private int limit = MOST;

  /** A queue in front of Kafka: how many are in it, and how long the last acknowledged waited. */
  private double queue;

  /** One look after another: so many come and as many as Kafka can are acknowledged. */
  private void run(double seconds, double offeredPerSecond, double capacityPerSecond) {
    for (int i = 0; i < seconds * 10; i++) {
      now += LOOK;
      queue += Math.max(0, Math.min(offeredPerSecond / 10, limit - queue));
      double waited = capacityPerSecond == 0 ? -1 : queue / capacityPerSecond;
      double done = Math.min(queue, capacityPerSecond / 10);
      queue -= done;
      acked += Math.round(done);
      limit = bound.update(now, acked, Math.round(queue), (long) (waited * SECOND));
    }
  }

  @Test
  void aLowLoadIsNotBounded() {
    run(60, 10, 50_000);
    assertThat(limit).isEqualTo(MOST);
  }

  /** All wait for their turn, none for longer than the longest wait. */
  @Test
  void tenThousandClientsThatWaitForTheirAnswersAreNotTurnedAway() {
    for (int i = 0; i < 600; i++) {
      now += LOOK;
      acked += 300;
      limit = bound.update(now, acked, 10_000, Math.min(now, 10_000 * SECOND / 3_000));
      assertThat(limit).isGreaterThan(10_000);
    }
  }

  @Test
  void beyondCapacityAsManyMayWaitAsAreAcknowledgedInTheLongestWait() {
    run(30, 6_000, 2_000);
    assertThat(limit).isBetween(10_000, 10_500);
    assertThat(queue).isLessThanOrEqualTo(limit);
    run(30, 6_000, 200);
    assertThat(limit).as("Kafka has become slower").isBetween(1_000, 1_100);
    run(60, 100, 200);
    assertThat(limit).as("there is no queue any more").isEqualTo(MOST);
  }

  /** As a broker does whose quota is used up: all of a second at once, then nothing. */
  @Test
  void burstsCountForWhatTheyAreOnTheWhole() {
    for (int i = 0; i < 600; i++) {
      now += LOOK;
      acked += i % 10 < 2 ? 1_000 : 0;
      limit = bound.update(now, acked, 10_000, Math.min(now, 5 * SECOND));
      if (i > 100) {
        assertThat(limit).isBetween(9_000, 12_000);
      }
    }
  }

  /**
   * All that waits is taken at once, then nothing for as long as that was too much: the last ones
   * of a burst hardly waited, and still there is a queue. No more wait than two bursts have.
   */
  @Test
  void theLastOfABurstWhoHardlyWaitedAreNoSignOfCalm() {
    AdaptiveLimit bursts = new AdaptiveLimit(SECOND, MOST, 0);
    double capacity = 1_500;
    long mutedUntil = 0;
    for (int i = 0; i < 600; i++) {
      now += LOOK;
      queue += Math.max(0, Math.min(440, limit - queue));
      boolean sent = now >= mutedUntil;
      if (sent) {
        double taken = Math.min(queue, 2_000);
        mutedUntil = now + (long) (taken / capacity * SECOND);
        queue -= taken;
        acked += Math.round(taken);
      }
      limit = bursts.update(now, acked, Math.round(queue), sent ? LOOK : -1);
      if (i > 50) {
        assertThat(limit).as("at look " + i).isLessThanOrEqualTo(4_000);
      }
    }
  }

  /** What was asked for before is no measure of what can be done. */
  @Test
  void aQueueAfterALullIsJudgedByWhatIsDoneSince() {
    run(30, 10, 3_000);
    long lullNanos = now;
    for (int i = 0; i < 300; i++) {
      now += LOOK;
      acked += 300;
      long waited = Math.min(now - lullNanos, 10_000 * SECOND / 3_000);
      limit = bound.update(now, acked, 10_000, waited);
      assertThat(limit).isGreaterThan(10_000);
    }
  }

  /** Those who were taken in while nothing was known are not turned away when they come again. */
  @Test
  void aPauseAfterALullTurnsNobodyAwayWhoWasTakenIn() {
    run(30, 5, 3_000);
    long lullNanos = now;
    for (int i = 0; i < 200; i++) {
      now += LOOK;
      boolean paused = i < 20;
      acked += paused ? 0 : 300;
      limit = bound.update(now, acked, 10_000, paused ? -1 : Math.min(now - lullNanos, 3 * SECOND));
      assertThat(limit).isGreaterThanOrEqualTo(10_000);
    }
  }

  /** But only as long as they would wait at most. */
  @Test
  void afterTheLongestWaitItIsTheRateThatCounts() {
    run(30, 5, 3_000);
    for (int i = 0; i < 60; i++) {
      now += LOOK;
      limit = bound.update(now, acked, 10_000, -1);
    }
    assertThat(limit).as("a third more than is in flight").isEqualTo(13_334);
    for (int i = 0; i < 10; i++) {
      now += LOOK;
      limit = bound.update(now, acked, 10_000, -1);
    }
    assertThat(limit).isEqualTo(AdaptiveLimit.LEAST);
  }

  /** Half of the events wait for a partition without a leader, the others for nothing. */
  @Test
  void whatOnePartitionHoldsUpIsNoQueue() {
    for (int i = 0; i < 600; i++) {
      now += LOOK;
      acked += 50;
      limit = bound.update(now, acked, 7_500, i % 5 == 0 ? SECOND / 100 : 4 * SECOND);
      assertThat(limit).isEqualTo(MOST);
    }
  }

  @Test
  void aShortPauseIsWaitedThrough() {
    run(10, 1_000, 50_000);
    run(3, 1_000, 0);
    assertThat(limit).isGreaterThanOrEqualTo(5_000);
    assertThat(queue).as("all that came").isBetween(2_900.0, 3_100.0);
  }

  @Test
  void aLongPauseLeavesTheLeastAndItOpensQuickly() {
    run(10, 1_000, 50_000);
    run(12, 1_000, 0);
    assertThat(limit).isEqualTo(AdaptiveLimit.LEAST);
    queue = 0; // given up as unknown, which is no acknowledgement
    run(600, 1_000, 0);
    assertThat(limit).isEqualTo(AdaptiveLimit.LEAST);
    queue = 0;
    run(60, 0, 0);
    assertThat(limit).as("no news is no reason").isEqualTo(AdaptiveLimit.LEAST);
    run(1.5, 10_000, 50_000);
    assertThat(limit).isEqualTo(MOST);
  }

  /** A loop that stood still itself knows nothing of Kafka. */
  @Test
  void thatNobodyLookedIsNoPauseOfKafka() {
    run(10, 1_000, 50_000);
    now += 20 * SECOND;
    limit = bound.update(now, acked, 500, -1);
    assertThat(limit).isEqualTo(MOST);
  }

  /** What is acknowledged at once is not a queue, however much of it comes together. */
  @Test
  void aBurstAfterALullIsTaken() {
    run(60, 1, 50_000);
    run(1, 60_000, 50_000);
    assertThat(limit).isEqualTo(MOST);
  }
}
