package com.reactive.platform.kafka.benchmark.rig;

import java.util.Map;

/**
 * The visible state of a target's batching. Counts rise from the opening of the target on.
 *
 * @param batches batches sent; negative if there are none to be seen
 * @param batchedMessages messages in those batches
 * @param batchedBytes bytes of those messages
 * @param batchesByReason why they went; may be empty
 * @param level pressure level in force; null if there is none
 * @param flushBytes N in force; null if there is none
 * @param flushIntervalNanos T in force, nanoseconds; null if there is none
 * @param idlePauseNanos H in force, nanoseconds; null if there is none
 */
public record Gauges(
    long batches,
    long batchedMessages,
    long batchedBytes,
    Map<String, Long> batchesByReason,
    String level,
    Integer flushBytes,
    Long flushIntervalNanos,
    Long idlePauseNanos) {
  /** Nothing to be seen. */
  public static final Gauges NONE = new Gauges(-1, 0, 0, Map.of(), null, null, null, null);
}
