package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.sink.SpoolableSink;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.util.function.IntFunction;

/** A Kafka sink that counts what has no outcome yet, for a spool. */
final class CountingKafkaSink implements SpoolableSink {
  private final CountingProducerHandle counted;
  private final KafkaSink sink;

  CountingKafkaSink(
      ProducerHandle handle, IntFunction<String> topics, KafkaConfig config, BatchMetrics metrics) {
    counted = new CountingProducerHandle(handle);
    sink = new KafkaSink(counted, topics, config, metrics);
  }

  @Override
  public void send(Batch batch) {
    sink.send(batch);
  }

  @Override
  public boolean isAway() {
    return counted.away();
  }

  @Override
  public long openEvents() {
    return counted.open();
  }
}
