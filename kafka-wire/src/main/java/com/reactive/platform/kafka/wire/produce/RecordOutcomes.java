package com.reactive.platform.kafka.wire.produce;

/**
 * Gets the outcome of records that were appended together, each by the index that the caller gave
 * it, on the event loop: exactly one of {@code acked}, {@code notWritten} and {@code unknown} per
 * record. A record that was told unknown gets a settlement afterwards, which is exactly one of the
 * other three calls. Must not block and must not throw.
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

  /**
   * The record, which was told unknown, is in the log, once.
   *
   * @param offset -1 if the broker did not say
   */
  default void settledWritten(int index, int partition, long offset) {}

  /** The record, which was told unknown, is certainly not in the log, and never will be. */
  default void settledNotWritten(int index, Exception reason) {}

  /** The record, which was told unknown, cannot be asked for any more: only the log can tell. */
  default void unsettled(int index, Exception reason) {}
}
