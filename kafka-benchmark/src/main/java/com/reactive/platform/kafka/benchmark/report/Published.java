package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.ResultsJson;
import com.reactive.platform.testbed.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The reports of one brochure, in {@code brochures/NAME}. A failed result stands beside the last
 * that passed, and goes when the next one passes. A quick one stands beside a full one, and goes
 * when the next full one comes.
 *
 * @param reportsDir usually {@code reports}
 */
record Published(Path reportsDir, String brochure) {
  private static final String FOLDER = "brochures";
  private static final String PASSED = "results.json";
  private static final String FAILED = "results.FAIL.json";
  private static final String QUICK_PASSED = "results.quick.json";
  private static final String QUICK_FAILED = "results.quick.FAIL.json";

  /** All that have results, by name. */
  static List<Published> all(Path reportsDir) throws IOException {
    Path folder = reportsDir.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Published> all = new ArrayList<>();
    try (Stream<Path> folders = Files.list(folder)) {
      folders
          .sorted()
          .map(of -> new Published(reportsDir, of.getFileName().toString()))
          .filter(Published::hasResult)
          .forEach(all::add);
    }
    return all;
  }

  /** {@code brochures/NAME}. */
  Path folder() {
    return reportsDir.resolve(FOLDER).resolve(brochure);
  }

  boolean hasResult() {
    return exists(PASSED) || exists(FAILED);
  }

  /** The result of the last run; that of a failed one if it failed. */
  Optional<BrochureResult> latest() throws IOException {
    return firstOf(FAILED, PASSED);
  }

  /** The result of the last quick run, if it stands beside a full one and can be read. */
  Optional<BrochureResult> quickBeside() {
    try {
      return firstOf(QUICK_FAILED, QUICK_PASSED);
    } catch (IOException unreadable) {
      return Optional.empty(); // the full one is worth its report without it
    }
  }

  History history() throws IOException {
    return History.read(historyFile());
  }

  /** The changes since the last run that may be compared with this one; empty if there is none. */
  Optional<Changes> changes(BrochureResult result) throws IOException {
    HistoryEntry now = HistoryEntry.of(result);
    return history().before(now).map(before -> Changes.between(before, now));
  }

  /** Writes the result, its line in the history, and what people read. */
  WrittenReport write(BrochureResult result) throws IOException {
    boolean beside = result.quick() && (isFull(PASSED) || isFull(FAILED));
    String passed = beside ? QUICK_PASSED : PASSED;
    String failed = beside ? QUICK_FAILED : FAILED;
    boolean hasPassed = new Verdicts(result).passed();
    Path file = file(hasPassed ? passed : failed);
    AtomicFile.write(file, ResultsJson.toJson(result));
    if (hasPassed) {
      Files.deleteIfExists(file(failed));
    }
    if (!beside) {
      Files.deleteIfExists(file(QUICK_PASSED));
      Files.deleteIfExists(file(QUICK_FAILED));
    }
    history().with(HistoryEntry.of(result)).write(historyFile());
    writeReadable();
    return new WrittenReport(file, Viewer.page(reportsDir, brochure), beside);
  }

  /**
   * Writes the readable files from the results; they stay as they are where those cannot be read.
   */
  void writeReadable() throws IOException {
    Optional<BrochureResult> shown;
    try {
      shown = latest();
    } catch (IOException unreadable) {
      return; // the overview names it
    }
    if (shown.isPresent()) {
      writeReadable(shown.get());
    }
  }

  private void writeReadable(BrochureResult result) throws IOException {
    Optional<Changes> changes = changes(result);
    String quick = quickBeside().map(Verdicts::ofQuick).orElse("");
    AtomicFile.write(file("README.md"), BrochureReadme.render(result, changes, quick));
    AtomicFile.write(file("results.js"), Viewer.script(result, changes.map(Changes::table), quick));
  }

  /** A result that cannot be read is taken for full: a quick one must not replace it. */
  private boolean isFull(String name) {
    try {
      return exists(name) && !ResultsJson.read(file(name)).quick();
    } catch (IOException unreadable) {
      return true;
    }
  }

  private Optional<BrochureResult> firstOf(String... names) throws IOException {
    for (String name : names) {
      if (exists(name)) {
        return Optional.of(ResultsJson.read(file(name)));
      }
    }
    return Optional.empty();
  }

  private boolean exists(String name) {
    return Files.exists(file(name));
  }

  private Path file(String name) {
    return folder().resolve(name);
  }

  private Path historyFile() {
    return file("history.jsonl");
  }
}
