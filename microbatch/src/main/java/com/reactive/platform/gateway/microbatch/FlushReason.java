package com.reactive.platform.gateway.microbatch;

/**
 * The reason for which a batch was flushed. Where several hold at once, the first of the list is
 * named.
 */
public enum FlushReason {
  /** A full batch was pending. */
  SIZE,
  /** The oldest pending message had waited for the flush interval. */
  TIME,
  /** The sink had nothing in flight, and whoever was worth waiting for was there. */
  IDLE,
  /** The batcher is closing, so nothing waits any more. */
  CLOSE
}
