package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine, which may be missing. */
final class InstalledPrograms {
  /** Node looks for packages from here on. */
  static final Path EXAMPLES = Path.of("../examples/readers").toAbsolutePath();

  /** One that has the packages, which the PATH's need not have. */
  static final String PYTHON = Optional.ofNullable(System.getenv("TEST_PYTHON")).orElse("python3");

  private InstalledPrograms() {}

  /**
   * True if it is there.
   *
   * @param name on the PATH, or a whole path
   */
  static boolean isThere(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(path -> Files.isExecutable(Path.of(path).resolve(name)));
  }

  /** Skips the test unless this command is there and succeeds. */
  static void assumeRuns(String... command) throws Exception {
    assumeTrue(isThere(command[0]), command[0] + " is not installed");
    Process process = new ProcessBuilder(command).directory(EXAMPLES.toFile()).start();
    assumeTrue(process.waitFor() == 0, "what it needs is not here");
  }

  /** The lines that a command prints; fails if it does. */
  static List<String> output(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = out.lines().toList();
      assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
      return lines;
    }
  }
}
