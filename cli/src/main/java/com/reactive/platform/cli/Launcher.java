package com.reactive.platform.cli;

import java.nio.file.Path;
import java.util.List;

/** Command lines for running another of our commands as a process. */
public final class Launcher {
  /** Property: path of the launcher script, set by it. */
  private static final String SCRIPT = "reactive.launcher";

  private Launcher() {}

  /**
   * As a user starts it; without a script, as where tests run, this program itself.
   *
   * @param heapMegabytes of the process without a script; a script gets it by its environment
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
