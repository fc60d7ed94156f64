package com.reactive.platform.reliability.abuse;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verification;

/**
 * The healthy load measured once.
 *
 * @param stream that the bad events were posted to; empty if there were none
 * @param result of the healthy load
 * @param answered bad events that got 422
 * @param quarantined those of them that were in the quarantine, by their answers
 * @param unexpected bad events that got another answer, or none
 */
record BadEventsIteration(
    String stream, RunResult result, long answered, long quarantined, long unexpected) {
  String name() {
    return stream.isEmpty() ? "none" : stream;
  }

  /** Requests of the healthy load that were not answered as they should be. */
  long failed() {
    Verification seen = result.verification();
    return seen.notWritten() + seen.unknown() + seen.lost();
  }

  /**
   * True if no healthy request failed, Kafka has all that was acknowledged, and the rest got 422.
   */
  boolean sound() {
    return failed() == 0
        && unexpected == 0
        && (answered > 0) == !stream.isEmpty()
        && quarantined == (stream.equals(BadEvents.KEPT) ? answered : 0)
        && result.verification().verified()
        && result.latency().count() > 0;
  }
}
