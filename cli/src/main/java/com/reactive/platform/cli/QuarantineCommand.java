package com.reactive.platform.cli;

import picocli.CommandLine.Command;

@Command(
    name = "quarantine",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Show the bodies that a stream refused for their content, and send them again.",
      "A stream keeps them if `streams.NAME.quarantine` names a topic."
    },
    subcommands = {
      QuarantineListCommand.class,
      QuarantineShowCommand.class,
      QuarantineResendCommand.class
    },
    footer = {"", "Example: ./reactive quarantine list orders"})
final class QuarantineCommand {}
