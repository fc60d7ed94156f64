package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.NodeApiVersions;

/**
 * One event loop's connections for an owner on another thread, who hears of everything a little
 * later: each connection has a number, and what the owner says of one that is gone counts for no
 * other.
 */
final class NumberedBrokers {
  /** Hears of connections, on the event loop. Each number comes up once and goes once. */
  interface Listener {
    void connected(int brokerId, int number, NodeApiVersions versions);

    /** The body is valid within the call. */
    void response(int brokerId, int number, ByteBuf body);

    void disconnected(int brokerId);
  }

  private final EventLoop loop;
  private final LoopBrokers brokers;
  private final Listener listener;

  /** By broker, of the connection that is up. */
  private final Map<Integer, Integer> numbers = new HashMap<>();

  private int last;

  NumberedBrokers(EventLoop loop, ClusterSettings settings, Listener listener) {
    this.loop = loop;
    this.listener = listener;
    brokers = new LoopBrokers(loop, settings, new Events());
  }

  void connect(BrokerAddress broker) {
    loop.execute(() -> brokers.connect(broker));
  }

  /** Takes the buffer over. */
  void send(int brokerId, int number, int correlationId, ByteBuf request) {
    loop.execute(
        () -> {
          if (isUp(brokerId, number)) {
            brokers.send(brokerId, correlationId, request);
          } else {
            request.release();
          }
        });
  }

  void disconnect(int brokerId, int number) {
    loop.execute(
        () -> {
          if (isUp(brokerId, number)) {
            brokers.disconnect(brokerId);
          }
        });
  }

  private boolean isUp(int brokerId, int number) {
    return numbers.getOrDefault(brokerId, -1) == number;
  }

  /** Closes all connections; on the event loop. */
  void close() {
    brokers.close();
  }

  private final class Events implements BrokerEvents {
    @Override
    public void connected(int brokerId, NodeApiVersions versions) {
      last++;
      numbers.put(brokerId, last);
      listener.connected(brokerId, last, versions);
    }

    @Override
    public void disconnected(int brokerId, Exception cause) {
      numbers.remove(brokerId);
      listener.disconnected(brokerId);
    }

    @Override
    public void response(int brokerId, int correlationId, ByteBuf body) {
      listener.response(brokerId, numbers.get(brokerId), body);
    }
  }
}
