package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One line of {@code history.jsonl}: what is kept of every run of a brochure.
 *
 * @param startedAt when it began, ISO-8601 in UTC
 * @param commit of the sources
 * @param version of the project
 * @param quick whether it was the short form
 * @param verdict of all of it
 * @param cpu model of the processor
 * @param cores processors that the JVM could use
 * @param jdk version and vendor
 * @param kafka {@code embedded}, bootstrap servers, or {@code none}
 * @param plan what was run and for how long, see {@link PlanPrint}
 * @param runs the figures of each target and load
 */
record HistoryEntry(
    String startedAt,
    String commit,
    String version,
    boolean quick,
    Verdict verdict,
    String cpu,
    int cores,
    String jdk,
    String kafka,
    String plan,
    List<Figures> runs) {

  HistoryEntry {
    Objects.requireNonNull(startedAt);
    Objects.requireNonNull(commit);
    Objects.requireNonNull(verdict);
    Objects.requireNonNull(cpu);
    Objects.requireNonNull(jdk);
    Objects.requireNonNull(kafka);
    Objects.requireNonNull(plan);
    runs = List.copyOf(runs);
  }

  /**
   * Figures of one target and load.
   *
   * @param message size and payload of the messages
   * @param perSecond rate that counts, see {@link KeyFigures}
   * @param p99Micros null if there is none
   * @param cpuMicrosPerMessage null if there is none
   */
  record Figures(
      String target,
      String load,
      String message,
      double perSecond,
      Double p99Micros,
      Double cpuMicrosPerMessage) {

    Figures {
      Objects.requireNonNull(target);
      Objects.requireNonNull(load);
      Objects.requireNonNull(message);
    }

    boolean isSameCase(Figures other) {
      return target.equals(other.target)
          && load.equals(other.load)
          && message.equals(other.message);
    }
  }

  static HistoryEntry of(BrochureResult result) {
    return new HistoryEntry(
        result.startedAt(),
        result.environment().commit(),
        result.environment().version(),
        result.quick(),
        result.verdict(),
        result.environment().cpu(),
        result.environment().cores(),
        result.environment().jdk(),
        result.environment().kafka(),
        PlanPrint.of(result.runs()),
        result.runs().stream().map(HistoryEntry::toFigures).toList());
  }

  private static Figures toFigures(RunResult run) {
    KeyFigures of = KeyFigures.of(run);
    return new Figures(
        run.target(),
        run.load(),
        Format.message(run),
        of.perSecond(),
        of.p99Micros(),
        of.cpuMicrosPerMessage());
  }

  /** Whether figures of both may be set side by side: the same plan on the same ground. */
  boolean isComparable(HistoryEntry other) {
    return quick == other.quick
        && plan.equals(other.plan)
        && cores == other.cores
        && cpu.equals(other.cpu)
        && jdk.equals(other.jdk)
        && kafka.equals(other.kafka);
  }

  boolean failed() {
    return verdict == Verdict.FAIL;
  }

  /** Those of the same target, load and message as in {@code run}. */
  Optional<Figures> figures(RunResult run) {
    return sameCase(toFigures(run));
  }

  Optional<Figures> sameCase(Figures figures) {
    return runs.stream().filter(figures::isSameCase).findFirst();
  }
}
