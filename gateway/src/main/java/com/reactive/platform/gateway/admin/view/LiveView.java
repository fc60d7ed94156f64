package com.reactive.platform.gateway.admin.view;

import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.telemetry.CpuUsage;
import com.reactive.platform.gateway.telemetry.LiveStats;
import com.reactive.platform.gateway.telemetry.LiveStats.Sample;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Turns counts into what the live page shows: per second, since when, and in words. One thread,
 * once a second; what it found last is for any thread.
 */
public final class LiveView {
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
   * @param publish is given a point of the curves, and what makes all that there is to say now;
   *     JSON
   */
  public void tick(
      Status now,
      boolean accepting,
      long nowNanos,
      long nowMillis,
      BiConsumer<String, Supplier<String>> publish) {
    Sample sample = stats.sample();
    performance = Performance.of(sample, now.load().recentDelayNanos(), cpu.sample(nowNanos));
    if (before == null) {
      kafkaUsableNanos = nowNanos;
      progressNanos = nowNanos;
      failedNanos = nowNanos - TROUBLE_IS_SHOWN_NANOS;
      shedNanos = failedNanos;
    } else {
      LiveRates rates = new LiveRates(before, now, (nowNanos - beforeNanos) / 1e9);
      health = judge(now, accepting, nowNanos, rates);
      LiveJson json = new LiveJson(now, nowMillis, rates, sample, performance, health, budgetBytes);
      publish.accept(json.point(), json::snapshot);
    }
    before = now;
    beforeNanos = nowNanos;
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
