package com.reactive.platform.gateway.jsonschema;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import java.io.Serial;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * One validation, of so many keywords and so much CPU time at most. A schema that branches and
 * contains itself would otherwise take twice as long for each level of nesting of a body; and a
 * keyword may take long by itself, as a pattern with a long text does, or {@code
 * unevaluatedProperties} with many branches before it. Of one thread.
 */
final class BoundedContext extends ExecutionContext {
  private static final ExecutionConfig CONFIG =
      ExecutionConfig.builder().failFast(true).locale(Locale.ROOT).build();

  /** Far more than any event needs that is not made for this. */
  private static final long MAX_CPU_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long SEEMS_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** How often the time is looked at: it costs as much as a keyword or two. */
  private static final int STEPS_PER_LOOK = 16;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Has no stack trace: it may come in floods. */
  static final class TooCostly extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    TooCostly() {
      super("it takes too long by this schema", null, false, false);
    }
  }

  private final long startNanos = System.nanoTime();

  /** Of the thread when it first seemed late; 0 before. */
  private long lateCpuNanos;

  private long left;

  BoundedContext(long steps) {
    super(CONFIG);
    this.left = steps;
  }

  /** Comes before each keyword. */
  @Override
  public void evaluationPathAddLast(String keyword) {
    left--;
    if (left < 0 || (left % STEPS_PER_LOOK == 0 && isLate())) {
      throw new TooCostly();
    }
    super.evaluationPathAddLast(keyword);
  }

  /**
   * By CPU time: a busy machine must not make an event invalid. That is asked for only of bodies
   * that take long, because it costs a system call.
   */
  private boolean isLate() {
    if (System.nanoTime() - startNanos < SEEMS_LATE_NANOS) {
      return false;
    }
    long cpuNanos = THREADS.getCurrentThreadCpuTime();
    if (lateCpuNanos == 0) {
      lateCpuNanos = cpuNanos;
    }
    return cpuNanos - lateCpuNanos > MAX_CPU_NANOS;
  }
}
