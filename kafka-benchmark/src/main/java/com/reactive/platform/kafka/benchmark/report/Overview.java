package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Changes.Change;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What all brochures showed, each in its last run.
 *
 * @param entries of those that can be read, by name
 * @param unreadable a sentence for each of the others
 */
record Overview(List<Entry> entries, List<String> unreadable) {
  /** Rows of the table of regressions at most, for each brochure. */
  private static final int MAX_REGRESSIONS = 10;

  /**
   * One brochure.
   *
   * @param result of its last run
   * @param leading the run that stands for it; empty if nothing ran, or it failed
   * @param watched the run whose course is shown; empty if nothing ran
   * @param changes since the last comparable run; empty if there is none
   * @param course that run and those that may be compared with it, the oldest first
   * @param quick what the last quick run showed, if it stands beside a full one
   */
  record Entry(
      BrochureResult result,
      Optional<RunResult> leading,
      Optional<RunResult> watched,
      Optional<Changes> changes,
      List<HistoryEntry> course,
      Optional<BrochureResult> quick) {

    static Optional<Entry> of(Published published) throws IOException {
      Optional<BrochureResult> latest = published.latest();
      if (latest.isEmpty()) {
        return Optional.empty();
      }
      BrochureResult result = latest.get();
      History history = published.history();
      HistoryEntry now = HistoryEntry.of(result);
      Shape shape = Shape.of(result.runs());
      return Optional.of(
          new Entry(
              result,
              shape.leading(),
              shape.watched(),
              history.before(now).map(before -> Changes.between(before, now)),
              history.comparable(now),
              published.quickBeside()));
    }

    /** When it ran, and whether a quick run since then failed. */
    String when() {
      return Format.joined(
          Format.when(result.startedAt()) + (result.quick() ? ", quick" : ""),
          quick
              .filter(run -> run.verdict() == Verdict.FAIL)
              .map(run -> "quick run of " + Format.when(run.startedAt()) + " FAILED")
              .orElse(""));
    }

    Verdicts verdicts() {
      return new Verdicts(result);
    }

    boolean failed() {
      return result.verdict() == Verdict.FAIL;
    }

    List<Change> regressions() {
      return changes.map(Changes::regressions).orElse(List.of());
    }

    /** How the leading run's rate changed; empty if nothing is known of the time before. */
    Optional<Change> rateChange() {
      return leading.flatMap(
          run ->
              changes.flatMap(
                  of ->
                      of.all().stream()
                          .filter(change -> change.isOf(run) && change.metric().equals("rate"))
                          .findFirst()));
    }
  }

  static Overview read(Path reportsDir) throws IOException {
    List<Entry> entries = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    for (Published published : Published.all(reportsDir)) {
      try {
        Entry.of(published).ifPresent(entries::add);
      } catch (IOException e) {
        String why =
            String.valueOf(e.getMessage()).replace(published.folder() + File.separator, "");
        unreadable.add(published.brochure() + " is left out: " + why);
      }
    }
    return new Overview(entries, unreadable);
  }

  /** All in two sentences, as plain text. */
  String summary() {
    long failed = entries.stream().filter(Entry::failed).count();
    return entries.isEmpty()
        ? "No brochure has been run yet."
        : entries.size()
            + " brochures, "
            + failed
            + " failed; thresholds: "
            + count(Check::binding)
            + " met; goals: "
            + count(check -> !check.binding())
            + " met. Verified means that every message was found in Kafka, and none"
            + " twice; brochures without Kafka say so. A goal that is missed fails nothing.";
  }

  /** How many checks were met, of how many. */
  private String count(Predicate<Check> kind) {
    List<Check> checks =
        entries.stream().flatMap(of -> of.result().checks().stream()).filter(kind).toList();
    return checks.stream().filter(Check::met).count() + " of " + checks.size();
  }

  static Table brochures(List<Entry> entries) {
    List<List<String>> rows = entries.stream().map(Overview::row).toList();
    return new Table(
        "Brochures",
        List.of(
            "brochure",
            "what",
            "verified",
            "thresholds",
            "goals",
            "rate, msg/s",
            "kind of rate",
            "acks",
            "replicas",
            "message",
            "p99",
            "CPU µs/msg",
            "rate since",
            "worse figures",
            "run"),
        rows,
        "Of each brochure the run that stands for it: its fastest subject, of those whose rate is"
            + " durable if any is. CPU is that of all processes. A run that failed stands for"
            + " nothing. Changes are since the last run of the same plan on the same processor, JDK"
            + " and Kafka.");
  }

  static Table regressions(List<Entry> entries) {
    List<List<String>> rows = new ArrayList<>();
    for (Entry entry : entries) {
      entry.regressions().stream()
          .limit(MAX_REGRESSIONS)
          .forEach(
              of ->
                  rows.add(
                      List.of(
                          entry.result().brochure(),
                          of.target() + ", " + of.load(),
                          of.metric(),
                          of.before(),
                          of.now(),
                          Format.change(of.ratio()))));
    }
    return new Table(
        "Regressions",
        List.of("brochure", "target and load", "figure", "then", "now", "change"),
        rows,
        "Worse by more than "
            + Format.percent(Changes.TOLERANCE)
            + " than in the last run of the same plan on the same processor, JDK and Kafka. Quick"
            + " runs differ by as much by chance: repeat them before you believe them.");
  }

  private static String orNone(String text) {
    return text.isEmpty() ? Format.NONE : text;
  }

  private static List<String> row(Entry entry) {
    BrochureResult result = entry.result();
    List<String> cells = new ArrayList<>(List.of(result.brochure(), result.title()));
    Verdicts verdicts = entry.verdicts();
    cells.add(verdicts.verifiedShort());
    cells.add(orNone(verdicts.thresholds()));
    cells.add(orNone(verdicts.goals()));
    if (entry.leading().isPresent()) {
      RunResult run = entry.leading().get();
      KeyFigures key = KeyFigures.of(run);
      cells.add(Format.perSecond(key.perSecond()));
      cells.add(key.kind());
      cells.add(Format.acks(run));
      cells.add(Format.replicas(run));
      cells.add(Format.message(run));
      cells.add(key.p99Micros() == null ? Format.NONE : Format.micros(key.p99Micros()));
      cells.add(ResultsTable.cpu(key.cpuMicrosPerMessage()));
    } else {
      cells.addAll(List.of("–", "–", "–", "–", "–", "–", "–"));
    }
    cells.add(entry.rateChange().map(of -> Format.change(of.ratio())).orElse(Format.NONE));
    cells.add(
        entry
            .changes()
            .map(of -> of.regressions().size() + " of " + of.all().size())
            .orElse(Format.NONE));
    cells.add(entry.when());
    return cells;
  }
}
