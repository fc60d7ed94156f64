package com.reactive.platform.testbed;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** The system's limit of files and connections per process. */
public final class OpenFiles {
  /** Files that a process has open besides: libraries, logs, connections to Kafka. */
  private static final int SPARE = 200;

  private OpenFiles() {}

  /**
   * Looks whether so many connections more can be opened. A server that this process has started
   * has the same limit.
   *
   * @throws IOException with one clear sentence if not
   */
  public static void require(int connections) throws IOException {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      require(connections, system.getOpenFileDescriptorCount(), system.getMaxFileDescriptorCount());
    }
  }

  static void require(int connections, long open, long limit) throws IOException {
    long needed = Math.max(open, SPARE) + connections;
    if (needed > limit) {
      throw new IOException(
          "%d connections need %d open files, and the limit is %d; raise it (ulimit -n %d) and start again"
              .formatted(connections, needed, limit, Long.highestOneBit(needed) * 2));
    }
  }
}
