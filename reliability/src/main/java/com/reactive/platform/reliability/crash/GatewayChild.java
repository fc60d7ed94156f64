package com.reactive.platform.reliability.crash;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A {@code serve} process that gets signals. For one thread. */
final class GatewayChild implements AutoCloseable {
  private static final int TAIL_CHARS = 2_000;
  private static final long SIGNAL_SECONDS = 10;

  private final Process process;
  private final Path log;
  private final long startNanos = System.nanoTime();

  private GatewayChild(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it and returns at once.
   *
   * @param settings variables of its environment; no other {@code REACTIVE_} ones reach it
   * @param log gets what it says, behind what is there
   */
  static GatewayChild start(List<String> command, Map<String, String> settings, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("REACTIVE_") || key.startsWith("OTEL_"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.putAll(settings);
    return new GatewayChild(builder.start(), log);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long millisSinceStart() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  /** SIGKILL; nothing of it runs any more when this returns. */
  void kill() throws InterruptedException {
    List<ProcessHandle> helpers = process.descendants().toList();
    process.destroyForcibly().waitFor();
    helpers.forEach(ProcessHandle::destroyForcibly);
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /** SIGSTOP. */
  void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** SIGCONT. */
  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    if (!kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new IOException("SIG" + name + " did not reach the gateway");
    }
  }

  /** Whether it has ended within this time. */
  boolean awaitExit(long millis) throws InterruptedException {
    return process.waitFor(millis, TimeUnit.MILLISECONDS);
  }

  int exitCode() {
    return process.exitValue();
  }

  /** The end of what it said. */
  String tail() throws IOException {
    String all = Files.readString(log, StandardCharsets.UTF_8);
    return all.substring(Math.max(0, all.length() - TAIL_CHARS)).strip();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
