package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.telemetry.DistributionSummary;
import com.reactive.platform.gateway.telemetry.JvmUsage;
import com.reactive.platform.gateway.telemetry.LiveStats;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A point of the live page's curves: one second, or several that were merged. Rates are per second.
 *
 * @param millis since the epoch, at its end
 * @param answers by {@link ResponseClass}
 * @param reasons of flushes, by {@link FlushReason}
 * @param bodyBytes of requests
 * @param collectionMillis of the garbage collectors
 * @param level of pressure, from 1; 0 if the limits are fixed
 */
record LivePoint(
    long millis,
    Health health,
    double received,
    double acked,
    List<Double> answers,
    List<Double> reasons,
    double bodyBytes,
    double cpuCores,
    double eventLoopLagNanos,
    double heapBytes,
    double collectionMillis,
    int level,
    long flushBytes,
    long flushMicros,
    DistributionSummary micros,
    DistributionSummary queueMicros,
    DistributionSummary kafkaMicros,
    DistributionSummary messages) {
  private static final List<String> MOODS = List.of("good", "warn", "bad");

  static LivePoint of(
      long millis,
      Health health,
      LiveRates rates,
      LiveStats.Sample sample,
      Performance performance,
      JvmUsage.Sample jvm) {
    Status now = rates.now();
    return new LivePoint(
        millis,
        health,
        rates.received(),
        rates.of(Category.ACKED),
        Stream.of(ResponseClass.values())
            .map(group -> rates.perSecond(group.countIn(sample.answers())))
            .toList(),
        Stream.of(FlushReason.values()).map(rates::of).toList(),
        rates.perSecond(sample.bodyBytes()),
        performance.cpuCores(),
        performance.eventLoopLagNanos(),
        jvm.heapBytes(),
        jvm.collectionMillis(),
        now.levelNumber(),
        now.batcher().flushBytes(),
        now.batcher().flushIntervalNanos() / 1_000,
        sample.micros(),
        sample.queueMicros(),
        sample.kafkaMicros(),
        sample.messages());
  }

  /**
   * One point for several that followed each other: the mean of rates, the worst of times and
   * health, the last of settings.
   */
  static LivePoint merged(List<LivePoint> points) {
    LivePoint last = points.get(points.size() - 1);
    LivePoint worst =
        points.stream()
            .max(Comparator.comparingInt(point -> MOODS.indexOf(point.health.mood())))
            .orElse(last);
    return new LivePoint(
        last.millis,
        worst.health,
        mean(points, LivePoint::received),
        mean(points, LivePoint::acked),
        means(points, LivePoint::answers),
        means(points, LivePoint::reasons),
        mean(points, LivePoint::bodyBytes),
        mean(points, LivePoint::cpuCores),
        most(points, LivePoint::eventLoopLagNanos),
        most(points, LivePoint::heapBytes),
        mean(points, LivePoint::collectionMillis),
        last.level,
        last.flushBytes,
        last.flushMicros,
        slowest(points, LivePoint::micros),
        slowest(points, LivePoint::queueMicros),
        slowest(points, LivePoint::kafkaMicros),
        slowest(points, LivePoint::messages));
  }

  private static double mean(List<LivePoint> points, ToDoubleFunction<LivePoint> of) {
    return points.stream().mapToDouble(of).average().orElse(0);
  }

  private static List<Double> means(List<LivePoint> points, Function<LivePoint, List<Double>> of) {
    return IntStream.range(0, of.apply(points.get(0)).size())
        .mapToObj(i -> mean(points, point -> of.apply(point).get(i)))
        .toList();
  }

  private static double most(List<LivePoint> points, ToDoubleFunction<LivePoint> of) {
    return points.stream().mapToDouble(of).max().orElse(0);
  }

  private static DistributionSummary slowest(
      List<LivePoint> points, Function<LivePoint, DistributionSummary> of) {
    return points.stream()
        .map(of)
        .max(Comparator.comparingLong(DistributionSummary::p99))
        .orElseThrow();
  }

  private static double tenths(double value) {
    return Math.round(10 * value) / 10.0;
  }

  /** Its fields, into an object that has begun. */
  void writeTo(JsonGenerator json) throws IOException {
    json.writeNumberField("t", millis);
    json.writeStringField("mood", health.mood());
    json.writeStringField("headline", health.headline());
    json.writeNumberField("received", tenths(received));
    json.writeNumberField("acked", tenths(acked));
    write(json, "answers", answers);
    write(json, "reasons", reasons);
    json.writeNumberField("bodyBytes", Math.round(bodyBytes));
    json.writeNumberField("cpuCores", Math.round(100 * cpuCores) / 100.0);
    json.writeNumberField("lagMicros", Math.round(eventLoopLagNanos / 1_000));
    json.writeNumberField("heapBytes", Math.round(heapBytes));
    json.writeNumberField("gcMillis", tenths(collectionMillis));
    json.writeNumberField("level", level);
    json.writeNumberField("flushBytes", flushBytes);
    json.writeNumberField("flushMicros", flushMicros);
    write(json, "micros", micros);
    write(json, "queueMicros", queueMicros);
    write(json, "kafkaMicros", kafkaMicros);
    if (messages.count() > 0) {
      write(json, "messages", List.of(tenths(messages.mean()), (double) messages.p99()));
    }
  }

  /** p50, p99 and p99.9; nothing if there is no value. */
  private static void write(JsonGenerator json, String name, DistributionSummary summary)
      throws IOException {
    if (summary.count() > 0) {
      json.writeArrayFieldStart(name);
      json.writeNumber(summary.p50());
      json.writeNumber(summary.p99());
      json.writeNumber(summary.p999());
      json.writeEndArray();
    }
  }

  private static void write(JsonGenerator json, String name, List<Double> values)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (double value : values) {
      json.writeNumber(tenths(value));
    }
    json.writeEndArray();
  }
}
