package com.reactive.platform.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Lets the same warning or error through so many times within 10 s, then counts, and says at the
 * end of the 10 s how many there were. The same is what has the same logger and the same text
 * before its arguments are filled in: so a line per connection or per event cannot fill a disk.
 *
 * <p>A filter of an appender: unlike a turbo filter it is asked for lines only, not each time that
 * code asks whether a level is on.
 */
final class RepeatFilter extends Filter<ILoggingEvent> {
  private static final int WINDOW_SECONDS = 10;
  private static final int MAX_PLACES = 1_000;
  private static final String ELSEWHERE = "other warnings";

  /** One kind of warning within its 10 s. */
  private static final class Place {
    private int seen;
  }

  private final int perWindow;
  private final LoggerContext loggers;
  private final Map<String, Place> places = new ConcurrentHashMap<>();
  private final ThreadLocal<Boolean> reporting = ThreadLocal.withInitial(() -> false);

  RepeatFilter(int perWindow, LoggerContext loggers) {
    this.perWindow = perWindow;
    this.loggers = loggers;
    setContext(loggers);
  }

  @Override
  public FilterReply decide(ILoggingEvent line) {
    if (!line.getLevel().isGreaterOrEqual(Level.WARN) || reporting.get()) {
      return FilterReply.NEUTRAL;
    }
    String key = line.getLoggerName() + ": " + line.getMessage();
    boolean known = places.size() < MAX_PLACES || places.containsKey(key);
    int seen = count(known ? key : ELSEWHERE, line.getLoggerName());
    return seen <= perWindow ? FilterReply.NEUTRAL : FilterReply.DENY;
  }

  private int count(String key, String logger) {
    int[] seen = new int[1];
    places.compute(
        key,
        (same, place) -> {
          Place now = place == null ? new Place() : place;
          seen[0] = ++now.seen;
          return now;
        });
    if (seen[0] == 1) {
      loggers
          .getScheduledExecutorService()
          .schedule(() -> endWindow(key, logger), WINDOW_SECONDS, TimeUnit.SECONDS);
    }
    return seen[0];
  }

  /** Says what was left out, if anything was. */
  void endWindow(String key, String logger) {
    Place ended = places.remove(key);
    int dropped = ended == null ? 0 : ended.seen - perWindow;
    if (dropped > 0) {
      reporting.set(true);
      try {
        loggers
            .getLogger(logger)
            .warn("{} more suppressed within {} s: {}", dropped, WINDOW_SECONDS, key);
      } finally {
        reporting.remove();
      }
    }
  }
}
