package com.reactive.platform.gateway.sink;

import java.util.concurrent.ScheduledExecutorService;

/** Makes the sinks of one pipeline that live on the event loops of a front end, one for each. */
@FunctionalInterface
public interface LoopSinks {
  /**
   * A sink that is used by this loop's thread alone, never blocks it, and completes events on it.
   *
   * @param loop a Netty event loop
   */
  EventSink create(ScheduledExecutorService loop);
}
