package com.reactive.platform.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/**
 * Where a running {@code reactive up} is, for the other commands: a small file in its data
 * directory, there as long as it runs.
 *
 * @param pid of its process
 * @param started when that process did: pids come again, after a reboot or in a container
 * @param http URL of the data port
 * @param kafka bootstrap servers
 * @param admin URL of the admin port
 */
record RunningInstance(long pid, String started, String http, String kafka, String admin) {
  private static final String FILE = "running.properties";

  /** This process. */
  static RunningInstance ofThisProcess(String http, String kafka, String admin) {
    ProcessHandle self = ProcessHandle.current();
    return new RunningInstance(self.pid(), startOf(self), http, kafka, admin);
  }

  private static String startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("unknown");
  }

  /** The instance of this data directory, unless none runs. */
  static Optional<RunningInstance> find(Path dataDir) throws IOException {
    Path file = dataDir.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    }
    RunningInstance instance =
        new RunningInstance(
            pid(properties.getProperty("pid", "")),
            properties.getProperty("started", ""),
            properties.getProperty("http", ""),
            properties.getProperty("kafka", ""),
            properties.getProperty("admin", ""));
    // A killed instance leaves its file behind.
    return ProcessHandle.of(instance.pid)
        .filter(process -> process.isAlive() && startOf(process).equals(instance.started))
        .map(alive -> instance);
  }

  private static long pid(String text) {
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }

  void write(Path dataDir) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("started", started);
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
