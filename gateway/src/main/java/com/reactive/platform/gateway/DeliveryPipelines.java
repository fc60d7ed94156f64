package com.reactive.platform.gateway;

import com.reactive.platform.gateway.admin.view.PipelineStatus;
import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationStatus;
import com.reactive.platform.gateway.sink.SinkConnection;
import com.reactive.platform.gateway.sink.SinkFactory;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A batcher for each way of delivery that streams ask for; mostly there is one. Thread-safe. */
final class DeliveryPipelines {
  /** One of them. */
  record Pipeline(DeliveryProfile profile, PipelineBatcher batcher) {}

  private final List<Pipeline> pipelines = new ArrayList<>();

  /**
   * Starts the batchers; may block on disk for as long as opening the calibration takes.
   *
   * @param sinks makes those that have a dispatcher thread
   * @param topics the topic of the stream of this index
   */
  DeliveryPipelines(
      BatchingConfig config,
      KafkaConfig kafka,
      SinkConnection connection,
      SinkFactory sinks,
      IntFunction<String> topics,
      BatchMetrics metrics) {
    for (DeliveryProfile profile : config.lanes()) {
      BatchingConfig its = config.lane(profile);
      PipelineBatcher batcher =
          connection
              .onLoops(profile, topics, metrics)
              .map(
                  onLoops ->
                      new PipelineBatcher(its, kafka, onLoops, () -> connection.traffic().bytes()))
              .orElseGet(
                  () -> new PipelineBatcher(its, kafka, sinks.create(profile, topics, metrics)));
      pipelines.add(new Pipeline(profile, batcher));
    }
  }

  List<Pipeline> all() {
    return List.copyOf(pipelines);
  }

  /** The index of the pipeline with this profile; -1 if there is none. */
  int indexOf(DeliveryProfile profile) {
    return pipelines.stream().map(Pipeline::profile).toList().indexOf(profile);
  }

  /** The handles of this stripe, by pipeline, for one event loop. */
  StripedBatcher.Writer[] writers(int stripe, ScheduledExecutorService loop) {
    return pipelines.stream()
        .map(pipeline -> pipeline.batcher.writer(stripe, loop))
        .toArray(StripedBatcher.Writer[]::new);
  }

  /** Each of them, in their order. */
  List<PipelineStatus> statuses() {
    return pipelines.stream().map(DeliveryPipelines::status).toList();
  }

  static PipelineStatus status(Pipeline pipeline) {
    PipelineBatcher batcher = pipeline.batcher();
    return new PipelineStatus(
        pipeline.profile().text(),
        batcher.stats(),
        batcher.level(),
        batcher.calibration().map(learned -> learned.store().text()).orElse(""));
  }

  /** All pipelines together; the limits are those of the pipeline that sent most. */
  BatcherStats stats() {
    List<BatcherStats> all = pipelines.stream().map(pipeline -> pipeline.batcher.stats()).toList();
    return all.size() == 1 ? all.get(0) : sum(all);
  }

  /** What each learned, the pipeline that sent most first; none if the limits are fixed. */
  List<CalibrationStatus> calibrations() {
    Pipeline first = busiest();
    return Stream.concat(
            Stream.of(first), pipelines.stream().filter(pipeline -> !pipeline.equals(first)))
        .flatMap(pipeline -> pipeline.batcher.calibration().stream())
        .toList();
  }

  /** What learns; none if the limits are fixed. */
  List<BatchCalibration> learning() {
    return pipelines.stream().flatMap(pipeline -> pipeline.batcher.learning().stream()).toList();
  }

  /** The pipeline that sent most. */
  Pipeline busiest() {
    Pipeline busiest = pipelines.get(0);
    for (Pipeline pipeline : pipelines) {
      if (pipeline.batcher.stats().messages() > busiest.batcher.stats().messages()) {
        busiest = pipeline;
      }
    }
    return busiest;
  }

  private BatcherStats sum(List<BatcherStats> all) {
    BatcherStats busiest = busiest().batcher.stats();
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
        busiest.flushIntervalNanos(),
        busiest.idlePauseNanos());
  }

  /**
   * Sends what was accepted and waits until all of it has its outcome.
   *
   * @return whether that was in time
   */
  boolean close(Duration timeout) throws InterruptedException {
    long startNanos = System.nanoTime();
    boolean inTime = true;
    for (Pipeline pipeline : pipelines) {
      Duration left = timeout.minusNanos(System.nanoTime() - startNanos);
      inTime &= pipeline.batcher.close(left.isNegative() ? Duration.ZERO : left);
    }
    return inTime;
  }
}
