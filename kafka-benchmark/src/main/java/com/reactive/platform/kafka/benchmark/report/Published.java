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
 * The folder of one brochure's reports. A failed result stands beside the last that passed, and
 * goes when the next one passes. A quick one stands beside a full one, and goes when the next full
 * one comes.
 *
 * @param folder {@code reports/brochures/NAME}
 */
record Published(Path folder) {
  private static final String PASSED = "results.json";
  private static final String FAILED = "results.FAIL.json";
  private static final String QUICK_PASSED = "results.quick.json";
  private static final String QUICK_FAILED = "results.quick.FAIL.json";

  static Published of(Path reportsDir, String brochure) {
    return new Published(reportsDir.resolve("brochures").resolve(brochure));
  }

  /** All that have results, by name. */
  static List<Published> all(Path reportsDir) throws IOException {
    Path folder = reportsDir.resolve("brochures");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Published> all = new ArrayList<>();
    try (Stream<Path> folders = Files.list(folder)) {
      folders.sorted().map(Published::new).filter(Published::hasResult).forEach(all::add);
    }
    return all;
  }

  String brochure() {
    return folder.getFileName().toString();
  }

  boolean hasResult() {
    return exists(PASSED) || exists(FAILED);
  }

  /** What the last run showed that the pages tell of; that of a failed one if it failed. */
  Optional<BrochureResult> latest() throws IOException {
    return firstOf(FAILED, PASSED);
  }

  /** What the last quick run showed, if it stands beside a full one and can be read. */
  Optional<BrochureResult> quickBeside() {
    try {
      return firstOf(QUICK_FAILED, QUICK_PASSED);
    } catch (IOException unreadable) {
      return Optional.empty(); // the full one is worth its pages without it
    }
  }

  History history() throws IOException {
    return History.read(historyFile());
  }

  /** Writes the result, its line in the history, and what people read. */
  WrittenReport write(BrochureResult result) throws IOException {
    boolean beside = result.quick() && (isFull(PASSED) || isFull(FAILED));
    String passed = beside ? QUICK_PASSED : PASSED;
    String failed = beside ? QUICK_FAILED : FAILED;
    boolean hasPassed = new Verdicts(result).passed();
    Path file = folder.resolve(hasPassed ? passed : failed);
    AtomicFile.write(file, ResultsJson.toJson(result));
    if (hasPassed) {
      Files.deleteIfExists(folder.resolve(failed));
    }
    if (!beside) {
      Files.deleteIfExists(folder.resolve(QUICK_PASSED));
      Files.deleteIfExists(folder.resolve(QUICK_FAILED));
    }
    history().with(HistoryEntry.of(result)).write(historyFile());
    writeReadable();
    return new WrittenReport(file, folder.resolve("index.html"), beside);
  }

  /** What people read, made of what is there; it stays as it is where that cannot be read. */
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
    HistoryEntry now = HistoryEntry.of(result);
    Optional<Changes> changes = history().before(now).map(before -> Changes.between(before, now));
    String quick = quickBeside().map(Verdicts::ofQuick).orElse("");
    AtomicFile.write(folder.resolve("README.md"), BrochureReadme.render(result, changes, quick));
    AtomicFile.write(folder.resolve("index.html"), BrochurePage.render(result, changes, quick));
  }

  /** What cannot be read is taken for full: a quick result is no reason to lose it. */
  private boolean isFull(String name) {
    try {
      return exists(name) && !ResultsJson.read(folder.resolve(name)).quick();
    } catch (IOException unreadable) {
      return true;
    }
  }

  private Optional<BrochureResult> firstOf(String... names) throws IOException {
    for (String name : names) {
      if (exists(name)) {
        return Optional.of(ResultsJson.read(folder.resolve(name)));
      }
    }
    return Optional.empty();
  }

  private boolean exists(String name) {
    return Files.exists(folder.resolve(name));
  }

  private Path historyFile() {
    return folder.resolve("history.jsonl");
  }
}
