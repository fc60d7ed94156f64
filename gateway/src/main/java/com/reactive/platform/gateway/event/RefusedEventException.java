package com.reactive.platform.gateway.event;

import java.io.Serial;

/**
 * Kafka refuses this event for what it is, such as its size or its lack of a key, and would refuse
 * it again. Has no stack trace of its own: it may come in floods.
 */
public final class RefusedEventException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  public RefusedEventException(Exception refusal) {
    super(refusal.getClass().getSimpleName(), refusal, false, false);
  }
}
