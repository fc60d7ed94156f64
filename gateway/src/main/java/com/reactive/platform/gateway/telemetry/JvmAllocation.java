package com.reactive.platform.gateway.telemetry;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;

/** Bytes that the JVM's threads have allocated. Thread-safe; costs microseconds. */
public final class JvmAllocation {
  private static final Method TOTAL = total();

  private JvmAllocation() {}

  /**
   * Bytes allocated on the heap since the JVM began, by all threads. JDK 17 forgets what threads
   * allocated that have ended, so there it is that of the threads alive. Negative if the JVM does
   * not tell.
   */
  public static long bytes() {
    if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
        || !threads.isThreadAllocatedMemorySupported()
        || !threads.isThreadAllocatedMemoryEnabled()) {
      return -1;
    }
    if (TOTAL != null) {
      try {
        return (long) TOTAL.invoke(threads);
      } catch (ReflectiveOperationException e) {
        return -1;
      }
    }
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes); // negative: it has just ended
    }
    return sum;
  }

  /** From JDK 21 on; null before. */
  private static Method total() {
    try {
      return ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
    } catch (NoSuchMethodException olderJdk) {
      return null;
    }
  }
}
