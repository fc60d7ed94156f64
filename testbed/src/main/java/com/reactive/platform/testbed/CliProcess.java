package com.reactive.platform.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command line in a JVM of its own, as {@code ./reactive} runs it. */
public final class CliProcess implements AutoCloseable {
  /** By name: this module is below the command line. */
  private static final String MAIN = "com.reactive.platform.cli.ReactiveCli";

  private static final long TIMEOUT_SECONDS = 120;

  private final Process process;
  private final BufferedReader out;
  private final Path errors;

  private CliProcess(Process process, Path errors) {
    this.process = process;
    this.out = process.inputReader(StandardCharsets.UTF_8);
    this.errors = errors;
  }

  public static CliProcess start(Map<String, String> environment, String... args)
      throws IOException {
    return start(List.of(), environment, args);
  }

  /** Under a parent that never asks how it ended, as process 1 of many containers. */
  public static CliProcess startUnreaped(String... args) throws IOException {
    return start(
        List.of("/bin/sh", "-c", "\"$@\" & exec sleep 1000 >&-", "unreaping"), Map.of(), args);
  }

  private static CliProcess start(
      List<String> parent, Map<String, String> environment, String... args) throws IOException {
    List<String> command = new ArrayList<>(parent);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    command.addAll(List.of(args));
    Path errors = Files.createTempFile("reactive-cli", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    return new CliProcess(builder.start(), errors);
  }

  /** What a command that ends by itself did. */
  public record Result(int exitCode, String out, String errors) {}

  public static Result run(String... args) throws IOException, InterruptedException {
    return run(Map.of(), args);
  }

  public static Result run(Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    try (CliProcess cli = start(environment, args)) {
      String out = String.join("\n", cli.out.lines().toList());
      return new Result(cli.awaitExit(), out, cli.errors());
    }
  }

  /** The next line of standard output. */
  public String line() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("ended: " + errors());
    }
    return line;
  }

  public String errors() throws IOException {
    return Files.readString(errors);
  }

  public List<ProcessHandle> children() {
    return process.toHandle().descendants().toList();
  }

  /** SIGTERM, then waits. */
  public int terminate() throws InterruptedException {
    process.destroy();
    return awaitExit();
  }

  /** SIGKILL to one that {@link #startUnreaped} started; returns when it is a zombie. */
  public void killUnreaped() throws IOException, InterruptedException {
    killUnreaped(process);
  }

  /** The same for the only child of a parent that does not reap. */
  public static void killUnreaped(Process parent) throws IOException, InterruptedException {
    ProcessHandle child = parent.children().findFirst().orElseThrow();
    child.destroyForcibly();
    Path proc = Path.of("/proc", Long.toString(child.pid()));
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    // Its files are closed when the last of its threads is gone, the main one often first.
    while (!Files.readString(proc.resolve("stat")).contains(") Z ")
        || proc.resolve("task").toFile().list().length > 1) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IllegalStateException("no zombie: " + Files.readString(proc.resolve("stat")));
      }
      Thread.sleep(10);
    }
  }

  public int awaitExit() throws InterruptedException {
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(errors);
  }
}
