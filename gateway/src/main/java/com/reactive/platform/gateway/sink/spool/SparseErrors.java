package com.reactive.platform.gateway.sink.spool;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** Logs an error at most every ten seconds: while it lasts, every batch has it. Thread-safe. */
final class SparseErrors {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private long nextNanos = System.nanoTime();
  private long swallowed;

  SparseErrors(Logger log) {
    this.log = log;
  }

  synchronized void error(String sentence) {
    long now = System.nanoTime();
    if (now - nextNanos >= 0) {
      nextNanos = now + INTERVAL_NANOS;
      log.error("{}{}", sentence, swallowed == 0 ? "" : " (and " + swallowed + " times before)");
      swallowed = 0;
    } else {
      swallowed++;
    }
  }
}
