package com.reactive.platform.gateway.idempotency;

/** Whose events a window knows. */
public enum IdempotencyScope {
  /** Its own; and at the start what is in the log, by whomever. */
  INSTANCE,
  /** Those of all instances, as the log has them, all the time. */
  LOG
}
