package com.reactive.platform.kafka.benchmark.command;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where reports are. */
final class ReportsOption {
  private static final String DEFAULT = "reports";

  @Option(
      names = "--reports",
      paramLabel = "DIR",
      defaultValue = DEFAULT,
      description = "Directory of the reports (default: ${DEFAULT-VALUE}).")
  Path path;

  /** Whether they go to where they are published. */
  boolean isDefault() {
    return path.equals(Path.of(DEFAULT));
  }
}
