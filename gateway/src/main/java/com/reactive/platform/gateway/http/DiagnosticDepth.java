package com.reactive.platform.gateway.http;

/**
 * How far what is posted to a route goes. All but {@link #KAFKA} is for finding out what the parts
 * of the way cost: it is no event, and the ledger does not know it.
 */
enum DiagnosticDepth {
  /** All the way: an event. */
  KAFKA("", 201),
  /**
   * As an event, but its frame goes from the event loop to the Kafka client, and nobody waits for
   * its outcome. Answered at once.
   */
  PRODUCER("/direct", 202),
  /** As an event, but its frame is dropped instead of submitted. Answered at once. */
  FRAME("/no-kafka", 200),
  /** Its body is received, and nobody looks at it. Answered at once, always the same. */
  BODY("/raw", 202);

  /** What comes behind a stream's route. */
  final String suffix;

  /** Of a success. */
  final int status;

  DiagnosticDepth(String suffix, int status) {
    this.suffix = suffix;
    this.status = status;
  }
}
