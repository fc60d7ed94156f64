package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.MICRO;
import static com.reactive.platform.gateway.microbatch.BrokerModel.MILLI;
import static com.reactive.platform.gateway.microbatch.BrokerModel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationController;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.OutsideCost;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.Windows;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The batcher is simulated at each load with each H. Then calibration learns from windows with
 * these figures and some noise: from a cold start it comes within a tenth of the best H, soon, and
 * trying costs little rate.
 */
class PauseLearningTest {
  private static final int SEEDS = 25;
  private static final int WINDOWS_TO_LEARN = 30;
  private static final int WINDOWS = 60;
  private static final double WITHIN = 0.9;
  private static final double MOST_RATE_LOST = 0.02;
  private static final long BUDGET_NANOS = 20 * MILLI;
  private static final OutsideCost OUTSIDE =
      new OutsideCost(BrokerModel.REQUEST_NANOS, BrokerModel.MEGABYTE_NANOS);

  /** One load on a broker so far away. */
  record Case(double eventsPerSecond, boolean evenly, int clients, long latencyNanos) {
    static Case open(double eventsPerSecond, long latencyNanos) {
      return new Case(eventsPerSecond, false, 0, latencyNanos);
    }

    /** At equal distances; each of two loops of a gateway gets half of its load. */
    static Case evenlyHalf(double eventsPerSecond) {
      return new Case(eventsPerSecond / 2, true, 0, 250 * MICRO);
    }

    static Case closed(int clients) {
      return new Case(0, false, clients, 250 * MICRO);
    }

    PressureLevel level() {
      return clients > 0
          ? PressureLevel.L6_THROUGHPUT
          : PressureLevel.fromRequestRate(Math.round(10 * eventsPerSecond));
    }

    /** What a window of two seconds shows with this H in force. */
    Observation simulated(long pauseNanos, long seed) {
      BatcherConfig config =
          new BatcherConfig(1, 4 << 20, 1 << 14, 1 << 20, BUDGET_NANOS, pauseNanos);
      FlushLimits limits =
          new FlushLimits(1 << 20, Math.max(BUDGET_NANOS / 2, pauseNanos), pauseNanos);
      BatchCalibration fixed =
          new BatchCalibration(
              config().withPausing(true).withExploring(false), RecordingStore.startingAt(limits));
      Simulation simulation =
          new Simulation(config, BrokerModel.NATIVE.withLatency(latencyNanos), fixed, level());
      if (clients > 0) {
        new ClosedLoad(simulation, clients, 1, 200 * MICRO, seed);
      } else if (evenly) {
        OpenLoad.evenly(simulation, eventsPerSecond);
      } else {
        new OpenLoad(simulation, nanos -> eventsPerSecond, 1, 1, seed);
      }
      simulation.run(2 * SECOND);
      SimulationHarness.assertSound(simulation, seed);
      return simulation.observed();
    }
  }

  private static CalibrationConfig config() {
    return SimulationHarness.config(BUDGET_NANOS / 1e3, 1)
        .withPausing(true)
        .withOutsideCost(OUTSIDE);
  }

  static Stream<Case> cases() {
    return Stream.of(
        Case.open(100, 250 * MICRO),
        Case.open(1_000, 250 * MICRO),
        Case.open(2_000, 250 * MICRO),
        Case.open(5_000, 250 * MICRO),
        Case.open(10_000, 250 * MICRO),
        Case.open(20_000, 250 * MICRO),
        Case.open(10_000, 2 * MILLI),
        Case.open(5_000, 10 * MILLI),
        Case.evenlyHalf(100),
        Case.evenlyHalf(1_000),
        Case.evenlyHalf(2_000),
        Case.evenlyHalf(5_000),
        Case.evenlyHalf(10_000),
        Case.evenlyHalf(20_000),
        Case.closed(1),
        Case.closed(8),
        Case.closed(64),
        Case.closed(256));
  }

  /** What was simulated, by H. */
  private static Map<Long, Observation> figures(Case load) {
    Map<Long, Observation> byPause = new TreeMap<>();
    byPause.put(0L, load.simulated(0, 1));
    for (long pause = MILLI / 2; pause <= BUDGET_NANOS * 4 / 5; pause *= 2) {
      byPause.put(pause, load.simulated(pause, 1));
    }
    return byPause;
  }

  private static double score(Observation seen) {
    return Windows.score(seen, budgetNanos(seen.level()), OUTSIDE);
  }

