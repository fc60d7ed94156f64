package com.reactive.platform.cli;

import java.util.Comparator;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Measure, verify in Kafka, and compare with goals.",
    footer = {"", "Example: ./reactive bench baseline --smoke"})
final class BenchCommand {
  /** With the commands of all modules that are there: first the benchmarks', then reliability's. */
  static CommandLine line() {
    CommandLine line = new CommandLine(new BenchCommand());
    ServiceLoader.load(BenchCommands.class).stream()
        .sorted(Comparator.comparing(provider -> provider.type().getName()))
        .forEach(provider -> provider.get().commands().forEach(line::addSubcommand));
    return line;
  }
}
