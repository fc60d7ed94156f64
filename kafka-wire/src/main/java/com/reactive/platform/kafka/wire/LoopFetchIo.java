package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterClient;
import com.reactive.platform.kafka.wire.fetch.FetchIo;
import io.netty.buffer.ByteBuf;

/** The I/O of a reader: connections of its own, since a broker that waits for news is silent. */
record LoopFetchIo(ClusterClient cluster, LoopBrokers brokers, WakeTimer timer) implements FetchIo {
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
  public void wakeAt(long nanos) {
    timer.wakeAt(nanos);
  }

  void close() {
    timer.cancel();
    brokers.close();
  }
}
