package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.event.EventFrame;
import java.time.Duration;

/**
 * Sends single events to the destination, in the order in which it is given them, and never gives
 * up one that it has taken. Used by one thread.
 */
public interface OrderedSender {
  /** Receives the outcome of one event, on any thread, once. */
  @FunctionalInterface
  interface Outcome {
    /**
     * The event is written, or not.
     *
     * @param failure null if it is written; a {@link
     *     com.reactive.platform.gateway.event.RefusedEventException} if it never can be
     */
    void completed(Exception failure);
  }

  /**
   * Takes an event. May block for a moment.
   *
   * @return false if there is no room for it now; then there is no outcome
   */
  boolean send(String topic, EventFrame.Parts event, Outcome outcome);

  /** Waits until everything that was taken has its outcome. */
  void flush();

  /** Waits for outcomes for this long at most; what has none by then is given up. */
  void close(Duration timeout);
}