  private static long budgetNanos(PressureLevel level) {
    return Math.min(BUDGET_NANOS, level.budgetNanos());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void comesNearTheBestPauseSoon(Case load) {
    Map<Long, Observation> figures = figures(load);
    double best = figures.values().stream().mapToDouble(PauseLearningTest::score).max().orElse(0);
    for (int seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(load, figures, seed);
      run.untilWindow(WINDOWS_TO_LEARN);
      assertThat(score(figures.get(run.best())))
          .as("H %d of %s, seed %d", run.best(), describe(figures), seed)
          .isGreaterThan(WITHIN * best);
      run.untilWindow(WINDOWS);
      assertThat(run.rateLost()).as("seed %d", seed).isLessThan(MOST_RATE_LOST);
    }
  }

  /** A line for each H. */
  static String describe(Map<Long, Observation> figures) {
    StringBuilder lines = new StringBuilder();
    figures.forEach(
        (pause, seen) ->
            lines.append(
                "%n%5.1f ms: %6.0f/s, p99 %5.2f ms, CPU %5.1f us, requests %4.0f per 1,000, score %.0f"
                    .formatted(
                        pause / 1e6,
                        seen.events() / (seen.wallNanos() / 1e9),
                        seen.p99Nanos() / 1e6,
                        (seen.cpuNanos() + 75e3 * seen.requests()) / 1e3 / seen.events(),
                        1e3 * seen.requests() / seen.events(),
                        score(seen))));
    return lines.toString();
  }

  /** A window of the incumbent and one of the trial: a minute of load is enough for that. */
  @Test
  void whatIsClearIsLearnedFromOneTrial() {
    Case load = Case.open(2_000, 250 * MICRO);
    Run run = new Run(load, figures(load), 1);
    run.untilWindow(2);
    assertThat(run.best()).isPositive();
  }

  /** Prints what was simulated and learned, for the documentation. */
  public static void main(String[] args) {
    cases()
        .forEach(
            load -> {
              Map<Long, Observation> figures = figures(load);
              Run run = new Run(load, figures, 1);
              run.untilWindow(WINDOWS_TO_LEARN);
              System.out.println(load + describe(figures) + "\nlearned " + run.best() / 1e6);
            });
  }

  /** Calibration of one level. */
  private static final class Run {
    private final Case load;
    private final Map<Long, Observation> figures;
    private final CalibrationController calibration;
    private final SplittableRandom noise;
    private FlushLimits served;
    private int windows;
    private double secondsServed;
    private double secondsWorth;

    Run(Case load, Map<Long, Observation> figures, long seed) {
      this.load = load;
      this.figures = figures;
      calibration = new CalibrationController(config().withSeed(seed));
      noise = new SplittableRandom(seed);
      served = calibration.best(load.level());
    }

    long best() {
      return calibration.best(load.level()).idlePauseNanos();
    }

    void untilWindow(int last) {
      while (windows < last) {
        windows++;
        boolean trial = !served.equals(calibration.best(load.level()));
        double seconds = 10;
        Observation seen = window(seconds);
        if (trial) {
          Observation first = window(1);
          if (calibration.isHopeless(first)) {
            seen = first;
            seconds = 1;
          }
        }
        double full = rate(calibration.best(load.level()).idlePauseNanos());
        secondsServed += seconds * Math.min(1, rate(served.idlePauseNanos()) / full);
        secondsWorth += seconds;
        served = calibration.observe(seen);
        if (seconds < 10) { // the rest of the window is the incumbent's
          secondsServed += 10 - seconds;
          secondsWorth += 10 - seconds;
          served = calibration.observe(window(10 - seconds));
        }
      }
    }

    double rateLost() {
      return 1 - secondsServed / secondsWorth;
    }

    private double rate(long pauseNanos) {
      Observation seen = figures.get(pauseNanos);
      return (double) seen.events() / seen.wallNanos();
    }

    private Observation window(double seconds) {
      Observation seen = figures.get(served.idlePauseNanos());
      double times = seconds * SECOND / seen.wallNanos();
      double events = seen.events() * times * noisy(0.01);
      return new Observation(
          load.level(),
          served,
          Math.round(events),
          Math.round(seen.bytes() * times),
          Math.round(seen.wallNanos() * times),
          Math.round(seen.cpuNanos() * times * noisy(0.02)),
          Math.round(seen.p99Nanos() * noisy(0.05)),
          seen.waitP99Nanos(),
          Math.round(seen.requests() * times),
          seen.saturated(),
          true);
    }

    private double noisy(double share) {
      return 1 + share * (2 * noise.nextDouble() - 1);
    }
  }
}
