package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Where and of what a measurement was made.
 *
 * @param cpu model of the processor
 * @param cores processors that the JVM may use
 * @param kernel name and version of the operating system
 * @param loadAverage of the last minute, when the measurement began; negative if unknown
 * @param commit of the sources, with {@code -dirty} if they were changed; "unknown" outside of git
 */
public record Machine(String cpu, int cores, String kernel, double loadAverage, String commit) {
  private static final String UNKNOWN = "unknown";
  private static final long GIT_TIMEOUT_SECONDS = 5;

  /** This one, now. */
  public static Machine current() {
    return new Machine(
        cpuModel(Path.of("/proc/cpuinfo")),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        gitCommit());
  }

  static String cpuModel(Path cpuInfo) {
    try (Stream<String> lines = Files.lines(cpuInfo)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException notLinux) {
      return System.getProperty("os.arch");
    }
  }

  private static String gitCommit() {
    try {
      Process git =
          new ProcessBuilder(
                  "git",
                  "-C",
                  sources().toString(),
                  "describe",
                  "--always",
                  "--dirty",
                  "--exclude=*")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      git.getOutputStream().close();
      if (!git.waitFor(GIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        git.destroyForcibly();
        return UNKNOWN;
      }
      String commit =
          new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.exitValue() == 0 ? commit : UNKNOWN;
    } catch (IOException noGit) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }

  /** The folder that this class was built in: that of its jar, or of the classes. */
  private static Path sources() {
    Path code =
        Path.of(Machine.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    return code.toAbsolutePath().getParent();
  }
}
