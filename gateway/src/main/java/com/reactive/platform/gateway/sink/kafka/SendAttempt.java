package com.reactive.platform.gateway.sink.kafka;

/**
 * The time at which a batch was handed over, and the retries until then.
 *
 * @param nanos as {@link System#nanoTime}
 * @param retries how many records had been sent a second time before it
 */
record SendAttempt(ProducerHandle handle, long nanos, double retries) {
  static SendAttempt now(ProducerHandle handle) {
    return new SendAttempt(handle, System.nanoTime(), handle.retries());
  }

  /** Whether the client sent anything a second time since: if not, outcomes are of first sends. */
  boolean somethingWasSentAgain() {
    return handle.retries() != retries;
  }
}
