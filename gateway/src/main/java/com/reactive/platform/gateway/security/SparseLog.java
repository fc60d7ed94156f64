package com.reactive.platform.gateway.security;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/** Logs what clients can cause at most every ten seconds, so that none of them fills the disk. */
public final class SparseLog {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong swallowed = new AtomicLong();

  public SparseLog(Logger log) {
    this.log = log;
  }

  /** From any thread. */
  public void warn(String sentence) {
    if (isDue()) {
      log.warn("{}{}", sentence, swallowedBefore());
    }
  }

  /** From any thread. */
  public void error(String sentence, Throwable fault) {
    if (isDue()) {
      log.error("{}{}", sentence, swallowedBefore(), fault);
    }
  }

  private boolean isDue() {
    long now = System.nanoTime();
    long next = nextNanos.get();
    boolean due = now - next >= 0 && nextNanos.compareAndSet(next, now + INTERVAL_NANOS);
    if (!due) {
      swallowed.incrementAndGet();
    }
    return due;
  }

  private String swallowedBefore() {
    long silent = swallowed.getAndSet(0);
    return silent == 0 ? "" : " (and " + silent + " such lines before)";
  }
}
