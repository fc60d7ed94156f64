package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.telemetry.DistributionSummary;
import com.reactive.platform.gateway.telemetry.LiveStats;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The latency of the gateway, compared with what its streams promise.
 *
 * @param latency of durable responses, in microseconds, over the last five seconds
 * @param overBudget how many of these took longer than the budget of their stream
 * @param shortestBudgetNanos of all streams
 * @param longestBudgetNanos of all streams
 * @param eventLoopLagNanos the longest of the last 10 to 20 seconds
 * @param cpuCores processors that this process kept busy over the last five seconds
 * @param availableCores processors that it may use
 */
public record Performance(
    DistributionSummary latency,
    long overBudget,
    long shortestBudgetNanos,
    long longestBudgetNanos,
    long eventLoopLagNanos,
    double cpuCores,
    int availableCores) {

  /** Time to reach Kafka and come back, replication and a pause of a collector included. */
  private static final long ROUND_TRIP_MILLIS = 100;

  /** One slow response of few is no verdict. */
  private static final int MIN_OVER_BUDGET = 5;

  private static final double TOLERATED_SHARE = 0.01;
  private static final double SATURATED = 0.95;

  /**
   * How long a durable response may take: an event waits for its batch, behind the batch before it,
   * and then for Kafka. The one definition; docs/dashboard.md states it.
   *
   * @param maxLatencyMillis the stream's {@code max-latency-ms}
   */
  public static long budgetNanos(int maxLatencyMillis) {
    return TimeUnit.MILLISECONDS.toNanos(2L * maxLatencyMillis + ROUND_TRIP_MILLIS);
  }

  static Performance of(LiveStats.Sample sample, long eventLoopLagNanos, double cpuCores) {
    return new Performance(
        sample.micros(),
        sample.overBudget(),
        sample.shortestBudgetNanos(),
        sample.longestBudgetNanos(),
        eventLoopLagNanos,
        cpuCores,
        Runtime.getRuntime().availableProcessors());
  }

  /** Whether the p99 is over budget, and not by a few responses only. */
  boolean slow() {
    return overBudget >= MIN_OVER_BUDGET && overBudgetShare() > TOLERATED_SHARE;
  }

  /** From 0 to 1. */
  double overBudgetShare() {
    return latency.count() == 0 ? 0 : (double) overBudget / latency.count();
  }

  /** Whether an event loop was late by more than a response may take. */
  boolean lagging() {
    return eventLoopLagNanos > shortestBudgetNanos;
  }

  boolean cpuSaturated() {
    return cpuCores >= SATURATED * availableCores;
  }

  /** Latency against the budget, and what may explain it. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%.0f %% of durable responses over the budget of %s; p50 %s, p99 %s; %s",
        100 * overBudgetShare(),
        budget(),
        duration(TimeUnit.MICROSECONDS.toNanos(latency.p50())),
        duration(TimeUnit.MICROSECONDS.toNanos(latency.p99())),
        machine());
  }

  /** Event loops and processors. */
  String machine() {
    return String.format(
        Locale.ROOT,
        "event-loop lag %s, CPU %.1f of %d cores",
        duration(eventLoopLagNanos),
        cpuCores,
        availableCores);
  }

  /** Into an object that has begun; null: nothing was measured lately. */
  void writeTo(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("latency");
    json.writeNumberField("responses", latency.count());
    writeMillis(json, "p50Millis", latency.count() > 0, latency.p50());
    writeMillis(json, "p99Millis", latency.count() > 0, latency.p99());
    writeMillis(json, "p999Millis", latency.count() > 0, latency.p999());
    json.writeNumberField("overBudget", overBudget);
    boolean known = longestBudgetNanos != Long.MAX_VALUE;
    writeMillis(json, "shortestBudgetMillis", known, shortestBudgetNanos / 1_000);
    writeMillis(json, "longestBudgetMillis", known, longestBudgetNanos / 1_000);
    json.writeEndObject();
    json.writeNumberField("eventLoopLagMillis", rounded(eventLoopLagNanos / 1e6));
    json.writeNumberField("cpuCores", rounded(cpuCores));
    json.writeNumberField("availableCores", availableCores);
  }

  private static void writeMillis(JsonGenerator json, String name, boolean known, long micros)
      throws IOException {
    if (known) {
      json.writeNumberField(name, micros / 1e3);
    } else {
      json.writeNullField(name);
    }
  }

  private static double rounded(double value) {
    return Math.round(100 * value) / 100.0;
  }

  private String budget() {
    return shortestBudgetNanos == longestBudgetNanos
        ? duration(shortestBudgetNanos)
        : duration(shortestBudgetNanos) + " to " + duration(longestBudgetNanos);
  }

  private static String duration(long nanos) {
    return nanos < 999_500_000L
        ? String.format(Locale.ROOT, "%.0f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }
}
