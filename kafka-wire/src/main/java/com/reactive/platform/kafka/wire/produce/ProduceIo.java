package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import io.netty.buffer.ByteBuf;

/**
 * All that the produce core asks of the world. Every call returns at once and never calls back into
 * the core before it has returned: answers come later as the core's {@code on...} methods, on the
 * same thread.
 */
public interface ProduceIo {
  /**
   * Connects to a broker, unless that is under way. Ends in {@code onConnected} (ready to produce:
   * versions agreed on, authenticated) or {@code onDisconnected}.
   */
  void connect(BrokerAddress broker);

  /**
   * Writes one request, complete with length and header, to a connected broker and flushes it.
   * Takes the buffer over. Ends in {@code onResponse} or {@code onDisconnected}.
   */
  void send(int brokerId, int correlationId, ByteBuf request);

  /**
   * Closes the connection: what is unanswered will have no answer. Ends in {@code onDisconnected}.
   */
  void disconnect(int brokerId);

  /** Asks for a new view of the cluster, in which this topic is contained. */
  void refreshMetadata(String topic);

  /** Asks for a new producer id. Ends in {@code onProducerId}, as often as it must be tried. */
  void requestProducerId();

  /** Has {@code onTimer} called at this time, of the core's clock; a new call replaces the last. */
  void wakeAt(long nanos);
}
