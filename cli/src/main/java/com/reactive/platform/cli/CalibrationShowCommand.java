package com.reactive.platform.cli;

import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.store.CalibrationArchive;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Print the limits learned for each pressure level, and what they save and cost.",
      "N: flush size. T: flush interval. H: pause between flushes to an idle Kafka. Per event: CPU time"
          + " of the gateway, and bytes. The line `H = 0` is the latest window without a pause. Levels"
          + " with the same limits and no windows of their own are one line."
    },
    footer = {"", "Example: ./reactive calibration show --key kafka-1:9092"})
final class CalibrationShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private CalibrationFileOption file;

  @Mixin private CalibrationSelection selection;

  @Override
  public Integer call() throws IOException {
    CalibrationArchive archive = file.archive();
    List<LearnedEntry> entries = archive.read().stream().filter(selection::matches).toList();
    PrintWriter out = spec.commandLine().getOut();
    out.println(archive.path());
    out.print(entries.isEmpty() ? "nothing learned yet\n" : CalibrationTables.of(entries));
    out.flush();
    return 0;
  }
}
