package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.CodecUse;
import com.reactive.platform.gateway.sink.SinkTraffic;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.gateway.telemetry.TelemetrySources;
import com.reactive.platform.kafka.wire.WireClient;
import com.reactive.platform.kafka.wire.WireConfig;
import com.reactive.platform.kafka.wire.WireProducer;
import com.reactive.platform.kafka.wire.produce.ProduceObserver;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

/**
 * The native producers: one for each event loop, all pipelines of the loop share it. Thread-safe.
 */
final class LoopProducers {
  private final KafkaConfig config;
  private final long loopBudgetBytes;
  private final OptionalLong learnedCodec;
  private final Map<EventLoop, WireProducer> producers = new HashMap<>();
  private volatile WireClient client;

  /** They hear what is committed. */
  private final List<ProduceObserver> observers = new CopyOnWriteArrayList<>();

  /**
   * @param loopBudgetBytes the most that the batchers of one loop ever hold
   * @param learnedCodec what a million bytes cost Kafka, nanoseconds; none: the codec is fixed
   */
  LoopProducers(KafkaConfig config, long loopBudgetBytes, OptionalLong learnedCodec) {
    this.config = config;
    this.learnedCodec = learnedCodec;
    this.loopBudgetBytes = loopBudgetBytes;
  }

  /**
   * The producer of this loop. The first call may block for keys and a login.
   *
   * @param metrics those of the first call for a loop time all its requests
   */
  synchronized WireProducer of(EventLoop loop, BatchMetrics metrics) {
    if (client == null) {
      client = WireClient.open(wireConfig(), loop);
    }
    return producers.computeIfAbsent(loop, its -> client.producer(its, observer(metrics)));
  }

  private ProduceObserver observer(BatchMetrics metrics) {
    return new ProduceObserver() {
      @Override
      public LongConsumer answerTimes(int brokerId) {
        return metrics.answers(brokerId);
      }

      @Override
      public void committed(String topic, int partition, long firstOffset, int records) {
        for (ProduceObserver observer : observers) {
          observer.committed(topic, partition, firstOffset, records);
        }
      }
    };
  }

  /** It hears what is committed from now on. */
  void addObserver(ProduceObserver observer) {
    observers.add(observer);
  }

  void removeObserver(ProduceObserver observer) {
    observers.remove(observer);
  }

  private WireConfig wireConfig() {
    WireConfig wire =
        WireConfig.of(config.nativeProperties(loopBudgetBytes))
            .withSettleTimeout(Duration.ofMillis(config.settleTimeoutMillis()));
    return learnedCodec.isPresent() ? wire.withLearnedCodec(learnedCodec.getAsLong()) : wire;
  }

  /** True if this is the id of one of them. Never waits. */
  boolean isOwn(long producerId) {
    WireClient current = client;
    return current != null && current.isOwnProducer(producerId);
  }

  /** Has the topic's partitions known before its first event comes. */
  synchronized void warm(String topic) {
    if (client != null) {
      client.refresh(topic);
    }
  }

  /** Has no other topics watched any more. */
  synchronized void retain(Collection<String> topics) {
    if (client != null) {
      client.retain(topics);
    }
  }

  /** Outcomes heard from Kafka so far: while this grows, Kafka is there. */
  synchronized long acknowledged() {
    return producers.values().stream().mapToLong(producer -> producer.stats().acked()).sum();
  }

  /** As {@link com.reactive.platform.gateway.sink.SinkHealth#recovery}. */
  synchronized TelemetrySources.Recovery recovery() {
    return producers.values().stream()
        .map(WireProducer::stats)
        .map(
            now ->
                new TelemetrySources.Recovery(
                    now.retries(),
                    now.disconnects(),
                    now.requestTimeouts(),
                    now.throttled(),
                    now.offsetsBackwards()))
        .reduce(TelemetrySources.Recovery.NONE, TelemetrySources.Recovery::plus);
  }

  /** As {@link com.reactive.platform.gateway.sink.SinkHealth#settling}. */
  synchronized TelemetrySources.Settling settling() {
    return producers.values().stream()
        .map(WireProducer::stats)
        .map(now -> new TelemetrySources.Settling(now.settlingRecords(), now.settlingBytes()))
        .reduce(TelemetrySources.Settling.NONE, TelemetrySources.Settling::plus);
  }

  synchronized CodecUse codecs() {
    return producers.values().stream()
        .map(WireProducer::stats)
        .map(now -> new CodecUse(now.batchesByCodec(), now.batchBytes(), now.uncompressedBytes()))
        .reduce(CodecUse.NONE, CodecUse::plus);
  }

  synchronized SinkTraffic traffic() {
    return producers.values().stream()
        .map(WireProducer::stats)
        .map(stats -> new SinkTraffic(stats.requests(), stats.records(), stats.batchBytes()))
        .reduce(SinkTraffic.NONE, SinkTraffic::plus);
  }

  /** Waits for outcomes, then gives the rest up. While the loops still run. Blocks. */
  synchronized void close(Duration timeout) throws InterruptedException {
    CompletableFuture<?>[] closing =
        producers.values().stream()
            .map(producer -> producer.close(timeout))
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(closing).get(timeout.toMillis() + 1_000, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // A loop that does not answer any more: its connections end with the process.
    }
    producers.clear();
    if (client != null) {
      client.close();
      client = null;
    }
  }
}
