package com.reactive.platform.kafka.benchmark.rig;

/**
 * Told what became of a send: of all messages from {@code firstSequence} on, as many as the target
 * puts into one send. From any thread; quick; never throws. The second outcome of a send is counted
 * as an error of the run.
 */
public interface Outcomes {
  /** Acknowledged. At acks=0: handed to the socket. */
  void acked(long firstSequence, long intendedNanos);

  /** Certainly not in Kafka. */
  void notWritten(long firstSequence, long intendedNanos);

  /** Possibly in Kafka. */
  void unknown(long firstSequence, long intendedNanos);

  /** Whether {@link #answered} wants to know of this send. By the lane's thread. */
  default boolean wantsAnswer(long firstSequence) {
    return false;
  }

  /** What the answer to a send said, before its outcome is told. By the lane's thread. */
  default void answered(long firstSequence, ResponseFields answer) {}
}
