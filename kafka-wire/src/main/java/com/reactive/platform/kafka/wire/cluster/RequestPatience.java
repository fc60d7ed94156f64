package com.reactive.platform.kafka.wire.cluster;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * The time that a broker is given to answer, where another could be asked: four times as long as
 * the last answer took, and twice as long after each time that was not enough, in case that all
 * brokers are slow. Each kind of request has its own: metadata may come at once while producer ids
 * take seconds. One thread.
 */
final class RequestPatience {
  static final long LEAST_MILLIS = 1_000;
  static final long MOST_MILLIS = TimeUnit.HOURS.toMillis(1);

  private static final int SLOWER = 4;

  private final Map<ApiKeys, Long> millis = new EnumMap<>(ApiKeys.class);

  long millis(ApiKeys kind) {
    return millis.getOrDefault(kind, LEAST_MILLIS);
  }

  void answered(ApiKeys kind, long tookMillis) {
    millis.put(kind, bounded(SLOWER * tookMillis));
  }

  /** There was no answer in this time. */
  void exhausted(ApiKeys kind) {
    millis.put(kind, bounded(2 * millis(kind)));
  }

  private static long bounded(long millis) {
    return Math.min(Math.max(LEAST_MILLIS, millis), MOST_MILLIS);
  }
}
