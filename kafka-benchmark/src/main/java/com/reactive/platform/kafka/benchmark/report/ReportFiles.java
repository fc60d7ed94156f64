package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.testbed.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
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
   * {@code results.js} (the same for the page) and a line of {@code history.jsonl}. Where a full
   * result stands, a quick one goes to {@code results.quick.json} or {@code
   * results.quick.FAIL.json}, and the report stays that of the full one, with a line about the
   * quick one.
   *
   * @return what was written where
   */
  public static WrittenReport write(Path reportsDir, BrochureResult result) throws IOException {
    return new Published(reportsDir, result.brochure()).write(result);
  }

  /**
   * Writes {@code README.md} and {@code brochures/overview.js} across all brochures found there,
   * and the page that shows them all. A result that cannot be read is named there.
   */
  public static void writeOverview(Path reportsDir) throws IOException {
    Overview overview = Overview.read(reportsDir);
    AtomicFile.write(reportsDir.resolve("README.md"), overview.readme());
    AtomicFile.write(
        reportsDir.resolve("brochures/overview.js"), OverviewData.of(overview).script());
    Viewer.install(reportsDir);
  }

  /**
   * Writes all that people read anew, of the results and histories that are there. The report of a
   * result that cannot be read stay as they are.
   */
  public static void rebuild(Path reportsDir) throws IOException {
    for (Published published : Published.all(reportsDir)) {
      published.writeReadable();
    }
    writeOverview(reportsDir);
  }

  /**
   * The result of the last run of a brochure, failed or not.
   *
   * @throws IOException with one clear sentence if it cannot be read
   */
  public static Optional<BrochureResult> latest(Path reportsDir, String brochure)
      throws IOException {
    return new Published(reportsDir, brochure).latest();
  }
}
