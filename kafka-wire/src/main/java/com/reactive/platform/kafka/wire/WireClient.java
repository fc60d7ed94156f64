package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.ClusterClient;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import com.reactive.platform.kafka.wire.produce.ProduceObserver;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A Kafka client without threads of its own, one per process: watches the cluster, and makes
 * producers and readers for event loops. Methods may be called from any thread.
 */
public final class WireClient implements AutoCloseable {
  private final WireConfig config;
  private final WireSecurity security;
  private final ClusterSettings settings;
  private final ClusterSettings readerSettings;
  private final ClusterClient cluster;

  private WireClient(WireConfig config, WireSecurity security, EventLoop watching) {
    this.config = config;
    this.security = security;
    settings = config.cluster(config.connection(security));
    readerSettings = config.cluster(config.readingConnection(security));
    cluster = new ClusterClient(watching, settings);
  }

  /**
   * Reads keys, logs in, and begins to look for the cluster. May block for the first two, not for
   * the brokers: they need not be there. A login that fails is tried again with the connections.
   *
   * @param watching the event loop that watches the cluster, beside what else it does
   * @throws org.apache.kafka.common.KafkaException if keys are wrong
   */
  public static WireClient open(WireConfig config, EventLoop watching) {
    WireClient client = new WireClient(config, WireSecurity.of(config.values()), watching);
    client.cluster.start();
    return client;
  }

  /** Makes the producer of an event loop; the caller closes it before this client. */
  public WireProducer producer(EventLoop loop) {
    return producer(loop, ProduceObserver.NONE);
  }

  /** As {@link #producer(EventLoop)}. */
  public WireProducer producer(EventLoop loop, ProduceObserver observer) {
    WireProducer producer =
        new WireProducer(
            loop, settings, config.produce(), cluster, ByteBufAllocator.DEFAULT, observer);
    producer.start();
    return producer;
  }

  /** Makes a reader on an event loop; the caller closes it before this client. */
  public WireReader reader(EventLoop loop, FetchOptions options, FetchListener listener) {
    WireReader reader =
        new WireReader(loop, readerSettings, config.fetch(options), cluster, listener);
    reader.start();
    return reader;
  }

  /** Completed by the first news of the cluster; fails only if this is closed before. */
  public CompletableFuture<ClusterView> ready() {
    return cluster.first();
  }

  /** The cluster as last seen. */
  public ClusterView view() {
    return cluster.view();
  }

  /** Has this topic watched, and its state asked for now. */
  public void refresh(String topic) {
    cluster.refresh(topic);
  }

  /** For the connections of readers. */
  ClusterSettings readerSettings() {
    return readerSettings;
  }

  ClusterClient cluster() {
    return cluster;
  }

  /** Has no other topics watched any more. */
  public void retain(Collection<String> topics) {
    cluster.retain(topics);
  }

  /** True if this is the id of a producer of this client, also of one that is closed. */
  public boolean isOwnProducer(long producerId) {
    return cluster.hasGiven(producerId);
  }

  /** Why no broker answers, or what a broker refuses us; empty if all is well. */
  public Optional<Exception> problem() {
    return cluster.problem();
  }

  /** Ends the watching and forgets the keys. Producers and readers are closed before. */
  @Override
  public void close() {
    cluster.close();
    security.close();
  }
}
