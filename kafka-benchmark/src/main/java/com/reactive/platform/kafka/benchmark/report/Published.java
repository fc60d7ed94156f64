package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.ResultsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of one brochure's reports.
 *
 * @param folder {@code reports/brochures/NAME}
 */
record Published(Path folder) {
  private static final String PASSED = "results.json";
  private static final String FAILED = "results.FAIL.json";

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

  boolean hasResult() {
    return Files.exists(folder.resolve(PASSED)) || Files.exists(folder.resolve(FAILED));
  }

  /** What the last run showed; that of a failed one if it failed. */
  Optional<BrochureResult> latest() throws IOException {
    for (String name : List.of(FAILED, PASSED)) {
      if (Files.exists(folder.resolve(name))) {
        return Optional.of(ResultsJson.read(folder.resolve(name)));
      }
    }
    return Optional.empty();
  }

  History history() throws IOException {
    return History.read(historyFile());
  }

  /** A failed result stands beside the last that passed, and goes when the next one passes. */
  void writeResult(BrochureResult result) throws IOException {
    boolean passed = new Verdicts(result).passed();
    AtomicFile.write(folder.resolve(passed ? PASSED : FAILED), ResultsJson.toJson(result));
    if (passed) {
      Files.deleteIfExists(folder.resolve(FAILED));
    }
    history().with(HistoryEntry.of(result)).write(historyFile());
  }

  /** What people read, made of what is there. */
  void writeReadable(BrochureResult result) throws IOException {
    HistoryEntry now = HistoryEntry.of(result);
    Optional<Changes> changes = history().before(now).map(before -> Changes.between(before, now));
    AtomicFile.write(folder.resolve("README.md"), BrochureReadme.render(result, changes));
    AtomicFile.write(folder.resolve("index.html"), BrochurePage.render(result, changes));
  }

  private Path historyFile() {
    return folder.resolve("history.jsonl");
  }
}
