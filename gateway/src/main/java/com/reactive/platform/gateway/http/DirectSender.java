package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.stream.StreamDefinition;

/** Hands a framed event to the Kafka client, past all batching: for the diagnostic route alone. */
@FunctionalInterface
public interface DirectSender {
  /**
   * Sends without waiting for the outcome, of which nobody hears. On an event loop; blocks while
   * the client has no memory for it, which is what the client costs there.
   *
   * @param frame of the event; may be used again when this returns
   * @return whether the client took it
   */
  boolean send(StreamDefinition stream, byte[] frame, int offset, int length);
}
