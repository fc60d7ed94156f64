package com.reactive.platform.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process that this one starts, watches and signals: a gateway, a rival server, a load generator,
 * a command. A daemon thread reads its standard output, so that it never blocks on a full pipe; its
 * standard error goes to a file, so that whatever it wrote there before a line of output can be
 * read after that line. From any thread, except that the lines of output are for one.
 */
public final class ChildProcess implements AutoCloseable {
  private static final int TAIL_BYTES = 8 << 10;
  private static final Duration KILL = Duration.ofSeconds(40);
  private static final Duration LONG = Duration.ofDays(365);

  private final Process process;
  private final Path errors;
  private final boolean temporary;
  private final long startNanos = System.nanoTime();
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

  /** A line of output; the end of the output has no text. */
  private record Line(String text) {}

  /** The end of a command that ends by itself. */
  public record Result(int exitCode, String out, String errors) {}

  private ChildProcess(Process process, Path errors, boolean temporary) {
    this.process = process;
    this.errors = errors;
    this.temporary = temporary;
  }

  /** Starts a process; {@link #close} deletes the file with its standard error. */
  public static ChildProcess start(List<String> command, Map<String, String> settings)
      throws IOException {
    Path errors = Files.createTempFile("reactive-child", ".err");
    try {
      return start(command, settings, errors, true);
    } catch (IOException e) {
      Files.deleteIfExists(errors);
      throw e;
    }
  }

  /**
   * Starts a process.
   *
   * @param settings variables of its environment; no other {@code REACTIVE_} and {@code OTEL_} ones
   *     reach it, and {@code JAVA_HOME} is this process's
   * @param log to which its standard error is appended; stays
   */
  public static ChildProcess start(List<String> command, Map<String, String> settings, Path log)
      throws IOException {
    return start(command, settings, log, false);
  }

  private static ChildProcess start(
      List<String> command, Map<String, String> settings, Path errors, boolean temporary)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(Redirect.appendTo(errors.toFile()));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("REACTIVE_") || key.startsWith("OTEL_"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.putAll(settings);
    ChildProcess child = new ChildProcess(builder.start(), errors, temporary);
    Thread reader = new Thread(child::readOutput, "child-output");
    reader.setDaemon(true);
    reader.start();
    return child;
  }

  /**
   * Runs a command to its end.
   *
   * @throws IOException if it is not there or still runs after the timeout; it is killed then
   */
  public static Result run(List<String> command, Map<String, String> settings, Duration timeout)
      throws IOException, InterruptedException {
    try (ChildProcess child = start(command, settings)) {
      child.process.getOutputStream().close();
      if (!child.awaitExit(timeout)) {
        throw new IOException(
            "%s still runs after %d s".formatted(command.get(0), timeout.toSeconds()));
      }
      List<String> output = new ArrayList<>();
      for (String line = child.next(KILL); line != null; line = child.next(KILL)) {
        output.add(line);
      }
      return new Result(child.exitCode(), String.join("\n", output), child.errors());
    }
  }

  private void readOutput() {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      out.lines().forEach(line -> lines.add(new Line(line)));
    } catch (IOException | UncheckedIOException e) {
      // It ended.
    }
    lines.add(new Line(null));
  }

  /** Null at the end, again and again. */
  private String next(Duration timeout) throws IOException, InterruptedException {
    Line line = lines.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    if (line == null) {
      throw new IOException("no output for " + timeout.toSeconds() + " s" + tail());
    }
    if (line.text() == null) {
      lines.add(line);
    }
    return line.text();
  }

  /**
   * The next line of standard output.
   *
   * @throws IOException with the end of its standard error if it ends or none comes in time
   */
  public String nextLine(Duration timeout) throws IOException, InterruptedException {
    String line = next(timeout);
    if (line == null) {
      throw new IOException("it ended" + tail());
    }
    return line;
  }

  /** As {@link #nextLine}, the next line that begins so. */
  public String awaitLine(String prefix, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    String line;
    do {
      line = nextLine(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    } while (!line.startsWith(prefix));
    return line;
  }

  /** The next line of standard output, however long it takes; null if there are no more. */
  public String nextLineOrEnd() throws IOException, InterruptedException {
    return next(LONG);
  }

  /** Drops the lines of output that nobody has asked for yet. */
  public void dropLines() {
    lines.removeIf(line -> line.text() != null);
  }

  /** Writes to its standard input, which stays open. */
  public void write(String text) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(text);
    input.flush();
  }

  /** Ends its standard input. */
  public void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It ended by itself.
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  public double secondsSinceStart() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** CPU time of it and its descendants so far. */
  public double cpuSeconds() throws IOException {
    double seconds = ProcStat.cpuSeconds(pid());
    for (ProcessHandle descendant : descendants()) {
      seconds += ProcStat.cpuSeconds(descendant.pid());
    }
    return seconds;
  }

  /** False if it still runs after the timeout. */
  public boolean awaitExit(Duration timeout) throws InterruptedException {
    return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** After its end. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Sends SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /**
   * Sends SIGTERM and waits.
   *
   * @return false if it had to be killed after the timeout
   */
  public boolean stop(Duration timeout) throws InterruptedException {
    terminate();
    boolean ended = awaitExit(timeout);
    if (!ended) {
      kill();
    }
    return ended;
  }

  /** Sends SIGKILL to it and its descendants; returns when it is gone. */
  public void kill() {
    List<ProcessHandle> descendants = descendants();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
    process.onExit().completeOnTimeout(process, KILL.toSeconds(), TimeUnit.SECONDS).join();
  }

  /** Sends SIGSTOP. */
  public void pause() throws IOException {
    signal("STOP");
  }

  /** Sends SIGCONT. */
  public void resume() throws IOException {
    signal("CONT");
  }

  private void signal(String name) throws IOException {
    Commands.run("kill", "-" + name, Long.toString(pid()));
  }

  /** All of its standard error. */
  public String errors() throws IOException {
    return Files.readString(errors, StandardCharsets.UTF_8).strip();
  }

  /** The end of its standard error, to be appended to a message; may be empty. */
  public String tail() {
    try (SeekableByteChannel channel = Files.newByteChannel(errors)) {
      channel.position(Math.max(0, channel.size() - TAIL_BYTES));
      byte[] bytes = Channels.newInputStream(channel).readAllBytes();
      String text = new String(bytes, StandardCharsets.UTF_8).strip();
      return text.isEmpty() ? "" : ":\n" + text;
    } catch (IOException e) {
      return "";
    }
  }

  /** Kills it if it still runs. */
  @Override
  public void close() throws IOException {
    kill();
    if (temporary) {
      Files.deleteIfExists(errors);
    }
  }
}
