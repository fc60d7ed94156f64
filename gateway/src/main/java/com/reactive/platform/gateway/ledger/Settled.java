package com.reactive.platform.gateway.ledger;

/** Later knowledge of an event whose outcome was {@link Outcome#UNKNOWN}. */
public enum Settled {
  /** Kafka has it. */
  SETTLED_WRITTEN,
  /** Kafka does not have it. */
  SETTLED_NOT_WRITTEN,
  /** It was not found out. */
  UNSETTLED
}
