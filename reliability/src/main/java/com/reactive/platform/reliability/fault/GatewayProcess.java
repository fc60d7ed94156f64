package com.reactive.platform.reliability.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.kafka.benchmark.subject.http.GatewayStatus;
import com.reactive.platform.kafka.embedded.FreePorts;
import com.reactive.platform.testbed.Commands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The gateway as operators run it, {@code ./reactive serve} in a JVM of its own, to be killed,
 * paused and started again on the same port. From any thread; calls block until it is done.
 */
public final class GatewayProcess implements AutoCloseable {
  static final int HEAP_MEGABYTES = 512;

  private static final long START_SECONDS = 90;

  /** Its shutdown.timeout-ms, and as much for a machine that is slow. */
  private static final long STOP_SECONDS = 30;

  private static final String ANNOUNCEMENT = "listening ";

  private final String mainClass;
  private final Map<String, String> settings;
  private final Path log;
  private final Path configFile;
  private final int port;
  private Process process;
  private String announced = "";
  private int heapMegabytes = HEAP_MEGABYTES;

  /**
   * @param mainClass of the command line, which knows {@code serve}
   * @param settings variables of its environment; no other {@code REACTIVE_} ones reach it
   * @param folder for its log
   * @param configFile its other settings
   */
  GatewayProcess(String mainClass, Map<String, String> settings, Path folder, Path configFile)
      throws IOException {
    this.mainClass = mainClass;
    this.configFile = configFile;
    this.port = FreePorts.any();
    this.settings = new HashMap<>(settings);
    this.settings.put("REACTIVE_HTTP_PORT", Integer.toString(port));
    this.settings.put("REACTIVE_ADMIN_PORT", "0");
    this.log = folder.resolve("gateway.log");
  }

  /** Starts it and waits until it listens. */
  public synchronized void start() throws IOException, InterruptedException {
    if (process != null && process.isAlive()) {
      return;
    }
    ProcessBuilder builder =
        new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("REACTIVE_") || key.startsWith("OTEL_"));
    environment.putAll(settings);
    Process started = builder.start();
    process = started;
    CompletableFuture<String> line = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(started, line), "gateway-output");
    reader.setDaemon(true);
    reader.start();
    try {
      announced = line.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      started.destroyForcibly();
      throw new IOException("the gateway did not start; its log is " + log + tail(), e);
    }
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMegabytes + "m");
    command.add("-XX:+ExitOnOutOfMemoryError");
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass, "serve"));
    command.addAll(List.of("--config", configFile.toString()));
    return command;
  }

  private static void read(Process process, CompletableFuture<String> line) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().filter(said -> said.startsWith(ANNOUNCEMENT)).forEach(line::complete);
    } catch (IOException | UncheckedIOException e) {
      // It ended.
    }
    line.completeExceptionally(new IOException("it ended"));
  }

  private String tail() {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      return ":\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  /** SIGKILL; returns when it is gone. */
  public synchronized void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /**
   * SIGTERM; returns when it has ended.
   *
   * @return its exit code
   * @throws FaultException if it has not ended long after its time; it is killed then
   */
  public synchronized int terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      kill();
      throw new FaultException("the gateway still ran " + STOP_SECONDS + " s after SIGTERM");
    }
    return process.exitValue();
  }

  /** SIGSTOP, as if it collected garbage for long. */
  public synchronized void pause() throws IOException {
    Commands.run("kill", "-STOP", Long.toString(process.pid()));
  }

  /** SIGCONT. */
  public synchronized void resume() throws IOException {
    Commands.run("kill", "-CONT", Long.toString(process.pid()));
  }

  /** The heap of the next start. */
  synchronized void heapMegabytes(int megabytes) {
    heapMegabytes = megabytes;
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Where events are posted; the same over restarts. */
  public int port() {
    return port;
  }

  /**
   * What its admin port says of it.
   *
   * @throws IOException if it does not within two seconds
   */
  public synchronized JsonNode status() throws IOException {
    String port = announced.replaceFirst(".* admin=[^ ]*:([0-9]+).*", "$1");
    return new GatewayStatus(Integer.parseInt(port)).fetch();
  }

  /** Kills it. */
  @Override
  public void close() {
    if (isAlive()) {
      kill();
    }
  }
}
