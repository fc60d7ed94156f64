package com.reactive.platform.reliability.abuse;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verification;
import com.reactive.platform.kafka.benchmark.rig.Iteration;
import com.reactive.platform.reliability.overload.StatusSample;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the turns showed. */
public final class SlowClientsReport {
  private static final double MOST_RATIO = 2;
  private static final int MOMENTS = 20;
  private static final double MICROS_PER_MILLI = 1e3;

  /**
   * Half of a turn.
   *
   * @param crowded with slow and idle clients
   * @param result of the healthy load
   * @param cutOff how many of the slow and idle ones the gateway ended meanwhile
   * @param turnedAway how many of those that came again it did not let in
   * @param overloaded how many unfinished bodies it answered 503
   * @param seen of the gateway meanwhile; empty where nobody looked
   */
  record Half(
      boolean crowded,
      RunResult result,
      long cutOff,
      long turnedAway,
      long overloaded,
      List<StatusSample> seen) {
    Half(
        boolean crowded,
        Iteration turn,
        long cutOff,
        long turnedAway,
        long overloaded,
        List<StatusSample> seen) {
      this(crowded, turn.result(), cutOff, turnedAway, overloaded, List.copyOf(seen));
    }

    /** Requests of the healthy load that were not answered as they should be. */
    long failed() {
      Verification seen = result.verification();
      return seen.notWritten() + seen.unknown() + seen.lost();
    }

    boolean sound() {
      return failed() == 0 && result.verification().verified() && result.latency().count() > 0;
    }

    private String line() {
      RunResult.Latency latency = result.latency();
      return String.format(
          "%-8s %12.0f %9.2f %9.2f %8d %9d %11d %6d%n",
          crowded ? "with" : "without",
          result.rates().sustained(),
          latency.p50() / MICROS_PER_MILLI,
          latency.p99() / MICROS_PER_MILLI,
          failed(),
          cutOff,
          turnedAway,
          overloaded);
    }

    /** Resident memory over time, at a few moments. */
    private String memory() {
      int step = Math.max(1, (seen.size() + MOMENTS - 1) / MOMENTS);
      return IntStream.range(0, seen.size())
          .filter(i -> i % step == 0 || i == seen.size() - 1)
          .mapToObj(i -> String.format("%.0f", seen.get(i).rssMegabytes()))
          .collect(Collectors.joining(" "));
    }
  }

  private final SlowClientsPlan plan;
  private final List<Half> halves;
  private final int unanswered;

  SlowClientsReport(SlowClientsPlan plan, List<Half> halves, int unanswered) {
    this.plan = plan;
    this.unanswered = unanswered;
    this.halves = List.copyOf(halves);
  }

  /** Whether no healthy request failed, and Kafka has what was acknowledged. */
  public boolean sound() {
    return halves.stream().allMatch(Half::sound);
  }

  /** How many unfinished bodies were answered 503. */
  long overloaded() {
    return halves.stream().mapToLong(Half::overloaded).sum();
  }

  /** How often the admin port answered in the crowd. */
  int answeredProbes() {
    return halves.stream().mapToInt(half -> half.seen().size()).sum();
  }

  /** The healthy load's p99 with the others by that without: medians of the turns. */
  double ratio() {
    return medianP99(true) / medianP99(false);
  }

  private double medianP99(boolean crowded) {
    double[] sorted =
        halves.stream()
            .filter(half -> half.crowded() == crowded)
            .mapToDouble(half -> half.result().latency().p99())
            .sorted()
            .toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** For people. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "%d slow and %d idle clients and %d unfinished bodies beside %d connections%n%n",
            plan.slow(), plan.idle(), plan.unfinished(), plan.connections()));
    text.append(
        String.format(
            "%-8s %12s %9s %9s %8s %9s %11s %6s%n",
            "", "events/s", "p50, ms", "p99, ms", "failed", "cut off", "turned away", "503"));
    halves.forEach(half -> text.append(half.line()));
    text.append(
        String.format(
            "%np99 with them / without: %.2f (target: at most %.0f, %s)%n",
            ratio(), MOST_RATIO, ratio() <= MOST_RATIO ? "reached" : "missed"));
    halves.stream()
        .filter(Half::crowded)
        .forEach(half -> text.append("RSS with them, MB: ").append(half.memory()).append("\n"));
    text.append(
        String.format(
            "admin port: answered %d times in the crowd, %d times not in two seconds%n",
            answeredProbes(), unanswered));
    halves.stream()
        .filter(half -> !half.sound())
        .forEach(
            half ->
                text.append(
                    String.format(
                        "%s: %s%n",
                        half.crowded() ? "with" : "without",
                        String.join("; ", half.result().reasons()))));
    return text.toString();
  }
}
