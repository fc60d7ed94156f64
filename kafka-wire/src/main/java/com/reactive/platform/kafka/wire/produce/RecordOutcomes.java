package com.reactive.platform.kafka.wire.produce;

/**
 * Gets the outcome of records that were appended together, each by the index that the caller gave
 * it: exactly one call per record, on the event loop. Must not block and must not throw.
 */
public interface RecordOutcomes {
  /**
   * The record is committed (acks=all).
   *
   * @param offset -1 if the broker did not say: it had the batch already
   */
  void acked(int index, int partition, long offset);

  /** The record is certainly not in the log, and never will be. */
  void notWritten(int index, Exception reason);

  /** The record may or may not be in the log. */
  void unknown(int index, Exception reason);
}
