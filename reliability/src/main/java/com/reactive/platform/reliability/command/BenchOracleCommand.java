package com.reactive.platform.reliability.command;

import picocli.CommandLine.Command;

@Command(
    name = "oracle",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Check that the responses of a running gateway agree with Kafka.",
    subcommands = {OracleLoadCommand.class, OracleCheckCommand.class},
    footer = {"", "Example: ./reactive bench oracle check --journal /tmp/journal"})
final class BenchOracleCommand {}
