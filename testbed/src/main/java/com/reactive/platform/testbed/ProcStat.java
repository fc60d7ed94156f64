package com.reactive.platform.testbed;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** CPU time and memory of a process, from Linux. */
public final class ProcStat {
  /** Of {@code /proc/PID/stat}, which Linux fixes for all programs. */
  private static final double TICKS_PER_SECOND = 100;

  /** Of user, system, and the same of children that have ended, after the program's name. */
  private static final List<Integer> CPU_FIELDS = List.of(11, 12, 13, 14);

  private ProcStat() {}

  public static boolean isThere() {
    return Files.isReadable(Path.of("/proc/self/smaps_rollup"));
  }

  /**
   * Since its start, in steps of 10 ms.
   *
   * @throws IOException if there is no such process
   */
  public static double cpuSeconds(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = 0;
    for (int field : CPU_FIELDS) {
      ticks += Long.parseLong(fields[field]);
    }
    return ticks / TICKS_PER_SECOND;
  }

  /**
   * Of the threads that live and whose names begin so, since their start, in nanoseconds; the
   * kernel knows the first 15 characters of a name. For what costs less than a step of {@link
   * #cpuSeconds}.
   *
   * @throws IOException if there is no such process, or the kernel does not count this
   */
  public static long threadCpuNanos(long pid, String prefix) throws IOException {
    long nanos = 0;
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads) {
        nanos += threadCpuNanos(thread, prefix);
      }
    }
    return nanos;
  }

  private static long threadCpuNanos(Path thread, String prefix) throws IOException {
    try {
      return Files.readString(thread.resolve("comm")).startsWith(prefix)
          ? Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ", 2)[0])
          : 0;
    } catch (IOException e) {
      if (Files.isDirectory(thread)) {
        throw e;
      }
      // It has ended since it was listed.
      return 0;
    }
  }

  /**
   * Resident memory, MiB; cheap enough to be sampled while something else is measured. The kernel
   * adds it up now and then; {@link #megabytes} walks the pages and is exact.
   *
   * @throws IOException if there is no such process
   */
  public static double residentMegabytes(long pid) throws IOException {
    return kibibytes(Path.of("/proc/" + pid + "/status"), "VmRSS") / 1024.0;
  }

  /**
   * Memory of a process by its pages, MiB.
   *
   * @param what {@code Rss}, or {@code Pss}, which counts shared pages by their share
   * @throws IOException if there is no such process
   */
  public static double megabytes(long pid, String what) throws IOException {
    return kibibytes(Path.of("/proc/" + pid + "/smaps_rollup"), what) / 1024.0;
  }

  private static long kibibytes(Path file, String what) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(what + ":")) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IOException(file + " has no " + what);
  }
}
