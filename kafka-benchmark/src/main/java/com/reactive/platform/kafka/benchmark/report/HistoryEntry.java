package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Environment;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One line of {@code history.jsonl}: the figures that are kept of every run of a brochure.
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
 * @param plan fingerprint of targets, loads and times; figures of other plans say nothing
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
    // A damaged line has nulls.
    Stream.of(startedAt, commit, verdict, cpu, jdk, kafka, plan).forEach(Objects::requireNonNull);
    runs = List.copyOf(runs);
  }

  /**
   * Figures of one target and load.
   *
   * @param message size and payload of the messages
   * @param perSecond as in {@link KeyFigures}
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
      Stream.of(target, load, message).forEach(Objects::requireNonNull);
    }

    static Figures of(RunResult run) {
      KeyFigures of = KeyFigures.of(run);
      return new Figures(
          run.target(),
          run.load(),
          Format.message(run),
          of.perSecond(),
          of.p99Micros(),
          of.cpuMicrosPerMessage());
    }

    KeyFigures key() {
      return new KeyFigures(perSecond, p99Micros, cpuMicrosPerMessage);
    }

    private List<String> subject() {
      return List.of(target, load, message);
    }
  }

  static HistoryEntry of(BrochureResult result) {
    Environment environment = result.environment();
    return new HistoryEntry(
        result.startedAt(),
        environment.commit(),
        environment.version(),
        result.quick(),
        result.verdict(),
        environment.cpu(),
        environment.cores(),
        environment.jdk(),
        environment.kafka(),
        fingerprint(result.runs()),
        result.runs().stream().map(Figures::of).toList());
  }

  /** Alike where the same targets had the same loads, as long and as often. */
  private static String fingerprint(List<RunResult> runs) {
    String plan = runs.stream().map(HistoryEntry::plan).sorted().collect(Collectors.joining("\n"));
    return String.format(Locale.ROOT, "%08x", plan.hashCode());
  }

  private static String plan(RunResult run) {
    return List.of(
            run.target(),
            run.role(),
            run.load(),
            run.loadKind(),
            String.valueOf(run.lanes()),
            run.concurrency(),
            String.valueOf(run.offeredPerSecond()),
            run.messageBytes(),
            run.payload(),
            run.messagesPerSend(),
            run.warmupSeconds(),
            run.seconds(),
            run.turns())
        .toString();
  }

  /** Returns whether figures of both may be compared: the same plan in the same environment. */
  boolean isComparable(HistoryEntry other) {
    return quick == other.quick
        && cores == other.cores
        && List.of(plan, cpu, jdk, kafka)
            .equals(List.of(other.plan, other.cpu, other.jdk, other.kafka));
  }

  boolean failed() {
    return verdict == Verdict.FAIL;
  }

  /** Those of the same target, load and message. */
  Optional<Figures> sameCase(Figures figures) {
    return runs.stream().filter(run -> run.subject().equals(figures.subject())).findFirst();
  }
}
