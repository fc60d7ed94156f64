package com.reactive.platform.gateway.microbatch;

import java.util.Map;

/** Stats of a batcher that accepted so many messages, and hardly anything else of note. */
final class StatsAt {
  static BatcherStats of(long accepted, long bytes, long refusedFull, double fill) {
    return new BatcherStats(
        accepted, 0, refusedFull, 0, 0, bytes, 0, 0, fill, 0, Map.of(), null, 1, 1);
  }

  /** So many messages wait. */
  static BatcherStats pending(long messages) {
    return new BatcherStats(messages, 0, 0, 0, 0, 0, messages, 0, 0, 0, Map.of(), null, 1, 1);
  }

  private StatsAt() {}
}
