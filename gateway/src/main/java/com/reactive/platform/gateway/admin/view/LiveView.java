package com.reactive.platform.gateway.admin.view;

import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.telemetry.CpuUsage;
import com.reactive.platform.gateway.telemetry.JvmUsage;
import com.reactive.platform.gateway.telemetry.LiveStats;
import com.reactive.platform.gateway.telemetry.LiveStats.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Turns counts into what the live page shows: per second, since when, and in words. One thread,
 * once a second; what it found last is for any thread.
 */
public final class LiveView {
  /** Gets what is new, as JSON without line ends. */
  @FunctionalInterface
  public interface Publisher {
    /**
     * A second has passed.
     *
     * @param point of the curves
     * @param merged a point for the last {@value #MERGED_SECONDS} seconds; null if it is not due
     * @param snapshot makes all that there is to say now
     */
    void publish(String point, String merged, Supplier<String> snapshot);
  }

  private static final int MERGED_SECONDS = 10;
  private static final long TROUBLE_IS_SHOWN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LiveStats stats;
  private final long budgetBytes;
  private Status before;
  private long beforeNanos;
  private long kafkaUsableNanos;
  private long progressNanos;
  private long failedNanos;
  private long shedNanos;
  private double failedPerSecond;
  private double shedPerSecond;
  private final CpuUsage cpu = new CpuUsage();
  private final JvmUsage jvm = new JvmUsage();
  private final LastMinute refused = new LastMinute();
  private final List<LivePoint> unmerged = new ArrayList<>();
  private volatile Health health = Health.UNKNOWN;
  private volatile Performance performance;

  public LiveView(LiveStats stats, long budgetBytes) {
    this.stats = stats;
    this.budgetBytes = budgetBytes;
    performance = Performance.of(stats.latest(), 0, 0);
  }

  public Health health() {
    return health;
  }

  public Performance performance() {
    return performance;
  }

  /**
   * A second has passed.
   *
   * @param accepting whether events are taken in
   */
  public void tick(
      Status now, boolean accepting, long nowNanos, long nowMillis, Publisher publisher) {
    Sample sample = stats.sample();
    performance = Performance.of(sample, now.load().recentDelayNanos(), cpu.sample(nowNanos));
    JvmUsage.Sample usage = jvm.sample(nowNanos);
    Map<String, Long> refusedLately = refused.growth(LimitsJson.refused(now));
    if (before == null) {
      kafkaUsableNanos = nowNanos;
      progressNanos = nowNanos;
      failedNanos = nowNanos - TROUBLE_IS_SHOWN_NANOS;
      shedNanos = failedNanos;
    } else {
      LiveRates rates = new LiveRates(before, now, (nowNanos - beforeNanos) / 1e9);
      health = judge(now, accepting, nowNanos, rates);
      LimitsJson limits = new LimitsJson(now, budgetBytes, refusedLately);
      LiveJson json = new LiveJson(now, nowMillis, rates, sample, performance, health, limits);
      LivePoint point = LivePoint.of(nowMillis, health, rates, sample, performance, usage);
      publisher.publish(JsonText.line(point::writeTo), mergedWith(point), json::snapshot);
    }
    before = now;
    beforeNanos = nowNanos;
  }

  private String mergedWith(LivePoint point) {
    unmerged.add(point);
    if (unmerged.size() < MERGED_SECONDS) {
      return null;
    }
    String merged = JsonText.line(LivePoint.merged(unmerged)::writeTo);
    unmerged.clear();
    return merged;
  }

  private Health judge(Status now, boolean accepting, long nowNanos, LiveRates rates) {
    boolean usable = now.kafkaState().equals("ready") || now.kafkaState().equals("degraded");
    if (usable) {
      kafkaUsableNanos = nowNanos;
    }
    long pending = now.batcher().pendingMessages();
    if (pending == 0 || rates.of(Category.ACKED) > 0) {
      progressNanos = nowNanos;
    }
    if (rates.of(Category.FAILED) > 0) {
      failedNanos = nowNanos;
      failedPerSecond = rates.of(Category.FAILED);
    }
    if (rates.overload() > 0) {
      shedNanos = nowNanos;
      shedPerSecond = rates.overload();
    }
    String refused =
        now.notReady().entrySet().stream()
            .filter(stream -> !stream.getValue().isEmpty())
            .map(stream -> "stream " + stream.getKey() + ": " + stream.getValue())
            .collect(Collectors.joining("; "));
    boolean degraded = now.kafkaState().equals("ready") && !refused.isEmpty();
    return Health.of(
        new Health.Signs(
            now.draining(),
            degraded ? "degraded" : now.kafkaState(),
            degraded ? refused : now.kafkaDetail(),
            TimeUnit.NANOSECONDS.toSeconds(nowNanos - kafkaUsableNanos),
            accepting,
            TimeUnit.NANOSECONDS.toSeconds(nowNanos - progressNanos),
            pending,
            rates.received(),
            nowNanos - failedNanos < TROUBLE_IS_SHOWN_NANOS ? failedPerSecond : 0,
            nowNanos - shedNanos < TROUBLE_IS_SHOWN_NANOS ? shedPerSecond : 0,
            performance));
  }
}
