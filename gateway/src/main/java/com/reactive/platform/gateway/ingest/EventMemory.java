package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.idempotency.KeyWindow;

/**
 * The knowledge of a stream's past events.
 *
 * @param window of idempotency keys; null: none are remembered
 * @param unsettled keeps the events of unknown outcome
 * @param search finds those that are not remembered
 */
public record EventMemory(KeyWindow window, UnsettledEvents unsettled, EventSearch search) {
  /** Knows nothing. */
  public static final EventMemory NONE =
      new EventMemory(null, UnsettledEvents.NONE, EventSearch.NONE);

  /** The same of a stream that remembers these keys. */
  public EventMemory with(KeyWindow keys) {
    return new EventMemory(keys, unsettled, search);
  }
}
