package com.reactive.platform.kafka.benchmark.footprint;

import com.reactive.platform.testbed.ProcStat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@code ./reactive} command that runs until it is told to stop. For one thread. */
final class CommandProcess implements AutoCloseable {
  private static final long START_SECONDS = 180;
  private static final long STOP_SECONDS = 60;

  private final long startNanos = System.nanoTime();
  private final Process process;
  private final Path errors;
  private final CompletableFuture<String> announced = new CompletableFuture<>();

  private CommandProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
  }

  /**
   * @param settings variables of its environment; no other {@code REACTIVE_} ones reach it
   * @param announcement how the line begins that it prints when it has started
   */
  static CommandProcess start(
      List<String> command, Map<String, String> settings, String announcement) throws IOException {
    Path errors = Files.createTempFile("reactive-footprint", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("REACTIVE_") || key.startsWith("OTEL_"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.putAll(settings);
    CommandProcess started = new CommandProcess(builder.start(), errors);
    Thread reader = new Thread(() -> started.read(announcement), "command-output");
    reader.setDaemon(true);
    reader.start();
    return started;
  }

  private void read(String announcement) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().filter(line -> line.startsWith(announcement)).forEach(announced::complete);
    } catch (IOException | UncheckedIOException e) {
      // It ended.
    }
    announced.completeExceptionally(new IOException("it ended"));
  }

  /**
   * Waits for the announcement, three minutes at most.
   *
   * @throws IOException with what it said if it ends or takes longer
   */
  String awaitAnnouncement() throws IOException, InterruptedException {
    try {
      return announced.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(
          "the command did not start: " + Files.readString(errors, StandardCharsets.UTF_8).strip(),
          e);
    }
  }

  double secondsSinceStart() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  long pid() {
    return process.pid();
  }

  /** Of it and of all processes that it started. */
  double cpuSeconds() throws IOException {
    double seconds = ProcStat.cpuSeconds(pid());
    for (ProcessHandle child : process.descendants().toList()) {
      seconds += ProcStat.cpuSeconds(child.pid());
    }
    return seconds;
  }

  /** SIGTERM; kills it and what it started if it has not ended after a minute. */
  @Override
  public void close() throws IOException {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    boolean ended = false;
    try {
      ended = process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!ended) {
      process.destroyForcibly();
      children.forEach(ProcessHandle::destroyForcibly);
    }
    Files.deleteIfExists(errors);
  }
}
