package com.reactive.platform.kafka.benchmark.rig;

/** Receives the messages that a {@link RecordReader} finds, one call each. Called by one thread. */
public interface MessageVisitor {
  /** A message that is whole. */
  void message(long runTag, int lane, long sequence);

  /** Bytes that are no message of the benchmark, or no longer one. */
  void damaged();

  /**
   * Another deviation of the record.
   *
   * @param what in words that are the same for every such record
   */
  default void wrong(String what) {}
}
