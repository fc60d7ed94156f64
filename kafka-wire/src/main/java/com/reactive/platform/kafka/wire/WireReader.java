package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.ClusterClient;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.fetch.FetchCore;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchSettings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads partitions on one event loop, over connections of its own. All calls from any thread; they
 * return at once. The listener is called on the event loop. There is no group, and no position is
 * kept anywhere but here.
 */
public final class WireReader implements AutoCloseable {
  private final EventLoop loop;
  private final ClusterClient cluster;
  private final LoopFetchIo io;
  private final FetchCore core;
  private final Consumer<ClusterView> views = this::viewed;

  /** Of topics whose partitions are not known; on the event loop. */
  private final Map<String, CompletableFuture<List<TopicPartition>>> awaited = new HashMap<>();

  WireReader(
      EventLoop loop,
      ClusterSettings clusterSettings,
      FetchSettings settings,
      ClusterClient cluster,
      FetchListener listener) {
    this.loop = loop;
    this.cluster = cluster;
    io =
        new LoopFetchIo(
            cluster,
            new LoopBrokers(loop, clusterSettings, new Events()),
            new WakeTimer(loop, System::nanoTime, this::woken));
    core = new FetchCore(settings, io, listener, ByteBufAllocator.DEFAULT, System::nanoTime);
  }

  void start() {
    cluster.subscribe(loop, views);
  }

  private void viewed(ClusterView view) {
    core.onClusterView(view);
    awaited
        .entrySet()
        .removeIf(
            waiting -> {
              List<TopicPartition> known = partitions(view, waiting.getKey());
              return !known.isEmpty() && waiting.getValue().complete(known);
            });
  }

  private static List<TopicPartition> partitions(ClusterView view, String topic) {
    ClusterView.Topic known = view.topics().get(topic);
    int count = known == null ? 0 : known.partitions().size();
    return IntStream.range(0, count).mapToObj(index -> new TopicPartition(topic, index)).toList();
  }

  /**
   * Asks for the partitions of a topic. There is no time limit here: it may come into being.
   *
   * @return completed on the event loop; fails if this is closed
   */
  public CompletableFuture<List<TopicPartition>> partitions(String topic) {
    CompletableFuture<List<TopicPartition>> answer = new CompletableFuture<>();
    loop.execute(
        () -> {
          awaited
              .computeIfAbsent(topic, unused -> new CompletableFuture<>())
              .whenComplete(
                  (known, failure) -> {
                    if (failure == null) {
                      answer.complete(known);
                    } else {
                      answer.completeExceptionally(failure);
                    }
                  });
          viewed(cluster.view());
          if (!answer.isDone()) {
            cluster.refresh(topic);
          }
        });
    return answer;
  }

  /** The partitions of a topic as last seen: more may have come. Empty if they are not known. */
  public List<TopicPartition> knownPartitions(String topic) {
    return partitions(cluster.view(), topic);
  }

  /**
   * Reads a partition.
   *
   * @param from the first offset
   * @param to exclusive; {@link Long#MAX_VALUE} to follow the partition until it is stopped
   */
  public void fetch(TopicPartition partition, long from, long to) {
    loop.execute(() -> core.fetch(partition, from, to));
  }

  /** Reads a partition no more. On the event loop: nothing more is heard of it. */
  public void stop(TopicPartition partition) {
    if (loop.inEventLoop()) {
      core.stop(partition);
    } else {
      loop.execute(() -> core.stop(partition));
    }
  }

  /** Asks for no more records; what is under way still comes: two answers of a broker at most. */
  public void pause() {
    loop.execute(core::pause);
  }

  public void resume() {
    loop.execute(core::resume);
  }

  /**
   * Looks up offsets, as often as brokers must be asked: there is no time limit here.
   *
   * @param timestamp in milliseconds, for the first record that is not older; or {@link
   *     org.apache.kafka.common.requests.ListOffsetsRequest#LATEST_TIMESTAMP} or {@link
   *     org.apache.kafka.common.requests.ListOffsetsRequest#EARLIEST_TIMESTAMP}
   * @return completed on the event loop; -1 where no record is as young; fails if a broker refuses
   *     or this is closed
   */
  public CompletableFuture<Map<TopicPartition, Long>> offsets(
      Collection<TopicPartition> partitions, long timestamp) {
    OffsetAnswers answers = new OffsetAnswers(partitions);
    loop.execute(
        () -> answers.asked().forEach(partition -> core.offset(partition, timestamp, answers)));
    return answers.answer();
  }

  /** Ends the reading, soon; the listener hears nothing more. */
  @Override
  public void close() {
    cluster.unsubscribe(views);
    loop.execute(
        () -> {
          core.close();
          io.close();
          IllegalStateException closed = new IllegalStateException("closed");
          awaited.values().forEach(waiting -> waiting.completeExceptionally(closed));
          awaited.clear();
        });
  }

  private void woken() {
    core.onTimer();
  }

  private final class Events implements BrokerEvents {
    @Override
    public void connected(int brokerId, NodeApiVersions versions) {
      core.onConnected(brokerId, versions);
    }

    @Override
    public void disconnected(int brokerId, Exception cause) {
      core.onDisconnected(brokerId);
    }

    @Override
    public void response(int brokerId, int correlationId, ByteBuf body) {
      core.onResponse(brokerId, body);
    }
  }
}
