package com.reactive.platform.kafka.benchmark.subject.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A collector that accepts whatever OpenTelemetry sends it over HTTP and discards it, for a gateway
 * that exports traces. In this process: its cost is not the gateway's.
 */
final class OtlpStub implements AutoCloseable {
  private static final int OK = 200;

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "otlp-stub");
            made.setDaemon(true);
            return made;
          });
  private final AtomicLong bytes = new AtomicLong();
  private final HttpServer server;

  OtlpStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(thread);
    server.createContext("/", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      bytes.addAndGet(exchange.getRequestBody().transferTo(OutputStream.nullOutputStream()));
      // An empty message of protobuf: all of it was taken.
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(OK, -1);
    }
  }

  /** For {@code otel.exporter.otlp.endpoint}. */
  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Of bodies, so far. */
  long bytes() {
    return bytes.get();
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
