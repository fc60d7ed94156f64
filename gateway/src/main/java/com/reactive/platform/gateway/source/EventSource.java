package com.reactive.platform.gateway.source;

import com.reactive.platform.gateway.telemetry.SourceStats;

/**
 * Brings events from elsewhere than a server's connections, such as a database. It has threads of
 * its own; all methods are for any thread.
 */
public interface EventSource extends AutoCloseable {
  /** Begins to bring events; returns at once, whether or not they can be had yet. */
  void start();

  /** Brings no more events; what it has passed on gets its outcome all the same. */
  void stop();

  /**
   * Tells the origin which events are kept, and leaves it. After {@link #stop}, when all events
   * have their outcome. Blocks for some seconds at most.
   */
  @Override
  void close();

  /** The figures now; must not block. */
  SourceStats stats();
}
