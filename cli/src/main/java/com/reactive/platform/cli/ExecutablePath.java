package com.reactive.platform.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Looks programs up as a shell does. */
public final class ExecutablePath {
  private ExecutablePath() {}

  /**
   * The first program of this name.
   *
   * @param path folders, as in the environment variable {@code PATH}
   */
  public static Optional<Path> find(String program, String path) {
    for (String folder : path.split(File.pathSeparator, -1)) {
      try {
        Path file = Path.of(folder).resolve(program);
        if (!folder.isEmpty() && Files.isExecutable(file) && !Files.isDirectory(file)) {
          return Optional.of(file);
        }
      } catch (InvalidPathException e) {
        // Nothing is there.
      }
    }
    return Optional.empty();
  }
}
