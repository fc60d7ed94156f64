package com.reactive.platform.kafka.wire.fetch;

import java.util.concurrent.TimeUnit;

/**
 * Bounds of a reader.
 *
 * @param readCommitted passes over what aborted transactions wrote, and waits for the end of open
 *     ones
 * @param maxBytes of an answer, uncompressed batches aside: a broker's first batch is sent whole
 * @param partitionMaxBytes of an answer, for each partition, likewise
 * @param maxWaitMillis until a broker without news answers
 * @param maxRecordBytes of a record, uncompressed; a larger one ends the reading of its partition
 * @param pauseAtEndMillis before a broker is asked again all of whose partitions were read to their
 *     ends: what comes meanwhile is asked for together, or passed over ({@link
 *     FetchListener#wantsFrom})
 */
public record FetchOptions(
    boolean readCommitted,
    int maxBytes,
    int partitionMaxBytes,
    int maxWaitMillis,
    int maxRecordBytes,
    int pauseAtEndMillis) {
  private static final int MAX_RECORD_BYTES = 1 << 30;

  /** As a Kafka consumer has them, but for a smaller answer: 8 MiB. */
  public static final FetchOptions COMMITTED =
      new FetchOptions(true, 8 << 20, 1 << 20, 500, 128 << 20, 0);

  /** The same, but for what no transaction has committed, too: up to the high watermark. */
  public static final FetchOptions UNCOMMITTED =
      new FetchOptions(false, 8 << 20, 1 << 20, 500, 128 << 20, 0);

  public FetchOptions {
    require(maxBytes > 0, "maxBytes must be positive");
    require(partitionMaxBytes > 0, "partitionMaxBytes must be positive");
    require(maxWaitMillis >= 0, "maxWaitMillis must not be negative");
    require(
        maxRecordBytes > 0 && maxRecordBytes <= MAX_RECORD_BYTES,
        "maxRecordBytes must be 1 to " + MAX_RECORD_BYTES);
    require(pauseAtEndMillis >= 0, "pauseAtEndMillis must not be negative");
  }

  /** The same with other bounds of an answer. */
  public FetchOptions withBytes(int ofAnswer, int ofPartition) {
    return new FetchOptions(
        readCommitted, ofAnswer, ofPartition, maxWaitMillis, maxRecordBytes, pauseAtEndMillis);
  }

  /** The same with this pause. */
  public FetchOptions withPauseAtEnd(int millis) {
    return new FetchOptions(
        readCommitted, maxBytes, partitionMaxBytes, maxWaitMillis, maxRecordBytes, millis);
  }

  long pauseAtEndNanos() {
    return TimeUnit.MILLISECONDS.toNanos(pauseAtEndMillis);
  }

  long maxWaitNanos() {
    return TimeUnit.MILLISECONDS.toNanos(maxWaitMillis);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
