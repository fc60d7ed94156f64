package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.config.HostNames;
import com.reactive.platform.gateway.config.Settings;
import io.netty.handler.codec.http2.Http2CodecUtil;

/**
 * The data port and its limits.
 *
 * @param hosts what requests may name as theirs; others are answered 421
 * @param eventLoops threads that read and answer; each has its own stripe
 * @param maxBodyBytes larger bodies are answered 413
 * @param bodyBudgetBytes for all bodies together that arrive in pieces; what is too much is 503
 * @param maxConnections open at the same time; further ones are closed at once
 * @param maxPipelined requests in flight per connection; then reading stops
 * @param requestTimeoutMillis from the head of a request to the end of its body
 * @param idleTimeoutMillis between requests
 * @param answerTimeoutMillis the last resort: an event without an outcome is answered 504
 * @param maxWaitMillis no more events are let in than Kafka acknowledges in this time; 0: no bound
 * @param maxCompressionRatio bodies that grow by more, beyond 64 KiB, are answered 413
 * @param stageTimes measure how long each stage of an event takes
 * @param versions of HTTP that are spoken
 * @param http2WindowBytes flow-control window of an HTTP/2 connection: what its client may send on
 *     all streams before we have read it
 * @param gathersConnections idle connections move to few event loops while these have time for all
 * @param restsInPauses event loops look at no socket in a pause that lasts
 */
