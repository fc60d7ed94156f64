package com.reactive.platform.kafka.benchmark.command;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for the directory of reports. */
final class ReportsOption {
  private static final String DEFAULT = "reports";

  @Option(
      names = "--reports",
      paramLabel = "DIR",
      defaultValue = DEFAULT,
      description = "Directory of the reports (default: ${DEFAULT-VALUE}).")
  Path path;

  /** Returns whether it is the directory that is published. */
  boolean isDefault() {
    return path.equals(Path.of(DEFAULT));
  }
}
