package com.reactive.platform.kafka.wire.produce;

/** The end of one {@code append}. Only {@link #APPENDED} promises an outcome. */
public enum AppendResult {
  /** Encoded and kept; its outcome comes. */
  APPENDED,
  /** The budget of buffered bytes is used up: try again after an outcome. */
  FULL,
  /** Larger than a request, or than what the topic takes. */
  TOO_LARGE,
  /**
   * The topic's partitions are not known, or not this one. A refresh was asked for: try again after
   * the next {@code onClusterView}; {@code TopicHandle.error()} tells the broker's reason, if any.
   */
  NO_METADATA,
  /** After {@code close} or {@code abort}. */
  CLOSED
}
