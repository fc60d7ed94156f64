package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.testbed.ProcStat;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU time and memory of some processes from the making of this on. For one thread.
 *
 * <p>The CPU time is that of {@link ProcessHandle}: on Linux {@code /proc/PID/stat}, which goes in
 * steps of 10 ms but counts threads that have ended; {@code /proc/PID/task/TID/schedstat} knows
 * nanoseconds and forgets them. Memory is sampled, because the kernel's own maximum is that since
 * the start of the process.
 */
final class ProcessMeter {
  private final long startNanos = System.nanoTime();
  private final Map<String, Metered> processes = new LinkedHashMap<>();
  private long nowNanos = startNanos;

  /**
   * @param pids by name
   */
  ProcessMeter(Map<String, Long> pids) {
    pids.forEach((name, pid) -> processes.put(name, new Metered(pid)));
  }

  /** Looks at all of them. A process that has ended keeps what was seen last. */
  void sample() {
    nowNanos = System.nanoTime();
    processes.values().forEach(Metered::sample);
  }

  /**
   * The costs until the last sample, divided by this number of messages. Processes whose names
   * differ by a number at the end, as the brokers of a cluster do, are one.
   */
  List<ProcessCost> costs(long messages) {
    double wall = Math.max(1, nowNanos - startNanos);
    Map<String, ProcessCost> costs = new LinkedHashMap<>();
    processes.forEach(
        (name, process) -> {
          double cpu = process.cpuNanos - process.startCpuNanos;
          double micros = messages == 0 ? 0 : cpu / 1e3 / messages;
          String kind = name.replaceFirst("-\\d+$", "");
          costs.merge(
              kind,
              new ProcessCost(kind, micros, cpu / wall, process.maxRssMegabytes),
              ProcessMeter::sum);
        });
    return List.copyOf(costs.values());
  }

  private static ProcessCost sum(ProcessCost one, ProcessCost other) {
    return new ProcessCost(
        one.process(),
        one.cpuMicrosPerMessage() + other.cpuMicrosPerMessage(),
        one.cores() + other.cores(),
        one.rssMegabytes() + other.rssMegabytes());
  }

  private static final class Metered {
    private final long pid;
    private final long startCpuNanos;
    private long cpuNanos;
    private double maxRssMegabytes;

    Metered(long pid) {
      this.pid = pid;
      sample();
      startCpuNanos = cpuNanos;
    }

    void sample() {
      ProcessHandle.of(pid)
          .flatMap(process -> process.info().totalCpuDuration())
          .map(Duration::toNanos)
          .ifPresent(nanos -> cpuNanos = Math.max(cpuNanos, nanos));
      maxRssMegabytes = Math.max(maxRssMegabytes, rssMegabytes());
    }

    private double rssMegabytes() {
      try {
        return ProcStat.residentMegabytes(pid);
      } catch (IOException endedOrNotLinux) {
        return 0;
      }
    }
  }
}
