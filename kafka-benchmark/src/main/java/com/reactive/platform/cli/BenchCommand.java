package com.reactive.platform.cli;

import picocli.CommandLine.Command;

@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Measure, and compare with what is to be reached.",
    subcommands = BenchJmhCommand.class)
final class BenchCommand {}
