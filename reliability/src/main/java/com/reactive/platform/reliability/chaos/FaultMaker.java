package com.reactive.platform.reliability.chaos;

import com.reactive.platform.reliability.chaos.FaultSchedule.Planned;
import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.Fault.Injected;
import com.reactive.platform.reliability.fault.FaultException;
import com.reactive.platform.reliability.fault.TestBed;
import com.reactive.platform.reliability.oracle.TimeWindow;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Makes a fault, heals it, and waits until there are 201s again. Any number of threads. */
final class FaultMaker {
  /** As faults of other areas may go on meanwhile, it takes their longest, and then some. */
  private static final long RECOVERY_MILLIS = 180_000;

  /** Longer than the load's counts lag behind. */
  private static final long COUNTS_MILLIS = 200;

  private final TestBed bed;
  private final AckTimeline watch;
  private final AckTimeline doomed;
  private final long startNanos;
  private final Consumer<String> progress;

  /**
   * @param watch of the load for the first topic
   * @param doomed of that for the topic that may be deleted
   */
  FaultMaker(
      TestBed bed,
      AckTimeline watch,
      AckTimeline doomed,
      long startNanos,
      Consumer<String> progress) {
    this.bed = bed;
    this.watch = watch;
    this.doomed = doomed;
    this.startNanos = startNanos;
    this.progress = progress;
  }

  FaultOutcome make(Planned planned) throws InterruptedException {
    Optional<String> obstacle = planned.fault().obstacle(bed);
    if (obstacle.isPresent()) {
      progress.accept(planned.fault().name() + " skipped: " + obstacle.get());
      return FaultOutcome.skipped(planned, obstacle.get());
    }
    Making making = new Making(planned);
    try {
      making.go();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      making.problem =
          e instanceof FaultException
              ? e.getMessage()
              : e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    FaultOutcome outcome = making.outcome();
    progress.accept(ChaosText.line(outcome));
    return outcome;
  }

  /** One that is being made. */
  private final class Making {
    private final Planned planned;
    private final Map<Integer, Long> before = watch.counts();
    private final long fromNanos = System.nanoTime();
    private final long fromMillis = System.currentTimeMillis();
    private String hit = "";
    private long healedNanos;
    private long healedMillis;
    private long againMillis = -1;
    private long wholeMillis = -1;
    private String problem = "";

    Making(Planned planned) {
      this.planned = planned;
    }

    void go() throws Exception {
      Injected injected =
          planned.fault().injection().inject(bed, new SplittableRandom(planned.seed()));
      hit = injected.hit();
      try {
        TimeUnit.MILLISECONDS.sleep(planned.hold().toMillis());
      } finally {
        injected.healing().heal();
        healedNanos = System.nanoTime();
        healedMillis = System.currentTimeMillis();
        hit = (hit + " " + injected.seen().get()).strip();
      }
      // What was counted by now may have been acknowledged while the fault was in force.
      againMillis = COUNTS_MILLIS + awaitAck(watch, "");
      if (planned.fault().area() == Area.KAFKA) {
        bed.awaitWhole();
        // While it is there: other areas' faults do not take its topic away.
        awaitAck(doomed, " of the second stream");
        wholeMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - healedNanos);
      }
    }

    private long awaitAck(AckTimeline stream, String which) throws InterruptedException {
      long sinceNanos = healedNanos + TimeUnit.MILLISECONDS.toNanos(COUNTS_MILLIS);
      long millis = stream.awaitAck(sinceNanos, RECOVERY_MILLIS);
      if (millis < 0) {
        throw new FaultException(
            "no 201" + which + " within " + RECOVERY_MILLIS / 1000 + " s of its healing");
      }
      return millis;
    }

    FaultOutcome outcome() {
      long now = System.nanoTime();
      long healed = healedNanos == 0 ? now : healedNanos;
      long toMillis = healedMillis == 0 ? System.currentTimeMillis() : healedMillis;
      return new FaultOutcome(
          planned,
          hit,
          TimeUnit.NANOSECONDS.toMillis(fromNanos - startNanos),
          TimeUnit.NANOSECONDS.toMillis(healed - fromNanos),
          watch.longestStallMillis(fromNanos, now),
          againMillis,
          wholeMillis,
          AckTimeline.between(before, watch.counts()),
          new TimeWindow(fromMillis, toMillis),
          problem,
          "");
    }
  }
}
