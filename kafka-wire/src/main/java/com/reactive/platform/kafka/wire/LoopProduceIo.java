package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterClient;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import com.reactive.platform.kafka.wire.cluster.ProducerIdReceiver;
import com.reactive.platform.kafka.wire.produce.ProduceIo;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.function.LongSupplier;

/** The I/O of one event loop: a connection to each broker that it has records for. */
final class LoopProduceIo implements ProduceIo {
  private final EventLoop loop;
  private final ClusterClient cluster;
  private final ProduceEvents events;
  private final WakeTimer timer;
  private final LoopBrokers brokers;
  private boolean closed;

  LoopProduceIo(
      EventLoop loop,
      ClusterSettings settings,
      ClusterClient cluster,
      ProduceEvents events,
      LongSupplier nanoClock) {
    this.loop = loop;
    this.cluster = cluster;
    this.events = events;
    brokers = new LoopBrokers(loop, settings, events);
    timer = new WakeTimer(loop, nanoClock, events::timer);
  }

  @Override
  public void connect(BrokerAddress broker) {
    brokers.connect(broker);
  }

  @Override
  public void send(int brokerId, int correlationId, ByteBuf request) {
    brokers.send(brokerId, correlationId, request);
  }

  @Override
  public void disconnect(int brokerId) {
    brokers.disconnect(brokerId);
  }

  @Override
  public void refreshMetadata(String topic) {
    cluster.refresh(topic);
  }

  @Override
  public void requestProducerId() {
    cluster.requestProducerId(
        loop,
        new ProducerIdReceiver() {
          @Override
          public void received(long producerId, short epoch) {
            events.producerId(producerId, epoch);
          }

          @Override
          public void refused(Exception cause) {
            events.producerIdRefused(cause);
          }
        });
  }

  @Override
  public void wakeAt(long nanos) {
    if (!closed) {
      timer.wakeAt(nanos);
    }
  }

  /** Closes all connections. */
  void close() {
    closed = true;
    timer.cancel();
    brokers.close();
  }
}
