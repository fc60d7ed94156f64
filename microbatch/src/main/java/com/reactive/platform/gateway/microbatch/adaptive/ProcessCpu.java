package com.reactive.platform.gateway.microbatch.adaptive;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** CPU time of this process. */
final class ProcessCpu {
  private ProcessCpu() {}

  /** CPU time of all threads so far, nanoseconds; -1 where this JVM cannot tell. */
  static long nanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
        ? os.getProcessCpuTime()
        : -1;
  }
}
