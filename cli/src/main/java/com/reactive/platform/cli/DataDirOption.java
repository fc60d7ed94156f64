package com.reactive.platform.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that all commands share which deal with {@code reactive up}. */
final class DataDirOption {
  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = ".reactive",
      description =
          "Directory for Kafka's data and logs of `reactive up` (default: ${DEFAULT-VALUE}).")
  Path path;
}
