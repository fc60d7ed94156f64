package com.reactive.platform.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command line in a JVM of its own, as {@code ./reactive} runs it. */
public final class CliProcess implements AutoCloseable {
  /** By name: this module is below the command line. */
  private static final String MAIN = "com.reactive.platform.cli.ReactiveCli";

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final ChildProcess process;

  private CliProcess(ChildProcess process) {
    this.process = process;
  }

  public static CliProcess start(Map<String, String> environment, String... args)
      throws IOException {
    return new CliProcess(ChildProcess.start(command(args), environment));
  }

  /** Under a parent that never asks how it ended, as process 1 of many containers. */
  public static CliProcess startUnreaped(String... args) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "\"$@\" & exec sleep 1000 >&-", "unreaping"));
    command.addAll(command(args));
    return new CliProcess(ChildProcess.start(command, Map.of()));
  }

  private static List<String> command(String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ChildJvm.inheritedFlags());
    command.addAll(List.of("-cp", ChildJvm.ownClassPath(), MAIN));
    command.addAll(List.of(args));
    return command;
  }

  public static ChildProcess.Result run(String... args) throws IOException, InterruptedException {
    return run(Map.of(), args);
  }

  public static ChildProcess.Result run(Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    return ChildProcess.run(command(args), environment, TIMEOUT);
  }

  /** The next line of standard output. */
  public String line() throws IOException, InterruptedException {
    return process.nextLine(TIMEOUT);
  }

  public String errors() throws IOException {
    return process.errors();
  }

  public List<ProcessHandle> children() {
    return process.descendants();
  }

  /** Sends SIGTERM, then waits. */
  public int terminate() throws InterruptedException {
    process.terminate();
    return awaitExit();
  }

  /** SIGKILL to one that {@link #startUnreaped} started; returns when it is a zombie. */
  public void killUnreaped() throws IOException, InterruptedException {
    killUnreaped(ProcessHandle.of(process.pid()).orElseThrow());
  }

  /** The same for the only child of a parent that does not reap. */
  public static void killUnreaped(ProcessHandle parent) throws IOException, InterruptedException {
    ProcessHandle child = parent.children().findFirst().orElseThrow();
    child.destroyForcibly();
    Path proc = Path.of("/proc", Long.toString(child.pid()));
    long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
    // Its files are closed when the last of its threads is gone, the main one often first.
    while (!Files.readString(proc.resolve("stat")).contains(") Z ")
        || proc.resolve("task").toFile().list().length > 1) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IllegalStateException("no zombie: " + Files.readString(proc.resolve("stat")));
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  public int awaitExit() throws InterruptedException {
    if (!process.awaitExit(TIMEOUT)) {
      throw new IllegalStateException("does not end");
    }
    return process.exitCode();
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
