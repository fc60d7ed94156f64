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
}
