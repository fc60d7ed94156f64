package com.reactive.platform.cli;

import com.reactive.platform.gateway.calibration.LearnedLines;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Print what was learned as JSON lines, one for each key and pressure level.",
      "Another instance takes them by `calibration import`, or as its `calibration.seed-file`."
    },
    footer = {"", "Example: ./reactive calibration export --any-key"})
final class CalibrationExportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private CalibrationFileOption file;

  @Mixin private CalibrationSelection selection;

  @Option(
      names = "--any-key",
      description = "Leave the key out: the lines then seed gateways of any key.")
  private boolean anyKey;

  @Override
  public Integer call() throws IOException {
    List<LearnedEntry> entries =
        file.archive().read().stream()
            .filter(entry -> selection.matches(entry) && entry.learned().observations() > 0)
            .toList();
    long keys = entries.stream().map(LearnedEntry::environment).distinct().count();
    if (anyKey && keys > 1) {
      throw new CommandFailedException(
          "the file has " + keys + " keys; choose one with --key: ./reactive calibration show");
    }
    PrintWriter out = spec.commandLine().getOut();
    entries.stream()
        .map(entry -> LearnedLines.line(anyKey ? entry.withEnvironment("") : entry))
        .forEach(out::println);
    out.flush();
    return 0;
  }
}
