package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Number of times that threads of a process went to sleep, after which something has to wake them:
 * their voluntary context switches, from {@code /proc/PID/task/TID/status}. A thread that ends
 * takes its count with it.
 */
final class WakeUps {
  private static final String COUNT = "voluntary_ctxt_switches:";

  private WakeUps() {}

  /** Of all threads that the process has now; null where the system does not tell. */
  static Long of(long pid) {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      return threads.mapToLong(WakeUps::ofThread).sum();
    } catch (IOException | UncheckedIOException endedOrNotLinux) {
      return null;
    }
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
