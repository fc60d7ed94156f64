package com.reactive.platform.kafka.benchmark.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * CPU time of this process from its making on, of all threads, the JVM's own included.
 *
 * <p>Linux keeps it per thread in nanoseconds. Where that cannot be read, the JDK's figure is
 * taken, which goes in steps of a clock tick. The rig takes such steps and counts threads that have
 * ended; here the time is next to nothing, and no thread ends.
 */
final class JmhCpu {
  private static final Path TASKS = Path.of("/proc/self/task");

  private final Map<Path, Long> startNanosOfThread = perThread();
  private final long startNanos = ofJdk();

  /** Nanoseconds since the start. A thread that has ended meanwhile does not count. */
  long elapsedNanos() {
    Map<Path, Long> now = perThread();
    if (now.isEmpty() || startNanosOfThread.isEmpty()) {
      return ofJdk() - startNanos;
    }
    return now.entrySet().stream()
        .mapToLong(e -> e.getValue() - startNanosOfThread.getOrDefault(e.getKey(), 0L))
        .sum();
  }

  private static Map<Path, Long> perThread() {
    Map<Path, Long> nanos = new HashMap<>();
    for (Path thread : threads()) {
      try {
        String onCpu = Files.readString(thread.resolve("schedstat")).split(" ", 2)[0];
        nanos.put(thread, Long.parseLong(onCpu));
      } catch (IOException | NumberFormatException ended) {
        nanos.remove(thread);
      }
    }
    return nanos;
  }

  private static List<Path> threads() {
    try (Stream<Path> threads = Files.list(TASKS)) {
      return threads.toList();
    } catch (IOException notLinux) {
      return List.of();
    }
  }

  private static long ofJdk() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
