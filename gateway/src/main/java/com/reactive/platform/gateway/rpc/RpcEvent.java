package com.reactive.platform.gateway.rpc;

import com.reactive.platform.gateway.ingest.ReturningCallback;
import com.reactive.platform.gateway.ledger.Ledger;

/** An event that a call has passed to {@code Ingress}; its outcome returns to the call's loop. */
public abstract class RpcEvent extends ReturningCallback<RpcEvent> {
  protected RpcEvent(Ledger ledger) {
    super(ledger, null);
  }

  /** The outcome is known. On the event loop. */
  public abstract void completed();
}
