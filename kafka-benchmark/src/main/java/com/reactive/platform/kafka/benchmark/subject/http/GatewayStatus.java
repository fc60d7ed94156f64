package com.reactive.platform.kafka.benchmark.subject.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import com.reactive.platform.kafka.benchmark.rig.ResourceUse;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Queries a gateway's admin port, only on demand and, for the gauges, about once a second at most:
 * a response costs CPU time of the gateway, which is measured, and idle gateways share the
 * processors with the one that is being measured.
 */
public final class GatewayStatus {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final long GAUGES_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(900);
  private static final int OK = 200;

  private final String base;
  private Gauges gauges = Gauges.NONE;
  private ResourceUse spending = ResourceUse.UNKNOWN;
  private long askedNanos;
  private boolean outdated = true;

  /**
   * @param adminPort on the loopback address
   */
  public GatewayStatus(int adminPort) {
    base = "http://127.0.0.1:" + adminPort;
  }

  /** True if the gateway is ready for events. */
  public boolean ready() {
    try {
      HttpURLConnection connection = open("/readyz");
      int status = connection.getResponseCode();
      connection.disconnect();
      return status == OK;
    } catch (IOException e) {
      return false;
    }
  }

  /** True if it is ready for all events, also for those with an {@code Idempotency-Key}. */
  public boolean readyForKeys() {
    try (InputStream in = open("/readyz").getInputStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return !text.contains("idempotency keys");
    } catch (IOException e) {
      return false;
    }
  }

  /** The whole status, of now. */
  public JsonNode fetch() throws IOException {
    try (InputStream in = open("/status").getInputStream()) {
      return JSON.readTree(in);
    }
  }

  private HttpURLConnection open(String path) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(base + path).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    return connection;
  }

  private static Gauges gauges(JsonNode batcher) {
    Map<String, Long> reasons = new TreeMap<>();
    batcher
        .path("batchesByReason")
        .properties()
        .forEach(entry -> reasons.put(entry.getKey(), entry.getValue().asLong()));
    String level = batcher.path("level").asText();
    return new Gauges(
        batcher.path("batches").asLong(),
        batcher.path("messages").asLong(),
        batcher.path("bytes").asLong(),
        reasons,
        level.equals("fixed") ? null : level,
        batcher.path("flushBytes").asInt(),
        batcher.path("flushIntervalNanos").asLong(),
        batcher.path("idlePauseNanos").asLong());
  }

  private static ResourceUse resourceUse(JsonNode status) {
    JsonNode kafka = status.path("kafka");
    return new ResourceUse(
        ResourceUse.known(kafka.path("requestsSent").asLong(-1)),
        ResourceUse.known(kafka.path("recordsSent").asLong(-1)),
        ResourceUse.known(kafka.path("bytesSent").asLong(-1)),
        ResourceUse.known(status.path("jvm").path("allocatedBytes").asLong(-1)));
  }

  /** Makes the next gauges those of their moment. */
  synchronized void outdate() {
    outdated = true;
  }

  /** Those of now, or of less than a second ago; the last ones if the gateway does not respond. */
  synchronized Gauges gauges() {
    refresh();
    return gauges;
  }

  /** Of the same moment as {@link #gauges}; unknown if the gateway does not respond. */
  synchronized ResourceUse resourceUse() {
    refresh();
    return spending;
  }

  private void refresh() {
    if (outdated || System.nanoTime() - askedNanos > GAUGES_AGE_NANOS) {
      try {
        JsonNode status = fetch();
        gauges = gauges(status.path("batcher"));
        spending = resourceUse(status);
      } catch (IOException e) {
        spending = ResourceUse.UNKNOWN; // it ends, or is too busy to respond
      }
      askedNanos = System.nanoTime();
      outdated = false;
    }
  }
}
