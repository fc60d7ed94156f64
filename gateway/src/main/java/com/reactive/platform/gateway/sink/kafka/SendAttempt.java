package com.reactive.platform.gateway.sink.kafka;

/**
 * When a batch was handed over, and what its link was like.
 *
 * @param nanos as {@link System#nanoTime}
 * @param retries how many records had been sent a second time before it
 */
record SendAttempt(ProducerHandle link, long nanos, double retries) {
  static SendAttempt now(ProducerHandle link) {
    return new SendAttempt(link, System.nanoTime(), link.retries());
  }

  /** Whether the client sent anything a second time since: if not, outcomes are of first sends. */
  boolean somethingWasSentAgain() {
    return link.retries() != retries;
  }
}
