package com.reactive.platform.cli;

import picocli.CommandLine.Command;

@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Create API keys, with which clients authenticate.",
    subcommands = {KeysNewCommand.class},
    footer = {"", "Example: ./reactive keys new --name app"})
final class KeysCommand {}
