package com.reactive.platform.reader;

/** Gets events, one after the other, on the thread that polls. */
@FunctionalInterface
public interface EventHandler<T> {
  /**
   * Deals with an event. Once this returns, the event counts as read: its place may be committed.
   *
   * @param event not to be kept
   * @throws RuntimeException whatever went wrong: it comes out of the poll, and the event comes
   *     again with the next one
   */
  void onEvent(Event<T> event);
}
