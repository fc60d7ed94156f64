package com.reactive.platform.kafka.benchmark.report;

import java.nio.file.Path;

/**
 * The files that were written for a run.
 *
 * @param results the file with all that it showed
 * @param page to look at: a file, and the brochure behind a hash
 * @param beside whether the page still tells of the full run that stands there, because this one
 *     was quick
 */
public record WrittenReport(Path results, String page, boolean beside) {

  /** In one line, for the terminal. */
  public String text() {
    return beside
        ? "results: " + results + "; a quick run does not replace the full one in " + page
        : "reports: " + page;
  }
}
