package com.reactive.platform.reliability.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.kafka.benchmark.subject.http.GatewayStatus;
import com.reactive.platform.kafka.embedded.FreePorts;
import com.reactive.platform.testbed.ChildJvm;
import com.reactive.platform.testbed.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The gateway as operators run it, {@code ./reactive serve} in a JVM of its own, to be killed,
 * paused and started again on the same port. From any thread; calls block until it is done.
 */
public final class GatewayProcess implements AutoCloseable {
  static final int HEAP_MEGABYTES = 512;

  private static final Duration START = Duration.ofSeconds(90);

  /** Its shutdown.timeout-ms, and as much for a machine that is slow. */
  private static final Duration STOP = Duration.ofSeconds(30);

  /** By then it does, if Kafka is there. */
  private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final long READY_STEP_MILLIS = 20;
  private static final String ANNOUNCEMENT = "listening ";

  private final String mainClass;
  private final Map<String, String> settings;
  private final Path log;
  private final Path configFile;
  private final int port;
  private ChildProcess process;
  private String announced = "";
  private int heapMegabytes = HEAP_MEGABYTES;

  /**
   * @param mainClass of the command line, which knows {@code serve}
   * @param settings variables of its environment; no other {@code REACTIVE_} ones reach it
   * @param folder for its log
   * @param configFile its other settings
   */
  public GatewayProcess(
      String mainClass, Map<String, String> settings, Path folder, Path configFile)
      throws IOException {
    this.mainClass = mainClass;
    this.configFile = configFile;
    this.port = FreePorts.any();
    this.settings = new HashMap<>(settings);
    this.settings.put("REACTIVE_HTTP_PORT", Integer.toString(port));
    this.settings.put("REACTIVE_ADMIN_PORT", "0");
    this.log = folder.resolve("gateway.log");
  }

  /** Starts it and waits until it takes all events; if Kafka is away, for some seconds only. */
  public synchronized void start() throws IOException, InterruptedException {
    if (isAlive()) {
      return;
    }
    List<String> command =
        ChildJvm.command(
            heapMegabytes,
            ChildJvm.ownClassPath(),
            mainClass,
            "serve",
            "--config",
            configFile.toString());
    process = ChildProcess.start(command, settings, log);
    try {
      announced = process.awaitLine(ANNOUNCEMENT, START);
    } catch (IOException e) {
      process.kill();
      throw new IOException(
          "the gateway did not start; its log is " + log + ": " + e.getMessage(), e);
    }
    long startNanos = System.nanoTime();
    GatewayStatus status = adminPort();
    while (!status.readyForKeys() && isAlive() && System.nanoTime() - startNanos < READY_NANOS) {
      TimeUnit.MILLISECONDS.sleep(READY_STEP_MILLIS);
    }
  }

  private GatewayStatus adminPort() {
    String port = announced.replaceFirst(".* admin=[^ ]*:([0-9]+).*", "$1");
    return new GatewayStatus(Integer.parseInt(port));
  }

  /** Sends SIGKILL; returns when it is gone. */
  public synchronized void kill() {
    process.kill();
  }

  /**
   * Sends SIGTERM; returns when it has ended.
   *
   * @return its exit code
   * @throws FaultException if it has not ended long after its time; it is killed then
   */
  public synchronized int terminate() throws InterruptedException {
    if (!process.stop(STOP)) {
      throw new FaultException("the gateway still ran " + STOP.toSeconds() + " s after SIGTERM");
    }
    return process.exitCode();
  }

  /** Sends SIGSTOP, as if it collected garbage for long. */
  public synchronized void pause() throws IOException {
    process.pause();
  }

  /** Sends SIGCONT. */
  public synchronized void resume() throws IOException {
    process.resume();
  }

  /** The heap of the next start. */
  synchronized void heapMegabytes(int megabytes) {
    heapMegabytes = megabytes;
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Port to which events are posted; the same over restarts. */
  public int port() {
    return port;
  }

  /**
   * Its status, from the admin port.
   *
   * @throws IOException if it does not within two seconds
   */
  public synchronized JsonNode status() throws IOException {
    return adminPort().fetch();
  }

  /** Kills it. */
  @Override
  public void close() {
    if (isAlive()) {
      kill();
    }
  }
}
