package com.reactive.platform.gateway.sink;

/** A sink whose events a spool takes while there is no way to the destination. */
public interface SpoolableSink extends EventSink {
  /**
   * Whether nothing that is handed over would go out now. After a quiet while this may be so though
   * the destination is there. For the dispatcher.
   */
  boolean isAway();

  /**
   * Events that were handed over and have no outcome yet: while there are any, a replay could
   * overtake them. From any thread.
   */
  long openEvents();
}
