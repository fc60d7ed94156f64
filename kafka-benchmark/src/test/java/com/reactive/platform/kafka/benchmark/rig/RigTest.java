package com.reactive.platform.kafka.benchmark.rig;

import static com.reactive.platform.kafka.benchmark.rig.RigRuns.PATIENCE;
import static com.reactive.platform.kafka.benchmark.rig.RigRuns.rig;
import static com.reactive.platform.kafka.benchmark.rig.RigRuns.run;
import static com.reactive.platform.kafka.benchmark.rig.RigRuns.sleep;
import static com.reactive.platform.kafka.benchmark.rig.RigRuns.turn;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The whole rig with real threads and a log in memory. No test rests on how fast the machine is.
 */
@Timeout(300)
class RigTest {
  private static final Load CLOSED = closed(2, 8);

  @Test
  void whatIsRightPasses() throws InterruptedException {
    RunResult result = run(new MemoryTarget(3, "all"), CLOSED);

    assertThat(result.verdict()).as("%s", result.reasons()).isEqualTo(Verdict.PASS);
    assertThat(result.verification().verified()).isTrue();
    assertThat(result.verification().found()).isEqualTo(result.verification().sent()).isPositive();
    assertThat(result.verification().records()).isEqualTo(result.verification().sent() / 3);
    assertThat(result.rates().send()).isPositive();
    assertThat(result.efficiency().submitMicros()).isPositive();
    assertThat(result.rates().transactional()).isEqualTo(result.rates().sustained());
    assertThat(result.rates().sustained()).isLessThanOrEqualTo(result.rates().send());
    assertThat(result.latency().count())
        .isEqualTo(Math.round(result.rates().send() * result.seconds()))
        .isLessThanOrEqualTo(result.verification().sent());
    assertThat(result.latency().percentiles()).hasSizeGreaterThan(10);
    assertThat(result.processes())
        .singleElement()
        .satisfies(
            cost -> {
              assertThat(cost.process()).isEqualTo("load");
              assertThat(cost.cpuMicrosPerMessage()).isPositive();
              assertThat(cost.rssMegabytes() > 0)
                  .isEqualTo(Files.exists(Path.of("/proc/self/status")));
            });
    assertThat(result.settings()).isEqualTo(Map.of("acks", "all"));
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("rig-lane"));
  }

  /** An answer that comes before Kafka's: what it promised must be there all the same. */
  @Test
  void anEarlyAnswerIsHeldToItsWord() throws InterruptedException {
    RunResult kept = run(new EarlyTarget(true), CLOSED);
    assertThat(kept.verdict()).as("%s", kept.reasons()).isEqualTo(Verdict.PASS);
    assertThat(kept.verification().verified()).isTrue();
    assertThat(kept.rates().transactional()).isNull();

    RunResult broken = run(new EarlyTarget(false), CLOSED);
    assertThat(broken.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(broken.verification().lost()).isEqualTo(1);
  }

  /** Acknowledges, and stores afterwards, or forgets the first send of the first lane. */
  private static final class EarlyTarget extends MemoryTarget {
    private final boolean keepsItsWord;

    EarlyTarget(boolean keepsItsWord) {
      super(1, Destination.EARLY);
      this.keepsItsWord = keepsItsWord;
    }

    @Override
    void land(SessionContext lane, long firstSequence, long intendedNanos) {
      lane.outcomes().acked(firstSequence, intendedNanos);
      if (keepsItsWord || firstSequence > 0 || lane.index() > 0) {
        log.append(record(lane, firstSequence, 1, intendedNanos));
      }
    }
  }

  @Test
  void whereNothingMayLandNothingDoes() throws InterruptedException {
    RunResult clean = run(new LeakyTarget(Long.MAX_VALUE), CLOSED);
    assertThat(clean.verdict()).as("%s", clean.reasons()).isEqualTo(Verdict.PASS);
    assertThat(clean.verification().applicable()).isFalse();
    assertThat(clean.rates().transactional()).isNull();

    RunResult leaky = run(new LeakyTarget(0), CLOSED);
    assertThat(leaky.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(leaky.verification().phantom()).isEqualTo(CLOSED.lanes());
    assertThat(leaky.reasons()).anyMatch(reason -> reason.contains("must stay empty"));
  }

  /** Stores nothing but this one send of each lane. */
  private static final class LeakyTarget extends MemoryTarget {
    private final long leaked;

    LeakyTarget(long leaked) {
      super(1, "all");
      this.leaked = leaked;
    }

    @Override
    void land(SessionContext lane, long firstSequence, long intendedNanos) {
      if (firstSequence == leaked) {
        log.append(record(lane, firstSequence, 1, intendedNanos));
      }
      lane.outcomes().acked(firstSequence, intendedNanos);
    }

    @Override
    public Optional<Destination> destination() {
      return Optional.of(Destination.ofNothing("t"));
    }
  }

  @Test
  void theWarmUpIsNotMeasured() throws InterruptedException {
    MemoryTarget target =
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            if (firstSequence == 0) {
              sleep(1_100); // beyond the warm-up in which it was sent
            }
            return super.take(lane, firstSequence, intendedNanos);
          }
        };
    Load load = new Load("l", LoadKind.CLOSED, 1, 1, 0, 1, 0.4, MemoryTarget.BYTES, Payload.RANDOM);
    RunResult result = run(target, load);

    assertThat(result.latency().count()).isLessThan(result.verification().sent());
    assertThat(Math.round(result.rates().send() * result.seconds()))
        .isEqualTo(result.latency().count());
  }

  @Test
  void neverMoreInFlightThanAllowed() throws InterruptedException {
    AtomicLong inFlight = new AtomicLong();
    AtomicLong most = new AtomicLong();
    MemoryTarget target =
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            return super.take(lane, firstSequence, intendedNanos);
          }

          @Override
          void land(SessionContext lane, long firstSequence, long intendedNanos) {
            inFlight.decrementAndGet();
            super.land(lane, firstSequence, intendedNanos);
          }
        };

    assertThat(run(target, closed(2, 5)).verdict()).isEqualTo(Verdict.PASS);
    assertThat(most.get()).isBetween(1L, 5L);
  }

  @Test
  void refusalsAreTriedAgainWithTheSameSequence() throws InterruptedException {
    AtomicLong tries = new AtomicLong();
    MemoryTarget target =
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            return tries.incrementAndGet() % 3 == 0
                && super.take(lane, firstSequence, intendedNanos);
          }
        };
    Iteration turn = turn(target, CLOSED);

    assertThat(turn.result().verdict()).isEqualTo(Verdict.PASS);
    assertThat(turn.refusals()).isGreaterThan(turn.result().verification().sent());
  }

  @Test
  void atAcksZeroItTakesUntilTheLogHasIt() throws InterruptedException {
    MemoryTarget target =
        new MemoryTarget(1, "0") {
          private volatile byte[] late;

          @Override
          void land(SessionContext lane, long firstSequence, long intendedNanos) {
            if (firstSequence == 0 && lane.index() == 0) {
              late = record(lane, firstSequence, 1, intendedNanos);
              lane.outcomes().acked(firstSequence, intendedNanos);
            } else {
              super.land(lane, firstSequence, intendedNanos);
            }
          }

          @Override
          public void drain(Duration timeout) {
            kafka.execute(
                () -> {
                  sleep(1_500); // longer than a log must be quiet
                  log.append(late);
                });
          }
        };
    RunResult result;
    try (target) {
      result = rig(target, PATIENCE, PATIENCE).run(target, Role.SUBJECT, CLOSED).result();
    }

    assertThat(result.verdict()).as("%s", result.reasons()).isEqualTo(Verdict.PASS);
    assertThat(result.rates().transactional()).isNull();
    assertThat(result.rates().sustained()).isLessThan(0.25 * result.rates().send());
  }

  @Test
  void withoutALandingEveryMessageNeedsAnAnswer() throws InterruptedException {
    RunResult result =
        run(
            new MemoryTarget(1, "all") {
              @Override
              public Optional<Destination> destination() {
                return Optional.empty();
              }
            },
            CLOSED);

    assertThat(result.verification().applicable()).isFalse();
    assertThat(result.verification().verified()).isFalse();
    assertThat(result.rates().transactional()).isNull();
    assertThat(result.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aSecondCopyIsFoundEvenIfItLandsAfterItsRun() throws InterruptedException {
    try (MemoryTarget target = new MemoryTarget(1, "all")) {
      Rig rig = rig(target, PATIENCE);
      assertThat(rig.run(target, Role.SUBJECT, CLOSED).result().reasons()).isEmpty();
      target.log.append(target.log.last());

      RunResult next = rig.run(target, Role.SUBJECT, CLOSED).result();
      assertThat(next.verification().phantom()).isEqualTo(1);
      assertThat(next.reasons()).singleElement().asString().contains("1 of another run");
      assertThat(rig.run(target, Role.SUBJECT, CLOSED).result().reasons()).isEmpty();
    }
  }

  @Test
  void aSecondCopyAMomentAfterTheLastOutcomeIsADuplicate() throws InterruptedException {
    MemoryTarget target = new MemoryTarget(1, "all");
    target.log.repeatAfterRead();
    RunResult result = run(target, CLOSED);
    assertThat(result.verification().duplicated()).isEqualTo(1);
    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aSecondOutcomeIsFound() throws InterruptedException {
    assertFails(
        new MemoryTarget(1, "all") {
          @Override
          void land(SessionContext lane, long firstSequence, long intendedNanos) {
            super.land(lane, firstSequence, intendedNanos);
            if (firstSequence == 5) {
              lane.outcomes().unknown(firstSequence, intendedNanos);
            }
          }
        },
        "2 outcomes of sends that had one or were never made");
  }

  @Test
  void outcomesOfNothingAreFound() throws InterruptedException {
    assertFails(
        new MemoryTarget(2, "all") {
          @Override
          void land(SessionContext lane, long firstSequence, long intendedNanos) {
            super.land(lane, firstSequence, intendedNanos);
            if (firstSequence == 4) {
              lane.outcomes().acked(firstSequence + 1, intendedNanos);
            }
          }
        },
        "2 outcomes of sends that had one or were never made");
  }

  @Test
  void whatHasNoOutcomeOrABadOneFails() throws InterruptedException {
    RunResult result =
        run(
            new MemoryTarget(1, "all") {
              @Override
              void land(SessionContext lane, long firstSequence, long intendedNanos) {
                switch ((int) firstSequence) {
                  case 1 -> lane.outcomes().notWritten(firstSequence, intendedNanos);
                  case 2 -> lane.outcomes().unknown(firstSequence, intendedNanos);
                  case 3 -> {}
                  default -> super.land(lane, firstSequence, intendedNanos);
                }
              }
            },
            closed(1, 8),
            Duration.ofSeconds(3));

    assertThat(result.reasons())
        .containsExactly(
            "1 messages without an outcome",
            "1 messages were not written",
            "1 messages are possibly not in Kafka");
    assertThat(result.verification().verified()).isTrue();
  }

  @Test
  void aTargetsNewComplaintsExplainAFailureAndMakeNone() throws InterruptedException {
    assertThat(run(new Complaining(true), CLOSED).reasons()).isEmpty();

    assertThat(run(new Complaining(false), CLOSED).reasons())
        .contains("503 came 7 times")
        .doesNotContain("an old story");
  }

  private static final class Complaining extends MemoryTarget {
    private final boolean succeeds;
    private boolean ran;

    Complaining(boolean succeeds) {
      super(1, "all");
      this.succeeds = succeeds;
    }

    @Override
    void land(SessionContext lane, long firstSequence, long intendedNanos) {
      if (succeeds || firstSequence > 0) {
        super.land(lane, firstSequence, intendedNanos);
      } else {
        lane.outcomes().notWritten(firstSequence, intendedNanos);
      }
    }

    @Override
    public void drain(Duration timeout) {
      ran = true;
    }

    @Override
    public List<String> problems() {
      return ran ? List.of("an old story", "503 came 7 times") : List.of("an old story");
    }
  }

  @Test
  void aLaneThatThrowsOrDoesNotOpenIsAReason() throws InterruptedException {
    assertFails(
        new MemoryTarget(1, "all") {
          @Override
          boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
            if (lane.index() == 1 && firstSequence == 10) {
              throw new IllegalStateException("bad day");
            }
            return super.take(lane, firstSequence, intendedNanos);
          }
        },
        "lane 1 threw java.lang.IllegalStateException: bad day");
    assertFails(
        new MemoryTarget(1, "all") {
          @Override
          public TargetSession openSession(SessionContext context) throws IOException {
            throw new IOException("no route");
          }
        },
        "lane 0 could not be opened: java.io.IOException: no route");
  }

  @Test
  void aLogThatIsGoneIsAReasonBeforeAndAfter() throws InterruptedException {
    MemoryTarget goneBefore = new MemoryTarget(1, "all");
    goneBefore.log.vanish();
    assertFails(goneBefore, "the run was not begun: Kafka could not be asked: it is gone");

    assertFails(
        new MemoryTarget(1, "0") {
          @Override
          public void drain(Duration timeout) {
            log.vanish();
          }
        },
        "not verified: lost");
  }

  private static void assertFails(Target target, String reason) throws InterruptedException {
    RunResult result = run(target, CLOSED);
    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.reasons()).anySatisfy(text -> assertThat(text).startsWith(reason));
  }

  private static Load closed(int lanes, int concurrency) {
    return new Load(
        "closed",
        LoadKind.CLOSED,
        lanes,
        concurrency,
        0,
        0.05,
        0.4,
        MemoryTarget.BYTES,
        Payload.RANDOM);
  }
}
