package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The reports in a folder, usually {@code reports}. Every file is replaced as a whole. Not for two
 * processes at a time in one folder.
 */
public final class ReportFiles {
  private ReportFiles() {}

  /**
   * Writes what a run showed to {@code brochures/NAME}: {@code results.json} ({@code
   * results.FAIL.json} if it failed; the last one that passed stays beside it), {@code README.md},
   * {@code index.html} and a line of {@code history.jsonl}.
   *
   * @return the folder
   */
  public static Path write(Path reportsDir, BrochureResult result) throws IOException {
    Published published = Published.of(reportsDir, result.brochure());
    published.writeResult(result);
    published.writeReadable(result);
    return published.folder();
  }

  /** Writes {@code index.html} and {@code README.md} across all brochures found there. */
  public static void writeOverview(Path reportsDir) throws IOException {
    List<Overview.Entry> entries = Overview.read(reportsDir);
    AtomicFile.write(reportsDir.resolve("README.md"), OverviewReadme.render(entries));
    AtomicFile.write(reportsDir.resolve("index.html"), OverviewPage.render(entries));
  }

  /**
   * Writes all that people read anew, of the results and histories that are there.
   *
   * @throws IOException with one clear sentence if a result cannot be read
   */
  public static void rebuild(Path reportsDir) throws IOException {
    for (Published published : Published.all(reportsDir)) {
      Optional<BrochureResult> result = published.latest();
      if (result.isPresent()) {
        published.writeReadable(result.get());
      }
    }
    writeOverview(reportsDir);
  }

  /**
   * What the last run of a brochure showed, failed or not.
   *
   * @throws IOException with one clear sentence if it cannot be read
   */
  public static Optional<BrochureResult> latest(Path reportsDir, String brochure)
      throws IOException {
    return Published.of(reportsDir, brochure).latest();
  }
}
