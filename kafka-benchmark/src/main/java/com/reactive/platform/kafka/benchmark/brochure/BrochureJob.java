package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.ConsoleTable;
import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.report.ReportFiles;
import com.reactive.platform.kafka.benchmark.report.WrittenReport;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.ResultsJson;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import com.reactive.platform.testbed.OrderlyExit;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A brochure from its start to its reports, for commands.
 *
 * @param known kinds of targets
 * @param reports where reports are written; empty for nowhere
 * @param json whether the result is printed as JSON rather than as a table
 * @param out for the result
 * @param err for progress
 */
public record BrochureJob(
    Targets known, Optional<Path> reports, boolean json, PrintWriter out, PrintWriter err) {

  /**
   * Runs it, prints what it showed, and writes its reports. Ctrl-C ends it in order.
   *
   * @throws InterruptedException if it is interrupted; there is no result then
   * @throws IOException if a target cannot be opened, or a report not be written
   */
  public BrochureResult run(Brochure brochure, Plan plan, RunRequest request) throws Exception {
    BrochureRunner runner = new BrochureRunner(known, this::say);
    say("%s: about %s".formatted(brochure.name(), Format.duration(plan.seconds())));
    BrochureResult result = OrderlyExit.of(() -> runner.run(brochure, plan, request));
    out.print(json ? ResultsJson.toJson(result) : "\n" + ConsoleTable.render(result));
    out.flush();
    if (reports.isPresent()) {
      WrittenReport written = ReportFiles.write(reports.get(), result);
      ReportFiles.writeOverview(reports.get());
      say(written.text());
    }
    return result;
  }

  private void say(String line) {
    err.println(line);
    err.flush();
  }
}
