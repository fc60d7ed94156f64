package com.reactive.platform.cli;

import picocli.CommandLine.Command;

@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "API keys, with which clients of the gateway say who they are.",
    subcommands = {KeysNewCommand.class},
    footer = {"", "Example: ./reactive keys new --name app"})
final class KeysCommand {}
