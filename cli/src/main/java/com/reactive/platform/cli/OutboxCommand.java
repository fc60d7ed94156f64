package com.reactive.platform.cli;

import picocli.CommandLine.Command;

@Command(
    name = "outbox",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Prepare a Postgres database whose outbox table becomes events.",
    subcommands = {OutboxInitCommand.class},
    footer = {"", "Example: ./reactive outbox init --config gateway.yaml"})
final class OutboxCommand {}
