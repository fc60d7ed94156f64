package com.reactive.platform.kafka.wire.fetch;

import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;

/** Which errors of a broker pass. */
final class FetchErrors {
  private FetchErrors() {}

  /**
   * True if it is worth asking again, with news of the cluster. A log that a broker calls corrupt
   * is not; what it has no name for is, as Kafka's consumer has it.
   */
  static boolean passes(Errors error) {
    return error == Errors.UNKNOWN_SERVER_ERROR
        || (error != Errors.CORRUPT_MESSAGE && error.exception() instanceof RetriableException);
  }
}
