package com.reactive.platform.gateway.stream;

/** What becomes a Kafka record. */
public enum RecordFormat {
  /** Each event. */
  EVENT,
  /** All events of a micro-batch together. */
  PACKED
}
