package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Changes.Change;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.Columns;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The last run of every brochure.
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
   * @param watched the run whose history is shown; empty if nothing ran
   * @param changes since the last comparable run; empty if there is none
   * @param course that run and those that may be compared with it, the oldest first
   * @param quick the last quick run, if it stands beside a full one
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
      Shape shape = Shape.of(result.runs());
      return Optional.of(
          new Entry(
              result,
              shape.leading(),
              shape.watched(),
              published.changes(result),
              published.history().comparable(HistoryEntry.of(result)),
              published.quickBeside()));
    }

    boolean failed() {
      return result.verdict() == Verdict.FAIL;
    }

    /** The time of the run, and whether a quick run since then failed. */
    private String when() {
      return Format.joined(
          Format.when(result.startedAt()) + (result.quick() ? ", quick" : ""),
          quick
              .filter(run -> run.verdict() == Verdict.FAIL)
              .map(run -> "quick run of " + Format.when(run.startedAt()) + " FAILED")
              .orElse(""));
    }

    private Verdicts verdicts() {
      return new Verdicts(result);
    }

    private String ofLeading(Function<RunResult, String> cell) {
      return leading.map(cell).orElse(Format.NONE);
    }

    private String figure(KeyFigure figure) {
      return ofLeading(run -> figure.number(KeyFigures.of(run)));
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

  /** {@code README.md} across all brochures. */
  String readme() {
    StringBuilder text = new StringBuilder("# Benchmark reports\n\n");
    text.append(summary()).append("\n\n[Charts and trends](index.html)\n\n");
    if (!unreadable.isEmpty()) {
      text.append(Markdown.list(unreadable));
    }
    if (!entries.isEmpty()) {
      text.append(Markdown.table(brochures(), 3, Overview::link));
    }
    Table regressions = regressions();
    if (!regressions.rows().isEmpty()) {
      text.append(Markdown.heading(regressions.title())).append(Markdown.table(regressions, 3));
    }
    return text.toString().stripTrailing() + "\n";
  }

  private static String link(String brochure) {
    return "[" + Markdown.text(brochure) + "](brochures/" + brochure + "/README.md)";
  }

  /** All in two sentences, as plain text. */
  String summary() {
    return entries.isEmpty()
        ? "No brochure has been run yet."
        : ("%d brochures, %d failed; thresholds: %s met; goals: %s met. Verified means that every"
                + " message was found in Kafka, and none twice; brochures without Kafka say so. A"
                + " missed goal does not fail a run.")
            .formatted(
                entries.size(),
                entries.stream().filter(Entry::failed).count(),
                met(Check::binding),
                met(check -> !check.binding()));
  }

  /** The number of checks that were met, of all. */
  private String met(Predicate<Check> kind) {
    List<Check> checks =
        entries.stream().flatMap(of -> of.result().checks().stream()).filter(kind).toList();
    return checks.stream().filter(Check::met).count() + " of " + checks.size();
  }

  Table brochures() {
    return new Columns<Entry>()
        .add("brochure", of -> of.result().brochure())
        .add("what", of -> of.result().title())
        .add("verified", of -> of.verdicts().verifiedShort())
        .add("thresholds", of -> orNone(of.verdicts().thresholds()))
        .add("goals", of -> orNone(of.verdicts().goals()))
        .add("rate, msg/s", of -> of.figure(KeyFigure.RATE))
        .add("kind of rate", of -> of.ofLeading(KeyFigures::kindOfRate))
        .add("acks", of -> of.ofLeading(Format::acks))
        .add("replicas", of -> of.ofLeading(Format::replicas))
        .add("message", of -> of.ofLeading(Format::message))
        .add("p99", of -> of.figure(KeyFigure.P99))
        .add("CPU µs/msg", of -> of.figure(KeyFigure.CPU))
        .add("rate since", Overview::rateSince)
        .add("worse figures", Overview::worseFigures)
        .add("run", Entry::when)
        .table(
            "Brochures",
            entries,
            "A brochure is represented by its fastest subject, among the durable ones if there are"
                + " any. CPU is that of all processes. A failed run represents nothing. Changes are"
                + " since the last run of the same plan on the same processor, JDK and Kafka.");
  }

  private static String orNone(String text) {
    return text.isEmpty() ? Format.NONE : text;
  }

  private static String rateSince(Entry entry) {
    return entry
        .leading()
        .flatMap(run -> entry.changes().flatMap(changes -> changes.ofRate(run)))
        .map(change -> Format.change(change.ratio()))
        .orElse(Format.NONE);
  }

  private static String worseFigures(Entry entry) {
    return entry
        .changes()
        .map(of -> of.regressions().size() + " of " + of.all().size())
        .orElse(Format.NONE);
  }

  Table regressions() {
    List<List<String>> rows = new ArrayList<>();
    for (Entry entry : entries) {
      List<Change> worse = entry.changes().map(Changes::regressions).orElse(List.of());
      for (Change of : worse.subList(0, Math.min(MAX_REGRESSIONS, worse.size()))) {
        List<String> row = new ArrayList<>(List.of(entry.result().brochure()));
        row.add(of.now().target() + ", " + of.now().load());
        row.addAll(of.figures());
        rows.add(row);
      }
    }
    return new Table(
        "Regressions",
        List.of("brochure", "target and load", "figure", "then", "now", "change"),
        rows,
        "Worse by more than "
            + Format.percent(KeyFigure.TOLERANCE)
            + " than in the last run of the same plan on the same processor, JDK and Kafka. Quick"
            + " runs differ as much by chance: repeat them before you draw conclusions.");
  }
}
