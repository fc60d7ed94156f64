package com.reactive.platform.http.reference;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;

/** What the threads of this JVM have allocated; the same figure as the gateway tells of itself. */
final class AllocatedBytes {
  private AllocatedBytes() {}

  /** Since the JVM began; on JDK 17 by the threads that are alive. Negative if it is not known. */
  static long ofThreads() {
    if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)) {
      return -1;
    }
    try {
      Method total = ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
      return (long) total.invoke(threads);
    } catch (NoSuchMethodException olderJdk) {
      long sum = 0;
      for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
        sum += Math.max(0, bytes); // negative: it has just ended
      }
      return sum;
    } catch (ReflectiveOperationException e) {
      return -1;
    }
  }
}
