package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * The counts of a batcher or a collector that adapting its limits rests on, at one moment.
 *
 * @param acceptedMessages messages accepted so far
 * @param sentBytes bytes handed to the sink so far
 * @param refusedFull submits refused for lack of room so far
 * @param pendingMessages messages accepted and not completed
 * @param requests handed to the sink so far
 * @param fill share of the fullest stripe or ring that is in use, 0 to 1
 */
public record LoadSample(
    long acceptedMessages,
    long sentBytes,
    long refusedFull,
    long pendingMessages,
    long requests,
    double fill) {
  /** Without requests. */
  public LoadSample(
      long acceptedMessages, long sentBytes, long refusedFull, long pendingMessages, double fill) {
    this(acceptedMessages, sentBytes, refusedFull, pendingMessages, 0, fill);
  }
}
