package com.reactive.platform.gateway.ingest;

/** What the idempotency key of an event is for. */
public enum KeyUse {
  /** A repeat of an earlier event is not written, and neither are later repeats of this one. */
  CLAIM,

  /**
   * A repeat of an earlier event is not written. This one is remembered only if its outcome is
   * unknown: its source does not send an event again whose outcome it knows.
   */
  LOOK_UP,

  /**
   * The event is written even if its key is known: for whoever was told that an outcome stays
   * unknown, and prefers a repeat with the same id to a loss.
   */
  IGNORE
}
