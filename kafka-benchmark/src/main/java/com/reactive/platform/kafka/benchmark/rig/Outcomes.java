package com.reactive.platform.kafka.benchmark.rig;

/**
 * Receives the outcome of a send: of all messages from {@code firstSequence} on, as many as the
 * target puts into one send. From any thread; quick; never throws. The second outcome of a send is
 * counted as an error of the run.
 */
public interface Outcomes {
  /** Acknowledged. At acks=0: handed to the socket. */
  void acked(long firstSequence, long intendedNanos);

  /** Certainly not in Kafka. */
  void notWritten(long firstSequence, long intendedNanos);

  /** Possibly in Kafka. */
  void unknown(long firstSequence, long intendedNanos);

  /** Returns whether {@link #answered} must be called for this send. By the lane's thread. */
  default boolean wantsAnswer(long firstSequence) {
    return false;
  }

  /** Reports the response to a send, before its outcome. By the lane's thread. */
  default void answered(long firstSequence, ResponseFields answer) {}
}
