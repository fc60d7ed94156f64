package com.reactive.platform.gateway.stream;

/** The unit that becomes a record. */
public enum RecordFormat {
  /** Each event. */
  EVENT,
  /** All events of a micro-batch together. */
  PACKED
}
