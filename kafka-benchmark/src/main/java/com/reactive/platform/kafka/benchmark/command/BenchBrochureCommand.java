package com.reactive.platform.kafka.benchmark.command;

import picocli.CommandLine.Command;

@Command(
    name = "brochure",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Run the benchmarks that are written down in brochures/, and look at what they showed.",
      "Exit 0 if all of it passed, 1 if something failed or was not verified, 78 if a brochure has"
          + " errors."
    },
    subcommands = {
      BrochureListCommand.class,
      BrochureRunCommand.class,
      BrochureRunAllCommand.class,
      BrochureCompareCommand.class,
      BrochureReportCommand.class
    },
    footer = {"", "Example: ./reactive bench brochure list"})
final class BenchBrochureCommand {}
