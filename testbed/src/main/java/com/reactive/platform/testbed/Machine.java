package com.reactive.platform.testbed;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Machine and commit of a measurement.
 *
 * @param cpu model of the processor
 * @param cores processors that the JVM may use
 * @param kernel name and version of the operating system
 * @param loadAverage of the last minute, when the measurement began; negative if unknown
 * @param commit of the sources, with {@code -dirty} if anything but reports was changed; "unknown"
 *     outside of git
 */
public record Machine(String cpu, int cores, String kernel, double loadAverage, String commit) {
  private static final String UNKNOWN = "unknown";
  private static final String DIRTY = "-dirty";
  private static final Duration GIT_TIMEOUT = Duration.ofSeconds(5);

  /** This one, now. */
  public static Machine current() {
    return new Machine(
        cpuModel(CpuInfo.current()),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        loadAverageNow(),
        gitCommit(CodeLocation.of(Machine.class).toAbsolutePath().getParent()));
  }

  static String cpuModel(CpuInfo cpuInfo) {
    return cpuInfo.model().orElse(System.getProperty("os.arch"));
  }

  /** Of the last minute; negative if unknown. */
  public static double loadAverageNow() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** True if the sources have uncommitted changes. */
  public boolean isDirty() {
    return commit.endsWith(DIRTY);
  }

  /**
   * Of the working tree around this folder. Reports do not count: measuring changes them, and they
   * change nothing of what is measured.
   */
  static String gitCommit(Path sources) {
    Git described = git(sources, "describe", "--always", "--exclude=*");
    if (described.exitCode() != 0) {
      return UNKNOWN;
    }
    Git changes = git(sources, "diff", "--quiet", "HEAD", "--", ":(top)", ":(top,exclude)reports");
    return described.output() + (changes.exitCode() == 1 ? DIRTY : "");
  }

  private record Git(int exitCode, String output) {
    private static final Git FAILED = new Git(-1, "");
  }

  /** Asks for what is at most a line. */
  private static Git git(Path folder, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    try {
      ChildProcess.Result result = ChildProcess.run(command, Map.of(), GIT_TIMEOUT);
      return new Git(result.exitCode(), result.out().strip());
    } catch (IOException noGit) {
      return Git.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Git.FAILED;
    }
  }
}
