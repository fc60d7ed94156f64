package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.telemetry.StageTimestamps;

/**
 * A callback that returns to its event loop by a {@link CompletionQueue} when its outcome is known.
 */
public abstract class ReturningCallback<T extends ReturningCallback<T>> extends IngestCallback {
  /** The next older one in the queue; in what the queue hands over, the next younger. */
  private T next;

  protected ReturningCallback(Ledger ledger, StageTimestamps timestamps) {
    super(ledger, timestamps);
  }

  final T next() {
    return next;
  }

  final void next(T other) {
    next = other;
  }

  /** Takes the one behind it off the list that the queue handed over; null if it is the last. */
  public final T takeNext() {
    T taken = next;
    next = null;
    return taken;
  }
}
