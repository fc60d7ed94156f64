package com.reactive.platform.gateway;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationStatus;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import com.reactive.platform.gateway.sink.kafka.KafkaConnection;
import com.reactive.platform.gateway.sink.kafka.KafkaSink;
import com.reactive.platform.gateway.sink.kafka.PackedSink;
import com.reactive.platform.gateway.sink.kafka.ProducerHandle;
import com.reactive.platform.gateway.sink.spool.SpoolSet;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A batcher for each way of delivery that streams ask for; mostly there is one. Thread-safe. */
final class DeliveryPipelines {
  /** One of them. */
  record Lane(DeliveryProfile key, PipelineBatcher batching) {}

  private final List<Lane> lanes = new ArrayList<>();

  /**
   * Starts the batchers; may block on disk for as long as opening the calibration takes.
   *
   * @param topics the topic of the stream of this index
   * @param spools one for each lane that says so
   */
  DeliveryPipelines(
      BatchingConfig config,
      KafkaConfig kafka,
      KafkaConnection connection,
      IntFunction<String> topics,
      BatchMetrics metrics,
      SpoolSet spools) {
    for (DeliveryProfile key : config.lanes()) {
      ProducerHandle link = connection.link(key.acks());
      BatchSender sender;
      if (!key.spool().isEmpty()) {
        sender =
            spools.around(
                key.spool(),
                connection,
                link,
                counted -> new KafkaSink(counted, topics, kafka, metrics));
      } else if (key.format() == RecordFormat.PACKED) {
        sender = new PackedSink(link, topics, kafka, metrics);
      } else {
        sender = new KafkaSink(link, topics, kafka, metrics);
      }
      lanes.add(new Lane(key, new PipelineBatcher(config.lane(key), kafka, sender)));
    }
  }

  List<Lane> all() {
    return List.copyOf(lanes);
  }

  /** The place of the lane of this key; -1 if there is none. */
  int indexOf(DeliveryProfile key) {
    return lanes.stream().map(Lane::key).toList().indexOf(key);
  }

  /** The handles of this stripe, by lane, for one event loop. */
  StripedBatcher.Writer[] writers(int stripe) {
    return lanes.stream()
        .map(lane -> lane.batching.writer(stripe))
        .toArray(StripedBatcher.Writer[]::new);
  }

  /** All lanes together; the limits are those of the lane that sent most. */
  BatcherStats stats() {
    List<BatcherStats> all = lanes.stream().map(lane -> lane.batching.stats()).toList();
    return all.size() == 1 ? all.get(0) : sum(all);
  }

  /** What each learned, the lane that sent most first; none if the limits are fixed. */
  List<CalibrationStatus> calibrations() {
    Lane first = busiest();
    return Stream.concat(Stream.of(first), lanes.stream().filter(lane -> !lane.equals(first)))
        .flatMap(lane -> lane.batching.calibration().stream())
        .toList();
  }

  /** What learns; none if the limits are fixed. */
  List<BatchCalibration> learning() {
    return lanes.stream().flatMap(lane -> lane.batching.learning().stream()).toList();
  }

  /** The lane that sent most. */
  Lane busiest() {
    Lane busiest = lanes.get(0);
    for (Lane lane : lanes) {
      if (lane.batching.stats().messages() > busiest.batching.stats().messages()) {
        busiest = lane;
      }
    }
    return busiest;
  }

  private BatcherStats sum(List<BatcherStats> all) {
    BatcherStats busiest = busiest().batching.stats();
    Map<FlushReason, Long> reasons = new EnumMap<>(FlushReason.class);
    for (FlushReason reason : FlushReason.values()) {
      reasons.put(reason, all.stream().mapToLong(stats -> stats.batches(reason)).sum());
    }
    return new BatcherStats(
        all.stream().mapToLong(BatcherStats::acceptedMessages).sum(),
        all.stream().mapToLong(BatcherStats::acceptedBytes).sum(),
        all.stream().mapToLong(BatcherStats::refusedFull).sum(),
        all.stream().mapToLong(BatcherStats::batches).sum(),
        all.stream().mapToLong(BatcherStats::messages).sum(),
        all.stream().mapToLong(BatcherStats::bytes).sum(),
        all.stream().mapToLong(BatcherStats::pendingMessages).sum(),
        all.stream().mapToLong(BatcherStats::pendingBytes).sum(),
        all.stream().mapToDouble(BatcherStats::fill).max().orElse(0),
        all.stream().mapToInt(BatcherStats::inFlightBatches).sum(),
        reasons,
        busiest.lastFlushReason(),
        busiest.flushBytes(),
        busiest.flushIntervalNanos());
  }

  /**
   * Sends what was accepted and waits until all of it has its outcome.
   *
   * @return whether that was in time
   */
  boolean close(Duration timeout) throws InterruptedException {
    long startNanos = System.nanoTime();
    boolean inTime = true;
    for (Lane lane : lanes) {
      Duration left = timeout.minusNanos(System.nanoTime() - startNanos);
      inTime &= lane.batching.close(left.isNegative() ? Duration.ZERO : left);
    }
    return inTime;
  }
}
