package com.reactive.platform.gateway;

import com.reactive.platform.gateway.admin.AdminConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.http.HttpConfig;
import com.reactive.platform.gateway.kafka.KafkaConfig;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import java.util.concurrent.TimeUnit;

/**
 * Everything that can be set, by part.
 *
 * @param shutdownTimeoutMillis how long a stop waits for events to get their outcome
 */
public record GatewayConfig(
    HttpConfig http,
    AdminConfig admin,
    KafkaConfig kafka,
    BatcherConfig batcher,
    int shutdownTimeoutMillis) {

  private static final int KAFKA_DEFAULT_MAX_REQUEST_BYTES = 1_048_576;

  /**
   * Reads and checks all settings.
   *
   * @throws com.reactive.platform.gateway.config.ConfigException naming every error
   */
  public static GatewayConfig from(Settings settings) {
    KafkaConfig kafka = KafkaConfig.from(settings);
    HttpConfig http = HttpConfig.from(settings, kafka.worstCaseMillis());
    GatewayConfig config =
        new GatewayConfig(
            http,
            AdminConfig.from(settings),
            kafka,
            batcher(settings, http),
            settings.integer("shutdown.timeout-ms", 25_000, 0, 600_000));
    checkSizes(settings, config);
    settings.check();
    return config;
  }

  private static BatcherConfig batcher(Settings settings, HttpConfig http) {
    int maxMessage = http.maxBodyBytes() + EventFrame.MAX_OVERHEAD_BYTES;
    return new BatcherConfig(
        http.eventLoops(),
        settings.integer(
            "batch.stripe-bytes",
            Math.max(usualStripeBytes(http.eventLoops()), 2 * maxMessage),
            2 * maxMessage,
            1 << 30),
        settings.integer("batch.stripe-events", 65_536, 16, 1 << 24),
        settings.integer("batch.flush-bytes", 64 * 1024, 1, 1 << 30),
        TimeUnit.MILLISECONDS.toNanos(settings.integer("batch.flush-interval-ms", 5, 1, 30_000)));
  }

  /** 16 MiB, or less where many loops would take more than an eighth of the heap. */
  private static int usualStripeBytes(int eventLoops) {
    long share = Runtime.getRuntime().maxMemory() / 8 / eventLoops;
    return (int) Math.min(16 << 20, Long.highestOneBit(share));
  }

  private static void checkSizes(Settings settings, GatewayConfig config) {
    // Under a stalled Kafka the producer holds what the stripes hold a second time, and a third.
    long heapBytes = Runtime.getRuntime().maxMemory();
    if (3 * config.budgetBytes() > heapBytes) {
      settings.reject(
          "batch.stripe-bytes",
          config.batcher.stripeBytes()
              + " bytes for each of "
              + config.batcher.stripes()
              + " event loops are more than a third of the heap of "
              + heapBytes);
    }
    String limit =
        config
            .kafka
            .passThrough()
            .getOrDefault("max.request.size", Integer.toString(KAFKA_DEFAULT_MAX_REQUEST_BYTES));
    int needed = config.http.maxBodyBytes() + EventFrame.MAX_OVERHEAD_BYTES;
    if (limit.matches("\\d{1,9}") && Integer.parseInt(limit) < needed) {
      settings.reject(
          "http.max-body-bytes",
          "an event of that size needs a record of "
              + needed
              + " bytes, but kafka.producer.max.request.size is "
              + limit);
    }
  }

  /** The most bytes of events that the batcher can hold. */
  long budgetBytes() {
    return (long) batcher.stripes() * batcher.stripeBytes();
  }
}
