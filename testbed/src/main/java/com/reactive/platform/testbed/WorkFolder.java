package com.reactive.platform.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder of our own for the files that a server wants to read; gone when it is closed. */
public final class WorkFolder implements AutoCloseable {
  private final Path folder;
  private final List<Path> files = new ArrayList<>();

  public WorkFolder() throws IOException {
    folder = Files.createTempDirectory("reactive-benchmark");
  }

  /** Path of a file of this name; it is deleted with the folder. */
  Path file(String name) {
    Path file = folder.resolve(name);
    files.add(file);
    return file;
  }

  /** Writes a file and returns its path. */
  public String write(String name, String text) throws IOException {
    return Files.writeString(file(name), text).toString();
  }

  @Override
  public void close() {
    try {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
