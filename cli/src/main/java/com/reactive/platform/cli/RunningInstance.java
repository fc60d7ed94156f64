package com.reactive.platform.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * Address of a running {@code reactive up}, for the other commands: a small file in its data
 * directory. One that is there although nobody has the {@link InstanceLock} was left by an instance
 * that did not stop in order.
 *
 * @param pid of its process, for people
 * @param http URL of the data port
 * @param kafka bootstrap servers
 * @param admin URL of the admin port
 */
record RunningInstance(long pid, String http, String kafka, String admin) {
  private static final String FILE = "running.properties";

  /** This process. */
  static RunningInstance ofThisProcess(String http, String kafka, String admin) {
    return new RunningInstance(ProcessHandle.current().pid(), http, kafka, admin);
  }

  /** The instance of this data directory, if one runs. */
  static Optional<RunningInstance> find(Path dataDir) throws IOException {
    return InstanceLock.isTaken(dataDir) ? read(dataDir) : Optional.empty();
  }

  /** The last instance of this data directory, if it ended without stopping in order. */
  static Optional<RunningInstance> died(Path dataDir) throws IOException {
    return InstanceLock.isTaken(dataDir) ? Optional.empty() : read(dataDir);
  }

  /** The entry of the last instance that became ready, unless it stopped in order. */
  static Optional<RunningInstance> read(Path dataDir) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(dataDir.resolve(FILE))) {
      properties.load(in);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    return Optional.of(
        new RunningInstance(
            pid(properties.getProperty("pid", "")),
            properties.getProperty("http", ""),
            properties.getProperty("kafka", ""),
            properties.getProperty("admin", "")));
  }

  private static long pid(String text) {
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }

  void write(Path dataDir) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("http", http);
    properties.setProperty("kafka", kafka);
    properties.setProperty("admin", admin);
    try (OutputStream out = Files.newOutputStream(dataDir.resolve(FILE))) {
      properties.store(out, "written by reactive up, removed when it stops");
    }
  }

  static void remove(Path dataDir) throws IOException {
    Files.deleteIfExists(dataDir.resolve(FILE));
  }
}
