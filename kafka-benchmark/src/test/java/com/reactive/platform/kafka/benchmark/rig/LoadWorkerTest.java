package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LoadWorkerTest {
  private final CompletableFuture<Long> start = new CompletableFuture<>();
  private final MessageFormat format = new MessageFormat(1, MemoryTarget.BYTES, Payload.RANDOM);

  @Test
  void aFullLedgerEndsTheLoadAndSaysSo() {
    MemoryTarget target =
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            lane.outcomes().acked(firstSequence, intendedNanos);
            return true;
          }
        };
    LoadWorker lane =
        new LoadWorker(
            target, load(LoadKind.CLOSED, 0, 200), format, 0, new SendLedger(1), false, start);
    start.complete(System.nanoTime());
    lane.run();

    assertThat(lane.sent()).isEqualTo(262_144);
    assertThat(lane.openSends()).isZero();
    assertThat(lane.failure())
        .isEqualTo("lane 0 sent 262,144 times, and more outcomes are not kept: shorten the run");
  }

  /** As after a pause of the machine; else its run would have failed without a fault. */
  @Test
  void aLaneThatWakesUpAfterItsTimeSendsAllTheSame() {
    MemoryTarget target =
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            lane.outcomes().acked(firstSequence, intendedNanos);
            return true;
          }
        };
    for (Load load : List.of(load(LoadKind.CLOSED, 0, 1), load(LoadKind.OPEN, 4, 1))) {
      long longAgoNanos = System.nanoTime() - TimeUnit.MINUTES.toNanos(1);
      LoadWorker lane =
          new LoadWorker(
              target,
              load,
              format,
              0,
              new SendLedger(1),
              false,
              CompletableFuture.completedFuture(longAgoNanos));

      lane.run();

      assertThat(lane.failure()).isEmpty();
      assertThat(lane.sent()).isBetween(1L, 16L);
      assertThat(lane.measuredFrom()).isZero();
    }
  }

  @Test
  void intendedTimesAreThoseOfTheSchedule() {
    List<Long> intended = new ArrayList<>();
    MemoryTarget target =
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            assertThat(intendedNanos - System.nanoTime()).isLessThanOrEqualTo(0);
            intended.add(intendedNanos);
            lane.outcomes().acked(firstSequence, intendedNanos);
            return true;
          }
        };
    Load load = load(LoadKind.OPEN, 100, 0.5);
    LoadWorker lane = new LoadWorker(target, load, format, 0, new SendLedger(1), false, start);
    long startNanos = System.nanoTime();
    start.complete(startNanos);
    lane.run();

    assertThat(lane.failure()).isEmpty();
    for (int i = 0; i < intended.size(); i++) {
      assertThat(intended.get(i)).isEqualTo(startNanos + i * 10_000_000L);
    }
  }

  @Test
  void waitingForSlotsOrDueTimesDoesNotSpin() {
    MemoryTarget neverAnswers =
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            return true;
          }
        };
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (Load load : List.of(load(LoadKind.CLOSED, 0, 1), load(LoadKind.OPEN, 4, 1))) {
      CompletableFuture<Long> now = CompletableFuture.completedFuture(System.nanoTime());
      LoadWorker lane =
          new LoadWorker(neverAnswers, load, format, 0, new SendLedger(1), false, now);
      long before = threads.getCurrentThreadCpuTime();
      releaseAfterwards(lane);
      lane.run();
      assertThat(threads.getCurrentThreadCpuTime() - before)
          .isLessThan(TimeUnit.MILLISECONDS.toNanos(500));
      assertThat(lane.openSends()).isPositive();
    }
  }

  private static void releaseAfterwards(LoadWorker lane) {
    new Thread(
            () -> {
              try {
                lane.awaitLoaded(TimeUnit.SECONDS.toNanos(30));
                lane.release();
              } catch (InterruptedException e) {
                lane.release();
              }
            })
        .start();
  }

  private static Load load(LoadKind kind, double rate, double seconds) {
    return new Load("load", kind, 1, 4, rate, 0, seconds, MemoryTarget.BYTES, Payload.RANDOM);
  }
}
