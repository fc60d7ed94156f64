package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.errors.DisconnectException;

/** One event loop's connections: one to each broker that was ever needed. */
final class LoopBrokers {
  private final EventLoop loop;
  private final ClusterSettings settings;
  private final BrokerEvents events;
  private final Map<Integer, LoopBroker> links = new HashMap<>();
  private boolean closed;

  LoopBrokers(EventLoop loop, ClusterSettings settings, BrokerEvents events) {
    this.loop = loop;
    this.settings = settings;
    this.events = events;
  }

  void connect(BrokerAddress broker) {
    if (!closed) {
      links
          .computeIfAbsent(broker.id(), id -> new LoopBroker(id, loop, settings, events))
          .connect(broker);
    }
  }

  /** Takes the buffer over. */
  void send(int brokerId, int correlationId, ByteBuf request) {
    LoopBroker link = links.get(brokerId);
    if (link == null) {
      request.release();
      throw new IllegalStateException("broker " + brokerId + " was never connected");
    }
    link.send(correlationId, request);
  }

  void disconnect(int brokerId) {
    LoopBroker link = links.get(brokerId);
    if (link != null) {
      link.disconnect(new DisconnectException("given up"));
    }
  }

  /** Closes all connections. */
  void close() {
    closed = true;
    links.values().forEach(link -> link.disconnect(new DisconnectException("closed")));
  }
}
