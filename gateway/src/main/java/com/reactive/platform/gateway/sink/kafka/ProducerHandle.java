package com.reactive.platform.gateway.sink.kafka;

import org.apache.kafka.clients.producer.Producer;

/**
 * A pipeline's way to Kafka: the current producer, and whether anything handed to it would go out
 * now. For the pipeline's dispatcher; only {@link #retries()} is asked by the client's thread, too.
 */
public interface ProducerHandle {
  /** To be asked for every time: one that broke is replaced. */
  Producer<byte[], byte[]> producer();

  /**
   * Whether Kafka cannot be reached. What is kept here meanwhile can be told "not written" when its
   * time is over; what is handed to the client could only be told "unknown".
   */
  boolean away();

  /**
   * Grows with each record that the client sends a second time, and when the client is replaced. If
   * it is what it was when a record was handed over, the record's outcome is that of its first
   * attempt.
   */
  double retries();

  /** A record is about to be handed to the client. From any thread. */
  default void beginSend() {}

  /**
   * A record that was handed to the client has its outcome, or was not taken: once for each {@link
   * #beginSend()}. From any thread.
   */
  default void endSend() {}

  /** This producer will never send anything again; another one is made. */
  void broken(Producer<byte[], byte[]> producer);
}
