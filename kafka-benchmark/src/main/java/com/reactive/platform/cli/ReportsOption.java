package com.reactive.platform.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where reports are. */
final class ReportsOption {
  @Option(
      names = "--reports",
      paramLabel = "DIR",
      defaultValue = "reports",
      description = "Where reports are (default: ${DEFAULT-VALUE}).")
  Path path;
}
