package com.reactive.platform.gateway.idempotency.log;

import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.sink.TopicStatus;

/**
 * A stream that remembers keys, and a topic that has some of them.
 *
 * @param window of its own
 * @param waits false if it takes keys before the window is filled
 * @param hot the state of the topic if that is the one of its hot keys; null if it is its own
 */
public record RememberingStream(
    String name,
    String topic,
    long windowMillis,
    KeyWindow window,
    boolean waits,
    TopicStatus hot) {

  /** With its own topic. */
  public RememberingStream(
      String name, String topic, long windowMillis, KeyWindow window, boolean waits) {
    this(name, topic, windowMillis, window, waits, null);
  }

  boolean isHot() {
    return hot != null;
  }
}
