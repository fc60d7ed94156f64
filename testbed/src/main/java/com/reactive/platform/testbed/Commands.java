package com.reactive.platform.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Short commands of the operating system and the JDK. */
public final class Commands {
  private static final long SECONDS = 60;

  private Commands() {}

  /**
   * Runs a command and waits for it; kills it after a minute. Not interruptible, because disks are
   * unmounted after an interrupt, too.
   *
   * @return its output
   * @throws IOException with its output if it is not there or fails
   */
  public static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process
        .onExit()
        .orTimeout(SECONDS, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    process.getOutputStream().close();
    try (InputStream out = process.getInputStream()) {
      String text = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.onExit().join().exitValue() != 0) {
        throw new IOException(String.join(" ", command) + ": " + text);
      }
      return text;
    }
  }
}
