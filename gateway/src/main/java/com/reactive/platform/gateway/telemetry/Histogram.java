package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A metric whose values fall into buckets, one series per set of attributes. Thread-safe. */
final class Histogram {
  private record Series(Attributes attributes, BucketCounts counts) {}

  /** Older traces may be deleted. */
  private static final int EXEMPLAR_MINUTES = 10;

  private final String name;
  private final String unit;
  private final String description;
  private final double perUnit;
  private final long[] bounds;
  private final List<Double> scaledBounds;
  private final List<Series> series = new CopyOnWriteArrayList<>();

  /**
   * A metric without series.
   *
   * @param perUnit how much is recorded for 1 of the unit that is shown
   * @param bounds the highest value of each bucket as recorded, ascending
   */
  Histogram(String name, String unit, String description, double perUnit, long... bounds) {
    this.name = name;
    this.unit = unit;
    this.description = description;
    this.perUnit = perUnit;
    this.bounds = bounds.clone();
    scaledBounds = Arrays.stream(bounds).mapToObj(bound -> bound / perUnit).toList();
  }

  /** A metric of durations: recorded in nanoseconds, shown in seconds, from 0.1 ms to 30 s. */
  static Histogram ofDurations(String name, String description) {
    long[] micros = {
      100,
      250,
      500,
      1_000,
      2_500,
      5_000,
      10_000,
      25_000,
      50_000,
      100_000,
      250_000,
      500_000,
      1_000_000,
      2_500_000,
      5_000_000,
      10_000_000,
      30_000_000
    };
    long[] nanos = Arrays.stream(micros).map(bound -> bound * 1_000).toArray();
    return new Histogram(name, "s", description, 1e9, nanos);
  }

  /** A new series; whoever asks must see to it that the number of them is bounded. */
  BucketCounts series(Attributes attributes) {
    BucketCounts counts = new BucketCounts(bounds);
    series.add(new Series(attributes, counts));
    return counts;
  }

  /** What was recorded since the start. */
  MetricPoints data(Resource resource, long startEpochNanos, long nowEpochNanos) {
    List<HistogramPointData> points =
        series.stream().map(one -> point(one, startEpochNanos, nowEpochNanos)).toList();
    return new MetricPoints(
        resource,
        name,
        description,
        unit,
        MetricDataType.HISTOGRAM,
        HistogramData.create(AggregationTemporality.CUMULATIVE, points));
  }

  /** How many values were recorded, as a metric of its own: it costs nothing to count them. */
  MetricPoints countData(
      String countName,
      String countUnit,
      String countDescription,
      Resource resource,
      long startEpochNanos,
      long nowEpochNanos) {
    List<LongPointData> points =
        series.stream()
            .map(
                one ->
                    LongPointData.create(
                        startEpochNanos,
                        nowEpochNanos,
                        one.attributes,
                        one.counts.snapshot().count()))
            .toList();
    return new MetricPoints(
        resource,
        countName,
        countDescription,
        countUnit,
        MetricDataType.LONG_SUM,
        SumData.createLongSumData(true, AggregationTemporality.CUMULATIVE, points));
  }

  private HistogramPointData point(Series one, long startEpochNanos, long nowEpochNanos) {
    BucketCounts.Snapshot now = one.counts.snapshot();
    HistogramPointData point =
        HistogramPointData.create(
            startEpochNanos,
            nowEpochNanos,
            one.attributes,
            now.sum() / perUnit,
            false,
            0,
            false,
            0,
            scaledBounds,
            now.counts());
    long sinceMillis =
        TimeUnit.NANOSECONDS.toMillis(nowEpochNanos) - TimeUnit.MINUTES.toMillis(EXEMPLAR_MINUTES);
    List<DoubleExemplarData> exemplars =
        one.counts.exemplars().stream()
            .filter(traced -> traced.epochMillis() > sinceMillis)
            .map(this::exemplar)
            .toList();
    return exemplars.isEmpty() ? point : new PointWithExemplars(point, exemplars);
  }

  private DoubleExemplarData exemplar(BucketCounts.Exemplar traced) {
    return DoubleExemplarData.create(
        Attributes.empty(),
        TimeUnit.MILLISECONDS.toNanos(traced.epochMillis()),
        traced.span(),
        traced.value() / perUnit);
  }
}
