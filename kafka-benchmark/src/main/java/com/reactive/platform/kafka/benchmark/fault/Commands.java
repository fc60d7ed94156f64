package com.reactive.platform.kafka.benchmark.fault;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Short commands of the operating system. */
final class Commands {
  private static final long SECONDS = 20;

  private Commands() {}

  /**
   * Runs one and waits for it, twenty seconds at most. An interrupt is kept for later: disks are
   * unmounted after one, too.
   *
   * @throws IOException with what it said if it is not there or fails
   */
  static void run(String... command) throws IOException {
    boolean interrupted = Thread.interrupted();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream said = process.getInputStream()) {
      process.getOutputStream().close();
      String text = new String(said.readAllBytes(), StandardCharsets.UTF_8).strip();
      process.onExit().get(SECONDS, TimeUnit.SECONDS);
      if (process.exitValue() != 0) {
        throw new IOException(String.join(" ", command) + ": " + text);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(String.join(" ", command) + " does not end", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
