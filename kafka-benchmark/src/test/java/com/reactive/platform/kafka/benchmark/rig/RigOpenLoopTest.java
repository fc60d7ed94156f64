package com.reactive.platform.kafka.benchmark.rig;

import static com.reactive.platform.kafka.benchmark.rig.RigRuns.PATIENCE;
import static com.reactive.platform.kafka.benchmark.rig.RigRuns.millis;
import static com.reactive.platform.kafka.benchmark.rig.RigRuns.rig;
import static com.reactive.platform.kafka.benchmark.rig.RigRuns.run;
import static com.reactive.platform.kafka.benchmark.rig.RigRuns.sleep;
import static com.reactive.platform.kafka.benchmark.rig.RigRuns.turn;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Open loops of the rig, with real threads: what was due counts, whether it was sent or not. */
@Timeout(300)
class RigOpenLoopTest {
  @Test
  void stallsCountInAnOpenLoop() throws InterruptedException {
    AtomicBoolean stalled = new AtomicBoolean();
    MemoryTarget target =
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            if (firstSequence == 500 && stalled.compareAndSet(false, true)) {
              sleep(300);
            }
            return super.take(lane, firstSequence, intendedNanos);
          }
        };
    Load load =
        new Load(
            "1,000/s", LoadKind.OPEN, 1, 4, 1_000, 0.2, 1.5, MemoryTarget.BYTES, Payload.RANDOM);
    Iteration turn = turn(target, load.withMinShare(0));

    // Sends were due every millisecond while nothing moved. Had each been timed from when it was
    // really made, one would have been slow.
    long slow =
        turn.latencies().getCountBetweenValues(millis(50), OutcomeRecorder.MAX_LATENCY_NANOS);
    assertThat(slow).isGreaterThanOrEqualTo(200);
    assertThat(turn.result().latency().max()).isGreaterThan(290_000);
    assertThat(turn.result().latency().p999()).isGreaterThan(200_000);
    assertThat(turn.result().offeredPerSecond()).isEqualTo(1_000);
  }

  /** 450 ms of 1.5 s: were only those timed that were sent, one of 1,050 would have been slow. */
  @Test
  void aStallThatLastsToTheEndCountsForAllThatWereDueMeanwhile() throws InterruptedException {
    MemoryTarget target =
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            if (firstSequence == 1_050) {
              // The load ends 450 ms later, or what another thread takes to say so.
              long end = intendedNanos + millis(2_000);
              while (end - System.nanoTime() >= 0) {
                sleep(1);
              }
            }
            return super.take(lane, firstSequence, intendedNanos);
          }
        };
    Load load =
        new Load("1,000/s", LoadKind.OPEN, 1, 4, 1_000, 0, 1.5, MemoryTarget.BYTES, Payload.RANDOM);
    RunResult result = run(target, load.withMinShare(0));

    assertThat(result.due().messages()).isEqualTo(1_500);
    // 449, and more on a slow machine; up to 15 less if it was late then: a burst of 16 goes on.
    assertThat(result.due().unsent()).isGreaterThanOrEqualTo(449 - 15);
    assertThat(result.latency().count()).isEqualTo(1_500);
    // The slowest of 1,500 waited 450 ms, each next one a millisecond less.
    assertThat(result.latency().p99()).isGreaterThan(430_000);
    assertThat(result.latency().p50()).isLessThan(result.latency().p99());
  }

  @Test
  void anOpenLoopOffersWhatItSays() throws InterruptedException {
    Load load =
        new Load(
            "2,000/s", LoadKind.OPEN, 2, 64, 2_000, 0.2, 1, MemoryTarget.BYTES, Payload.RANDOM);
    RunResult result = run(new MemoryTarget(1, "all"), load.withMinShare(0));

    assertThat(result.verdict()).isEqualTo(Verdict.PASS);
    assertThat(result.verification().sent()).isLessThanOrEqualTo(2_400);
    assertThat(result.series()).hasSizeBetween(1, 25);
    assertThat(result.series())
        .extracting(Point::second)
        .isSorted()
        .allSatisfy(second -> assertThat(second).isPositive());
  }

  @Test
  void underItsRateIsAReasonUnlessTheLoadSaysOtherwise() throws InterruptedException {
    MemoryTarget target =
        new MemoryTarget(1, "all") {
          @Override
          void land(SessionContext lane, long firstSequence, long intendedNanos) {
            sleep(5);
            super.land(lane, firstSequence, intendedNanos);
          }
        };
    Load load =
        new Load(
            "10,000/s", LoadKind.OPEN, 1, 4, 10_000, 0, 0.5, MemoryTarget.BYTES, Payload.RANDOM);

    RunResult result = run(target, load);
    assertThat(result.verification().verified()).isTrue();
    assertThat(result.reasons())
        .singleElement()
        .asString()
        .contains("of 5,000 due messages were acknowledged in time")
        .contains("at least 95.0 % is required");
  }

  @Test
  void aBacklogThatIsWorkedOffAfterTheLoadIsNotInTime() throws InterruptedException {
    MemoryTarget slow =
        new MemoryTarget(1, "all") {
          @Override
          void land(SessionContext lane, long firstSequence, long intendedNanos) {
            sleep(2);
            super.land(lane, firstSequence, intendedNanos);
          }
        };
    // All that is due may be in flight, so that every send is made in time.
    Load load =
        new Load(
            "2,000/s", LoadKind.OPEN, 1, 4_096, 2_000, 0, 0.5, MemoryTarget.BYTES, Payload.RANDOM);
    try (slow) {
      RunResult result = rig(slow, PATIENCE).run(slow, Role.SUBJECT, load).result();
      assertThat(result.verification().verified()).isTrue();
      assertThat(result.reasons())
          .singleElement()
          .asString()
          .contains("of 1,000 due messages were acknowledged in time");
    }
  }
}
