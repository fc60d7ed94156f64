package com.reactive.platform.gateway.kafka;

import java.util.Locale;

/** What the health probe last saw. */
public enum KafkaState {
  /** Not reached yet since the start. */
  CONNECTING,
  /** The topic is there and every partition has a leader. */
  READY,
  /** Reachable, but some partition of the topic has no leader now. */
  DEGRADED,
  /** Reachable, but the topic does not exist or may not be seen. */
  TOPIC_MISSING,
  /** Was reached before, does not answer now. */
  UNREACHABLE;

  /** The name that `/status` shows. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
