package com.reactive.platform.gateway.sink.kafka;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log that Kafka is away: at once, then ever more seldom, and one line when it is there.
 * Not thread-safe.
 */
final class OutageLog {
  private static final Logger log = LoggerFactory.getLogger(OutageLog.class);

  /** Between one warning and the next; the last of them from then on. */
  private static final long[] PAUSE_SECONDS = {2, 10, 30, 60};

  private final String servers;
  private final LongSupplier nanoClock;
  private long sinceNanos;
  private long nextNanos;

  /** 0: Kafka is not away. */
  private int warnings;

  private String why = "";

  /**
   * @param servers the addresses that are tried
   */
  OutageLog(String servers, LongSupplier nanoClock) {
    this.servers = servers;
    this.nanoClock = nanoClock;
  }

  /**
   * It did not answer.
   *
   * @param startNanos since when it was asked
   * @param reason says why, in words; asked only for a warning that is due, may block
   * @return why, in the words of the last warning
   */
  String unanswered(long startNanos, Supplier<String> reason) {
    long now = nanoClock.getAsLong();
    if (warnings == 0) {
      sinceNanos = startNanos;
    } else if (now - nextNanos < 0) {
      return why;
    }
    why = reason.get();
    log.warn(
        "Kafka at {} {}: {}. Retrying about once a second",
        servers,
        warnings == 0 ? "is unreachable" : "has been unreachable for " + awaySeconds() + " s",
        why);
    int last = PAUSE_SECONDS.length - 1;
    nextNanos = now + TimeUnit.SECONDS.toNanos(PAUSE_SECONDS[Math.min(warnings, last)]);
    warnings++;
    return why;
  }

  /** It did. */
  void answered() {
    if (warnings > 0) {
      log.info("Kafka at {} is reachable again after {} s", servers, awaySeconds());
    }
    warnings = 0;
  }

  private long awaySeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - sinceNanos);
  }
}
