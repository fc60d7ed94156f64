package com.reactive.platform.gateway.http;

/** A connection of any protocol, as its event loop drives it. All on the loop. */
interface ServedConnection {
  /** Called a few times a second. */
  void checkDeadlines(long nowNanos);

  /** New requests get 503 from now on; a protocol that can say so before they come does. */
  void drain();

  /** Responds to all that is pending, then closes. */
  void finish();

  /** Closes at once, because of a fault of the gateway. */
  void abort(Throwable fault);
}
