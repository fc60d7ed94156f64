package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ReaderMetricsTest {
  private static final TopicPartition ONE = new TopicPartition("t", 0);
  private static final TopicPartition TWO = new TopicPartition("t", 1);

  /** Collects when it is asked to. */
  private static final class Collector implements MetricReader {
    private CollectionRegistration registration;

    @Override
    public void register(CollectionRegistration metrics) {
      registration = metrics;
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
      return AggregationTemporality.CUMULATIVE;
    }

    @Override
    public CompletableResultCode forceFlush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }

    /** By name, or by name and partition. */
    Map<String, Long> values() {
      Map<String, Long> values = new TreeMap<>();
      for (MetricData metric : registration.collectAllMetrics()) {
        for (LongPointData point :
            metric.getName().endsWith(".lag")
                ? metric.getLongGaugeData().getPoints()
                : metric.getLongSumData().getPoints()) {
          StringBuilder name = new StringBuilder(metric.getName());
          point.getAttributes().forEach((key, value) -> name.append(' ').append(value));
          values.put(name.toString(), point.getValue());
        }
      }
      return values;
    }
  }

  @Test
  void countsAndLag() throws Exception {
    Collector collector = new Collector();
    ReaderSettings settings =
        new ReaderSettings(
            Map.of(), List.of(), Map.of(ONE, 1L, TWO, 0L), 10, null, (e, v, c) -> {}, 0);
    Map<TopicPartition, List<String>> values = Map.of(ONE, List.of("a", "b", "c"), TWO, List.of());
    try (SdkMeterProvider provider =
            SdkMeterProvider.builder().registerMetricReader(collector).build();
        EventReader<byte[]> reader =
            new EventReader<>(
                settings,
                ValueDecoder.bytes(),
                listener -> new ListedRecords(listener, values),
                unused -> null)) {
      ReaderMetrics metrics =
          ReaderMetrics.of(OpenTelemetrySdk.builder().setMeterProvider(provider).build(), reader);
      assertThat(collector.values()).containsEntry("reactive.reader.records", 0L);
      reader.poll(Duration.ZERO, event -> {});
      assertThat(collector.values())
          .containsOnly(
              Map.entry("reactive.reader.records", 3L),
              Map.entry("reactive.reader.events", 2L),
              Map.entry("reactive.reader.repeats", 0L),
              Map.entry("reactive.reader.undecodable", 0L),
              Map.entry("reactive.reader.skipped", 0L),
              Map.entry("reactive.reader.truncated", 0L),
              Map.entry("reactive.reader.lag t 0", 0L),
              Map.entry("reactive.reader.lag t 1", 0L));
      metrics.close();
      assertThat(collector.values()).isEmpty();
    }
  }
}
