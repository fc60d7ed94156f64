package com.reactive.platform.gateway.logging;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Logs a line at most every ten seconds, and how many were suppressed before it: what clients can
 * cause, or what fails with every batch, must not fill the disk. Thread-safe.
 */
public final class RateLimitedLog {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final LongSupplier nanoClock;
  private final AtomicLong nextNanos;
  private final AtomicLong suppressed = new AtomicLong();

  public RateLimitedLog(Logger log) {
    this(log, System::nanoTime);
  }

  RateLimitedLog(Logger log, LongSupplier nanoClock) {
    this.log = log;
    this.nanoClock = nanoClock;
    this.nextNanos = new AtomicLong(nanoClock.getAsLong());
  }

  public void warn(String sentence) {
    if (isDue()) {
      log.warn("{}{}", sentence, suppressedBefore());
    }
  }

  public void error(String sentence) {
    if (isDue()) {
      log.error("{}{}", sentence, suppressedBefore());
    }
  }

  public void error(String sentence, Throwable fault) {
    if (isDue()) {
      log.error("{}{}", sentence, suppressedBefore(), fault);
    }
  }

  private boolean isDue() {
    long now = nanoClock.getAsLong();
    long next = nextNanos.get();
    boolean due = now - next >= 0 && nextNanos.compareAndSet(next, now + INTERVAL_NANOS);
    if (!due) {
      suppressed.incrementAndGet();
    }
    return due;
  }

  private String suppressedBefore() {
    long lines = suppressed.getAndSet(0);
    return lines == 0 ? "" : " (and " + lines + " such lines before)";
  }
}
