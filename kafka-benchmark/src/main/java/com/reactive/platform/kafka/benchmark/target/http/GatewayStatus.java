package com.reactive.platform.kafka.benchmark.target.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks a gateway's admin port how it is, twice a second on a thread of its own. */
final class GatewayStatus implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int POLL_MILLIS = 500;
  private static final int OK = 200;

  private final String base;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread poller = new Thread(this::poll, "gateway-status");
  private volatile Gauges gauges = Gauges.NONE;

  GatewayStatus(int adminPort) {
    base = "http://127.0.0.1:" + adminPort;
  }

  /** Begins to ask. */
  void start() {
    poller.setDaemon(true);
    poller.start();
  }

  /** Whether the gateway says that events posted now would be taken in. */
  boolean ready() {
    try {
      HttpURLConnection connection = open("/readyz");
      int status = connection.getResponseCode();
      connection.disconnect();
      return status == OK;
    } catch (IOException e) {
      return false;
    }
  }

  /** The whole status, asked for now. */
  JsonNode fetch() throws IOException {
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

  private void poll() {
    try {
      do {
        try {
          gauges = gauges(fetch().path("batcher"));
        } catch (IOException e) {
          // It ends, or is too busy to say; the last gauges stay.
        }
      } while (!closing.await(POLL_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
        batcher.path("flushIntervalNanos").asLong());
  }

  /** Of at most half a second ago; does not block. */
  Gauges gauges() {
    return gauges;
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      poller.join(TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
