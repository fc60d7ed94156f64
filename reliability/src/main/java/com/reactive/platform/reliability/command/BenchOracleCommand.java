package com.reactive.platform.reliability.command;

import picocli.CommandLine.Command;

@Command(
    name = "oracle",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Prove on a running gateway that what it answers is what Kafka has.",
    subcommands = {OracleLoadCommand.class, OracleCheckCommand.class},
    footer = {"", "Example: ./reactive bench oracle check --journal /tmp/journal"})
final class BenchOracleCommand {}
