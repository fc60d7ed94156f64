package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.ClusterClient;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.produce.AppendResult;
import com.reactive.platform.kafka.wire.produce.ProduceCore;
import com.reactive.platform.kafka.wire.produce.ProduceObserver;
import com.reactive.platform.kafka.wire.produce.ProduceRecord;
import com.reactive.platform.kafka.wire.produce.ProduceSettings;
import com.reactive.platform.kafka.wire.produce.ProduceStats;
import com.reactive.platform.kafka.wire.produce.ProducerIdentity;
import com.reactive.platform.kafka.wire.produce.RecordOutcomes;
import com.reactive.platform.kafka.wire.produce.TopicHandle;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * The producer of one event loop: its core, its connections, its producer id. All calls but {@link
 * #close} on the event loop's thread; none of them blocks. Outcomes come on the same thread, never
 * from within a call.
 */
public final class WireProducer {
  private static final int NO_PRODUCE = -1;

  private final EventLoop loop;
  private final ClusterClient cluster;
  private final LoopProduceIo io;
  private final ProduceCore core;
  private final Consumer<ClusterView> views = this::viewed;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private ScheduledFuture<?> patience;
  private boolean closing;

  WireProducer(
      EventLoop loop,
      ClusterSettings clusterSettings,
      ProduceSettings settings,
      ClusterClient cluster,
      ByteBufAllocator allocator,
      ProduceObserver observer) {
    this.loop = loop;
    this.cluster = cluster;
    io = new LoopProduceIo(loop, clusterSettings, cluster, new Events(), System::nanoTime);
    core = new ProduceCore(settings, io, allocator, System::nanoTime, observer);
  }

  /** Any thread. */
  void start() {
    loop.execute(core::start);
    cluster.subscribe(loop, views);
  }

  /** Finds or makes the handle of a topic, to be kept; its metadata is asked for if need be. */
  public TopicHandle topic(String name) {
    return core.topic(name);
  }

  /**
   * Encodes a record into the open batch of its partition, and sends nothing: see {@link
   * ProduceCore#append(TopicHandle, int, ProduceRecord, RecordOutcomes, int)}.
   */
  public AppendResult append(
      TopicHandle topic, int partition, ProduceRecord record, RecordOutcomes outcomes, int index) {
    return core.append(topic, partition, record, outcomes, index);
  }

  /** Sends what was appended, as soon as there is a way. */
  public void flush() {
    core.flush();
  }

  public ProduceStats stats() {
    return core.stats();
  }

  /**
   * Refuses new records and waits for the outcomes of those that it has, and for settlements; what
   * has none in time is given one. From any thread.
   *
   * @return completed, on the event loop, when every record has its outcome, all is settled and all
   *     connections are closed
   */
  public CompletableFuture<Void> close(Duration timeout) {
    loop.execute(() -> closeHere(timeout));
    return closed;
  }

  private void closeHere(Duration timeout) {
    if (closing) {
      return;
    }
    closing = true;
    patience =
        loop.schedule(
            () -> abort(new TimeoutException("closed before Kafka had answered")),
            timeout.toNanos(),
            TimeUnit.NANOSECONDS);
    core.close();
    endIfIdle();
  }

  private void abort(Exception reason) {
    if (!closed.isDone()) {
      core.abort(reason);
      end();
    }
  }

  private void endIfIdle() {
    if (closing && !closed.isDone() && core.isIdle()) {
      // Gives up the buffers that it keeps.
      core.abort(new IllegalStateException("closed"));
      end();
    }
  }

  private void end() {
    patience.cancel(false);
    cluster.unsubscribe(views);
    io.close();
    closed.complete(null);
  }

  private void viewed(ClusterView view) {
    core.onClusterView(view);
    endIfIdle();
  }

  private final class Events implements ProduceEvents {
    @Override
    public void connected(int brokerId, NodeApiVersions versions) {
      ApiVersion produce = versions.apiVersion(ApiKeys.PRODUCE);
      core.onConnected(brokerId, produce == null ? NO_PRODUCE : produce.maxVersion());
      endIfIdle();
    }

    @Override
    public void disconnected(int brokerId, Exception cause) {
      core.onDisconnected(brokerId, cause);
      endIfIdle();
    }

    @Override
    public void response(int brokerId, int correlationId, ByteBuf body) {
      core.onResponse(brokerId, correlationId, body);
      endIfIdle();
    }

    @Override
    public void producerId(long id, short epoch) {
      core.onProducerId(new ProducerIdentity(id, epoch));
      endIfIdle();
    }

    @Override
    public void producerIdRefused(Exception cause) {
      core.onProducerIdFailed(cause);
      endIfIdle();
    }

    @Override
    public void timer() {
      core.onTimer();
      endIfIdle();
    }
  }
}