public record HttpConfig(
    String host,
    HostNames hosts,
    int port,
    int eventLoops,
    int maxBodyBytes,
    int bodyBudgetBytes,
    int maxConnections,
    int maxPipelined,
    int requestTimeoutMillis,
    int idleTimeoutMillis,
    int answerTimeoutMillis,
    int maxWaitMillis,
    int maxCompressionRatio,
    boolean stageTimes,
    HttpVersions versions,
    int http2WindowBytes,
    boolean gathersConnections,
    boolean restsInPauses) {

  /** Deadlines are looked at a few times a second, by us and by the Kafka client. */
  private static final int OUTCOME_MARGIN_MILLIS = 500;

  /** What a connection takes of the heap while a head is arriving; an idle one takes less. */
  public static final int CONNECTION_BYTES = 8 * 1024;

  /** An event loop has stripes, the producers' room for them, and bodies in work. */
  private static final long USUAL_HEAP_PER_LOOP_BYTES = 16 << 20;

  private static final String EVENT_LOOPS = "http.event-loops";
  private static final String MAX_CONNECTIONS = "http.max-connections";
  private static final String BODY_BUDGET = "http.body-budget-bytes";
  private static final String MAX_WAIT = "http.max-wait-ms";
  private static final int SHORTEST_WAIT_MILLIS = 500;

  /**
   * Reads the {@code http.*} settings.
   *
   * @param queueMillis how long an event may wait to be handed to Kafka's client
   * @param outcomeMillis the longest that the way to Kafka can take to tell an event's outcome
   * @param authenticated whether clients are asked who they are
   */
  public static HttpConfig from(
      Settings settings, int queueMillis, long outcomeMillis, boolean authenticated) {
    String host = settings.bindHost("http", authenticated);
    HttpConfig config =
        new HttpConfig(
            host,
            HostNames.from(settings, "http", host, authenticated || settings.isOpenToAll("http")),
            settings.integer("http.port", 8080, 0, 65_535, "port; 0: any free port"),
            settings.integer(EVENT_LOOPS, usualEventLoops(), 1, 256, "event loop threads"),
            settings.integer(
                "http.max-body-bytes", 256 * 1024, 64, 16 * 1024 * 1024, "larger bodies get 413"),
            settings.integer(
                BODY_BUDGET,
                usualBodyBudgetBytes(),
                BodyMemory.SEGMENT_BYTES,
                1 << 30,
                "memory of all bodies that arrive in pieces; further ones get 503"),
            settings.integer(
                MAX_CONNECTIONS,
                usualMaxConnections(),
                1,
                1_000_000,
                "further connections are closed at once"),
            settings.integer(
                "http.max-pipelined",
                128,
                1,
                10_000,
                "pipelined requests per connection before reading pauses"),
            settings.integer(
                "http.request-timeout-ms",
                10_000,
                100,
                600_000,
                "request timeout, from the first byte to the end of the body"),
            settings.integer(
                "http.idle-timeout-ms",
                60_000,
                100,
                3_600_000,
                "idle timeout of a connection between requests"),
            settings.integer(
                "http.answer-timeout-ms",
                25_000,
                100,
                900_000,
                "response timeout; must exceed the sum of the three Kafka timeouts by half a second"),
            maxWaitMillis(settings, queueMillis),
            settings.integer(
                "http.max-compression-ratio",
                100,
                1,
                10_000,
                "bodies that decompress to more than this ratio, beyond 64 KiB, get 413"),
            settings.flag(
                "diagnostics.stages",
                false,
                "/status shows the latency of each stage in microseconds; reads the clock a dozen times per event"),
            HttpVersions.from(settings),
            settings.integer(
                "http.http2-window-bytes",
                1 << 20,
                Http2CodecUtil.DEFAULT_WINDOW_SIZE,
                16 << 20,
                "flow-control window of an HTTP/2 connection; that of a stream is 65535 bytes"),
            settings.flag(
                "http.gather-connections",
                true,
                "connections of HTTP/1.1 move to few event loops while these have time for all, so"
                    + " that a request to Kafka carries more; false: each stays on its loop"),
            settings.flag(
                "http.rest-in-pauses",
                true,
                "event loops sleep in pauses between flushes, 10 ms at a time at most, and then read"
                    + " all that came; false: they read each request as it comes"));
    settings.describeDefault("http.event-loops", "number of processors");
    settings.describeDefault(BODY_BUDGET, "an eighth of the heap");
    settings.describeDefault(
        MAX_CONNECTIONS, "10000, or less if they could exceed an eighth of the heap");
    if (BodyMemory.segmentsOf(config.maxBodyBytes)
        > config.bodyBudgetBytes / BodyMemory.SEGMENT_BYTES) {
      settings.reject(
          BODY_BUDGET,
          "must hold one body of http.max-body-bytes, "
              + config.maxBodyBytes
              + ", in full segments of "
              + BodyMemory.SEGMENT_BYTES
              + ", not "
              + config.bodyBudgetBytes);
    }
    if (settings.isSet(MAX_WAIT) && config.maxWaitMillis > config.answerTimeoutMillis) {
      settings.reject(
          MAX_WAIT,
          "must be at most http.answer-timeout-ms, "
              + config.answerTimeoutMillis
              + ", not "
              + config.maxWaitMillis);
    }
    if (config.answerTimeoutMillis < outcomeMillis + OUTCOME_MARGIN_MILLIS) {
      settings.reject(
          "http.answer-timeout-ms",
          "must be at least kafka.queue-timeout-ms + kafka.max-block-ms +"
              + " kafka.delivery-timeout-ms + "
              + OUTCOME_MARGIN_MILLIS
              + " = "
              + (outcomeMillis + OUTCOME_MARGIN_MILLIS)
              + ", not "
              + config.answerTimeoutMillis);
    }
    return config;
  }

  private static int usualEventLoops() {
    int processors = Runtime.getRuntime().availableProcessors();
    long fit = Runtime.getRuntime().maxMemory() / USUAL_HEAP_PER_LOOP_BYTES;
    return (int) Math.max(1, Math.min(processors, fit));
  }

  private static int usualMaxConnections() {
    return (int) Math.min(10_000, Runtime.getRuntime().maxMemory() / 8 / CONNECTION_BYTES);
  }

  private static int usualBodyBudgetBytes() {
    return (int) Math.min(1 << 30, Runtime.getRuntime().maxMemory() / 8);
  }

  private static int maxWaitMillis(Settings settings, int queueMillis) {
    int millis =
        settings.integer(
            MAX_WAIT,
            Math.max(SHORTEST_WAIT_MILLIS, queueMillis),
            0,
            900_000,
            "limits in-flight events to what Kafka acknowledges in this time (Little's law); excess"
                + " gets 503 at once; 0: no limit");
    settings.describeDefault(MAX_WAIT, "kafka.queue-timeout-ms");
    if (millis > 0 && millis < SHORTEST_WAIT_MILLIS) {
      settings.reject(MAX_WAIT, "must be 0 or at least " + SHORTEST_WAIT_MILLIS);
    }
    return millis;
  }
}
