package com.reactive.platform.kafka.wire.fetch;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import io.netty.buffer.ByteBuf;

/**
 * All that the fetch core asks of the world. Every call returns at once and never calls back into
 * the core before it has returned: answers come later as the core's {@code on...} methods, on the
 * same thread.
 */
public interface FetchIo {
  /** Connects to a broker, unless that is under way. Ends in connected or disconnected. */
  void connect(BrokerAddress broker);

  /** Writes one request, whole, to a connected broker. Takes the buffer over. */
  void send(int brokerId, int correlationId, ByteBuf request);

  /** Closes the connection: what is unanswered will have no answer. */
  void disconnect(int brokerId);

  /** Asks for a new view of the cluster, in which this topic is contained. */
  void refreshMetadata(String topic);

  /** Has {@code onTimer} called at this time, of the core's clock; a new call replaces the last. */
  void wakeAt(long nanos);
}
