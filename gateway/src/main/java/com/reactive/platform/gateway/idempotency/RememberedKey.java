package com.reactive.platform.gateway.idempotency;

/**
 * A key that a window knows.
 *
 * @param open null if the outcome is known
 * @param outcome by {@link StoredOutcome}; of a key that is not open
 */
public record RememberedKey(OpenKey open, long outcome) {}
