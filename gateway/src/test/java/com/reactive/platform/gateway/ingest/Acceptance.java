package com.reactive.platform.gateway.ingest;

/** Puts a callback into the state in which {@link Ingress} leaves it when it accepts an event. */
public final class Acceptance {
  private Acceptance() {}

  /** The event has this id from now on. */
  public static void accept(IngestCallback callback, byte[] eventId) {
    callback.accept(eventId);
  }
}
