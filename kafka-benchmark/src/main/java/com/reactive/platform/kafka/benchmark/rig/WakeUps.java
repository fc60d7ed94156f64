package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Number of times that each thread of a process went to sleep, after which something has to wake
 * it: its voluntary context switches, from {@code /proc/PID/task/TID/status}.
 */
final class WakeUps {
  private static final String COUNT = "voluntary_ctxt_switches:";

  private final Map<Path, Long> ofThreads;

  private WakeUps(Map<Path, Long> ofThreads) {
    this.ofThreads = ofThreads;
  }

  /** Of all threads that the process has now; null where the system does not tell. */
  static WakeUps of(long pid) {
    return of(Path.of("/proc/" + pid + "/task"));
  }

  /** Of the threads that have a folder in this one. */
  static WakeUps of(Path tasks) {
    try (Stream<Path> threads = Files.list(tasks)) {
      return new WakeUps(
          threads.collect(Collectors.toUnmodifiableMap(thread -> thread, WakeUps::ofThread)));
    } catch (IOException | UncheckedIOException endedOrNotLinux) {
      return null;
    }
  }

  /**
   * By how many they grew, thread by thread: one that ended meanwhile (the JVM ends idle compiler
   * threads) takes its count with it, and must not be subtracted from the others.
   */
  long since(WakeUps before) {
    return ofThreads.entrySet().stream()
        .mapToLong(now -> now.getValue() - before.ofThreads.getOrDefault(now.getKey(), 0L))
        .filter(grownBy -> grownBy > 0)
        .sum();
  }

  private static long ofThread(Path thread) {
    try (Stream<String> status = Files.lines(thread.resolve("status"))) {
      return status
          .filter(line -> line.startsWith(COUNT))
          .mapToLong(line -> Long.parseLong(line.substring(COUNT.length()).strip()))
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException endedMeanwhile) {
      return 0;
    }
  }
}
