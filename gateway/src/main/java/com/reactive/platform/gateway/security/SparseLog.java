package com.reactive.platform.gateway.security;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/** Logs what clients can cause at most every ten seconds, so that none of them fills the disk. */
final class SparseLog {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong swallowed = new AtomicLong();

  SparseLog(Logger log) {
    this.log = log;
  }

  /** From any thread. */
  void warn(String sentence) {
    long now = System.nanoTime();
    long next = nextNanos.get();
    if (now - next >= 0 && nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
      long silent = swallowed.getAndSet(0);
      log.warn("{}{}", sentence, silent == 0 ? "" : " (and " + silent + " such lines before)");
    } else {
      swallowed.incrementAndGet();
    }
  }
}
