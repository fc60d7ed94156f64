package com.reactive.platform.cli;

import picocli.CommandLine.Command;

@Command(
    name = "calibration",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Show, copy or reset what the gateway learned about batching.",
      "A gateway may use the file meanwhile: it takes changes over with its next window, after about 10"
          + " s; with `calibration.mode: observe` at its next start."
    },
    subcommands = {
      CalibrationShowCommand.class,
      CalibrationExportCommand.class,
      CalibrationImportCommand.class,
      CalibrationResetCommand.class
    },
    footer = {"", "Example: ./reactive calibration show"})
final class CalibrationCommand {}
