package com.reactive.platform.gateway.testing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Fails the test run if Netty reports a buffer that was not released. JUnit finds it by {@code
 * META-INF/services}. It looks once, when all tests of the JVM are over: a look takes some
 * collections, and Surefire runs each class as a plan of its own.
 */
public final class LeakGuard implements TestExecutionListener, LauncherSessionListener {
  private static final int EXIT_ON_LEAK = 86;
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  /** Else this is Maven's own JVM, which only asks which tests there are. */
  private static volatile boolean tested;

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    tested = true;
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(
        new ResourceLeakDetectorFactory() {
          @Override
          @Deprecated // It is abstract all the same.
          public <T> ResourceLeakDetector<T> newResourceLeakDetector(
              Class<T> resource, int samplingInterval, long maxActive) {
            return new Recorder<>(resource, samplingInterval);
          }

          @Override
          public <T> ResourceLeakDetector<T> newResourceLeakDetector(
              Class<T> resource, int samplingInterval) {
            return new Recorder<>(resource, samplingInterval);
          }
        });
  }

  /**
   * What was lost is found by the collector, queued by a thread of the JVM's, and reported at the
   * next buffer that is taken.
   */
  @Override
  public void launcherSessionClosed(LauncherSession session) {
    for (int i = 0; tested && i < 10; i++) {
      System.gc();
      LockSupport.parkNanos(20_000_000);
      ByteBuf buffer = PooledByteBufAllocator.DEFAULT.buffer(16);
      buffer.release();
    }
    if (!LEAKS.isEmpty()) {
      LEAKS.forEach(System.err::println);
      // A listener cannot fail a test, and what it throws is only logged.
      Runtime.getRuntime().halt(EXIT_ON_LEAK);
    }
  }

  private static final class Recorder<T> extends ResourceLeakDetector<T> {
    Recorder(Class<T> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      LEAKS.add("LEAK: " + resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      LEAKS.add("LEAK: " + resourceType);
    }
  }
}
