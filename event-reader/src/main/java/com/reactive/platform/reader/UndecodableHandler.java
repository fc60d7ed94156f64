package com.reactive.platform.reader;

import java.io.IOException;

/** Decides about events that cannot be decoded. */
@FunctionalInterface
public interface UndecodableHandler {
  /**
   * Called instead of the event's handler, on the same thread. If it returns, the event counts as
   * read; if it throws, it comes again with the next poll.
   *
   * @param event without a value; not to be kept
   * @param value the event's bytes, a copy: of a packed record that is torn, all of it
   */
  void onUndecodable(Event<?> event, byte[] value, IOException cause);
}
