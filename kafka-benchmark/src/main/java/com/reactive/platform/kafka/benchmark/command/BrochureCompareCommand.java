package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.cli.CommandFailedException;
import com.reactive.platform.kafka.benchmark.report.Comparison;
import com.reactive.platform.kafka.benchmark.report.ReportFiles;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.ResultsJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Compare two results; differences above 10 %% are marked.",
    footer = {"", "Example: ./reactive bench brochure compare kafka-bulk kafka-mega"})
final class BrochureCompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "Name of a brochure with results, or a results.json.")
  private String first;

  @Parameters(index = "1", paramLabel = "B", description = "Likewise.")
  private String second;

  @Mixin private ReportsOption reports;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    out.print(Comparison.of(result(first), result(second)).text());
    out.flush();
    return 0;
  }

  private BrochureResult result(String name) throws IOException {
    Path file = Path.of(name);
    if (Files.isRegularFile(file)) {
      return ResultsJson.read(file);
    }
    return ReportFiles.latest(reports.path, name)
        .orElseThrow(
            () ->
                new CommandFailedException(
                    "'%s' is no file, and there is no result of a brochure of that name in %s"
                        .formatted(name, reports.path)));
  }
}
