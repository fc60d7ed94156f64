package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * The counts of a batcher or a collector that adapting its limits rests on, at one moment.
 *
 * @param acceptedMessages messages accepted so far
 * @param sentBytes bytes handed to the sink so far
 * @param refusedFull submits refused for lack of room so far
 * @param pendingMessages messages accepted and not completed
 * @param requests handed to the sink so far
 * @param wireBytes bytes that the sink sent for them so far, as they went: with what requests add,
 *     and compressed if they were; negative if it does not tell
 * @param fill share of the fullest stripe or ring that is in use, 0 to 1
 */
public record LoadSample(
    long acceptedMessages,
    long sentBytes,
    long refusedFull,
    long pendingMessages,
    long requests,
    long wireBytes,
    double fill) {
  /** Of a sink that does not tell what it sent. */
  public LoadSample(
      long acceptedMessages,
      long sentBytes,
      long refusedFull,
      long pendingMessages,
      long requests,
      double fill) {
    this(acceptedMessages, sentBytes, refusedFull, pendingMessages, requests, -1, fill);
  }

  /** Without requests. */
  public LoadSample(
      long acceptedMessages, long sentBytes, long refusedFull, long pendingMessages, double fill) {
    this(acceptedMessages, sentBytes, refusedFull, pendingMessages, 0, fill);
  }

  /** The same with what the sink sent. */
  public LoadSample withWireBytes(long bytes) {
    return new LoadSample(
        acceptedMessages, sentBytes, refusedFull, pendingMessages, requests, bytes, fill);
  }
}
