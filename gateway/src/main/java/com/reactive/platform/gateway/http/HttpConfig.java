package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.config.Settings;

/**
 * The data port and its limits.
 *
 * @param eventLoops threads that read and answer; each has its own stripe
 * @param maxBodyBytes larger bodies are answered 413
 * @param maxConnections open at the same time; further ones are closed at once
 * @param maxPipelined requests in flight per connection; then reading stops
 * @param requestTimeoutMillis from the head of a request to the end of its body
 * @param idleTimeoutMillis between requests
 * @param answerTimeoutMillis the last resort: an event without an outcome is answered 504
 * @param maxCompressionRatio bodies that grow by more, beyond 64 KiB, are answered 413
 * @param stageTimes measure how long each stage of an event takes
 */
public record HttpConfig(
    String host,
    int port,
    int eventLoops,
    int maxBodyBytes,
    int maxConnections,
    int maxPipelined,
    int requestTimeoutMillis,
    int idleTimeoutMillis,
    int answerTimeoutMillis,
    int maxCompressionRatio,
    boolean stageTimes) {

  /**
   * Reads the {@code http.*} settings.
   *
   * @param outcomeMillis the longest that the way to Kafka can take to tell an event's outcome
   * @param authenticated whether clients are asked who they are
   */
  public static HttpConfig from(Settings settings, long outcomeMillis, boolean authenticated) {
    HttpConfig config =
        new HttpConfig(
            settings.bindHost("http", authenticated),
            settings.integer("http.port", 8080, 0, 65_535, "0: any free port"),
            settings.integer(
                "http.event-loops",
                Runtime.getRuntime().availableProcessors(),
                1,
                256,
                "threads that read and answer"),
            settings.integer(
                "http.max-body-bytes",
                256 * 1024,
                64,
                16 * 1024 * 1024,
                "larger bodies are answered 413"),
            settings.integer(
                "http.max-connections", 10_000, 1, 1_000_000, "further ones are closed at once"),
            settings.integer(
                "http.max-pipelined",
                128,
                1,
                10_000,
                "owed answers per connection before reading stops"),
            settings.integer(
                "http.request-timeout-ms",
                10_000,
                100,
                600_000,
                "from the head of a request to the end of its body"),
            settings.integer("http.idle-timeout-ms", 60_000, 100, 3_600_000, "between requests"),
            settings.integer(
                "http.answer-timeout-ms",
                25_000,
                100,
                900_000,
                "must exceed the sum of the three Kafka timeouts"),
            settings.integer(
                "http.max-compression-ratio",
                100,
                1,
                10_000,
                "compressed bodies that grow by more, beyond 64 KiB, are answered 413"),
            settings.flag(
                "diagnostics.stages",
                false,
                "/status shows how long each stage of an event takes, in microseconds; reads the clock a dozen times per event"));
    settings.describeDefault("http.event-loops", "as many as processors");
    if (config.answerTimeoutMillis <= outcomeMillis) {
      settings.reject(
          "http.answer-timeout-ms",
          "must be more than kafka.queue-timeout-ms + kafka.max-block-ms +"
              + " kafka.delivery-timeout-ms = "
              + outcomeMillis
              + ", not "
              + config.answerTimeoutMillis);
    }
    return config;
  }
}
