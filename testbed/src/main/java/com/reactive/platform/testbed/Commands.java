package com.reactive.platform.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Short commands of the operating system. */
public final class Commands {
  private static final long SECONDS = 20;

  private Commands() {}

  /**
   * Runs one and waits for it, twenty seconds at most. An interrupt is kept for later: disks are
   * unmounted after one, too.
   *
   * @throws IOException with what it said if it is not there or fails
   */
  public static void run(String... command) throws IOException {
    boolean interrupted = Thread.interrupted();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream said = process.getInputStream()) {
      process.getOutputStream().close();
      String text = new String(said.readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(String.join(" ", command) + " does not end");
      }
      if (process.exitValue() != 0) {
        throw new IOException(String.join(" ", command) + ": " + text);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
