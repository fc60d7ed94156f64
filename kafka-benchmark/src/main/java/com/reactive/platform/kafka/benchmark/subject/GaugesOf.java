package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Makes gauges of the statistics of batchers. */
final class GaugesOf {
  private GaugesOf() {}

  /**
   * @param level in force; null if there is none
   */
  static Gauges stats(BatcherStats stats, PressureLevel level) {
    return new Gauges(
        stats.batches(),
        stats.messages(),
        stats.bytes(),
        byName(stats.batchesByReason()),
        level == null ? null : level.name(),
        stats.flushBytes(),
        stats.flushIntervalNanos(),
        stats.idlePauseNanos());
  }

  /** The reasons as the gateway's status writes them. */
  static Map<String, Long> byName(Map<FlushReason, Long> byReason) {
    Map<String, Long> named = new TreeMap<>();
    byReason.forEach((reason, count) -> named.put(reason.name().toLowerCase(Locale.ROOT), count));
    return named;
  }
}
