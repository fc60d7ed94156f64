package com.reactive.platform.kafka.benchmark.command;

import picocli.CommandLine.Command;

@Command(
    name = "brochure",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Run the benchmark scenarios in brochures/, and compare their results.",
      "Exit code 0 if all passed, 1 if something failed or was not verified, 78 if a brochure is"
          + " invalid."
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
