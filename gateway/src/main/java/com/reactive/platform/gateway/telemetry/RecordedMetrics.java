package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Shows the SDK what was recorded beside it. Thread-safe. */
final class RecordedMetrics implements MetricProducer {
  private final long startEpochNanos = epochNanos();
  private final HttpMetrics http;
  private final RpcMetrics rpc;
  private final KafkaMetrics kafka;
  private final Histogram gcPauses;

  RecordedMetrics(HttpMetrics http, RpcMetrics rpc, KafkaMetrics kafka, Histogram gcPauses) {
    this.http = http;
    this.rpc = rpc;
    this.kafka = kafka;
    this.gcPauses = gcPauses;
  }

  @Override
  public Collection<MetricData> produce(Resource resource) {
    long now = epochNanos();
    Stream<MetricPoints> histograms =
        Stream.of(
                http.durations,
                http.bodies,
                rpc.calls,
                rpc.messages,
                kafka.operations,
                kafka.requests,
                kafka.queueTimes,
                kafka.messages,
                kafka.bytes,
                gcPauses)
            .map(histogram -> histogram.data(resource, startEpochNanos, now));
    MetricPoints sent =
        kafka.operations.countData(
            "messaging.client.sent.messages",
            "{message}",
            "Records passed to the Kafka client whose outcome is known",
            resource,
            startEpochNanos,
            now);
    List<MetricData> all =
        Stream.concat(histograms, Stream.of(sent))
            .filter(metric -> !metric.isEmpty())
            .map(MetricData.class::cast)
            .toList();
    return all;
  }

  private static long epochNanos() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }
}
