package com.reactive.platform.gateway.sink;

import java.util.Locale;

/** The state of a topic, or of all together, from best to worst. */
public enum SinkState {
  /** The topic is there and every partition has a leader. */
  READY,
  /**
   * Some partition has no leader now, others have. Events are taken in: turning all of them away
   * would not help those whose partition is fine.
   */
  DEGRADED,
  /** Not reached yet since the start. */
  CONNECTING,
  /** Reachable, but the topic does not exist or may not be seen. */
  TOPIC_MISSING,
  /** Was reached before; does not answer now, or has no leader for any partition. */
  UNREACHABLE;

  /** Whether an event has somewhere to go. */
  public boolean usable() {
    return this == READY || this == DEGRADED;
  }

  /** The name that `/status` shows. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
