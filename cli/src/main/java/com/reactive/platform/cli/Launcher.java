package com.reactive.platform.cli;

import java.nio.file.Path;
import java.util.List;

/** How another of our commands is run as a process. */
public final class Launcher {
  /** Property: the launcher script, which tells this process where it lies. */
  private static final String SCRIPT = "reactive.launcher";

  private Launcher() {}

  /**
   * As a user starts it; without a script, as where tests run, this program itself.
   *
   * @param heapMegabytes of the process without a script; a script is told by its environment
   */
  public static List<String> command(int heapMegabytes) {
    String script = System.getProperty(SCRIPT);
    if (script != null) {
      return List.of(script);
    }
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx" + heapMegabytes + "m",
        "-cp",
        System.getProperty("java.class.path"),
        ReactiveCli.class.getName());
  }
}
