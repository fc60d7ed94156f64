package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.cli.CommandFailedException;
import com.reactive.platform.kafka.benchmark.report.ReportFiles;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Rewrite the reports from existing results; run nothing.",
    footer = {"", "Example: ./reactive bench brochure report"})
final class BrochureReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ReportsOption reports;

  @Override
  public Integer call() throws Exception {
    if (!Files.isDirectory(reports.path)) {
      throw new CommandFailedException("no such directory: " + reports.path);
    }
    ReportFiles.rebuild(reports.path);
    spec.commandLine().getOut().println(reports.path.resolve("index.html"));
    return 0;
  }
}
