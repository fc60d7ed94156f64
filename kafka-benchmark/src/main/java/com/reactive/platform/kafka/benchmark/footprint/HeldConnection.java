package com.reactive.platform.kafka.benchmark.footprint;

import java.io.Closeable;
import java.io.IOException;

/**
 * A connection that stays open, and now and then posts an event. It blocks, because what is
 * measured is the gateway's memory and not its speed. For one thread.
 */
interface HeldConnection extends Closeable {
  String BODY = "{\"sessionId\":\"footprint\",\"action\":\"increment\"}";

  /** Sends a request but for the second half of its body. */
  void begin() throws IOException;

  /** Sends the rest. */
  void finish() throws IOException;

  /**
   * Waits for the response.
   *
   * @throws IOException if it is no success
   */
  void awaitSuccess() throws IOException;
}
