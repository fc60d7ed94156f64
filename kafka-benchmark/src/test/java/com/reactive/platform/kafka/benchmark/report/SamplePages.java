package com.reactive.platform.kafka.benchmark.report;

import java.io.IOException;
import java.nio.file.Path;

/** Writes the reports of made-up results, to look at them: {@code main(folder)}. */
final class SamplePages {
  private SamplePages() {}

  public static void main(String[] args) throws IOException {
    Path reports = Path.of(args[0]);
    for (int day = 10; day < 20; day++) {
      String started = "2026-11-" + day + "T09:00:00Z";
      ReportFiles.write(
          reports, SampleResults.again(SampleResults.single(), started, 1 - day * 0.02));
      ReportFiles.write(
          reports, SampleResults.again(SampleResults.comparison(), started, 1 + day % 3 * 0.05));
      ReportFiles.write(reports, SampleResults.again(SampleResults.failed(), started, day));
    }
    for (var result : SampleResults.all()) {
      ReportFiles.write(reports, result);
    }
    ReportFiles.writeOverview(reports);
    System.out.println(ConsoleTable.render(SampleResults.comparison()));
    System.out.println(ConsoleTable.render(SampleResults.failed()));
    var slower = SampleResults.again(SampleResults.comparison(), "2026-11-22T08:00:00Z", 1.25);
    System.out.println(Comparison.of(SampleResults.comparison(), slower).text());
    System.out.println(Comparison.of(SampleResults.single(), SampleResults.stages()).text());
  }
}
