package com.reactive.platform.gateway.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** An OpenTelemetry collector that keeps what it gets by OTLP over HTTP. */
public final class Collector implements AutoCloseable {
  private final HttpServer server;
  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final Set<String> metrics = new ConcurrentSkipListSet<>();
  private final Map<String, String> resource = new ConcurrentSkipListMap<>();

  private Collector(HttpServer server) {
    this.server = server;
  }

  public static Collector start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Collector collector = new Collector(server);
    server.createContext("/v1/traces", collector::traces);
    server.createContext("/v1/metrics", collector::metrics);
    server.start();
    return collector;
  }

  private void traces(HttpExchange exchange) throws IOException {
    try (exchange) {
      ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(body(exchange));
      request
          .getResourceSpansList()
          .forEach(
              part -> {
                note(part.getResource().getAttributesList());
                part.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
              });
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private void metrics(HttpExchange exchange) throws IOException {
    try (exchange) {
      ExportMetricsServiceRequest request = ExportMetricsServiceRequest.parseFrom(body(exchange));
      request
          .getResourceMetricsList()
          .forEach(
              part -> {
                note(part.getResource().getAttributesList());
                part.getScopeMetricsList()
                    .forEach(
                        scope -> scope.getMetricsList().forEach(one -> metrics.add(one.getName())));
              });
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private void note(List<KeyValue> attributes) {
    attributes.forEach(one -> resource.put(one.getKey(), one.getValue().getStringValue()));
  }

  private static InputStream body(HttpExchange exchange) throws IOException {
    return "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
        ? new GZIPInputStream(exchange.getRequestBody())
        : exchange.getRequestBody();
  }

  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public List<Span> spans() {
    return spans;
  }

  /** The only span of this name. */
  public Span span(String name) {
    List<Span> found = spans.stream().filter(span -> span.getName().equals(name)).toList();
    if (found.size() != 1) {
      throw new AssertionError("one span " + name + " wanted, but there are " + spans);
    }
    return found.get(0);
  }

  /** The names of all metrics that came. */
  public Set<String> metricNames() {
    return metrics;
  }

  /** What the sender says of itself. */
  public Map<String, String> resource() {
    return resource;
  }

  public static String traceId(Span span) {
    return HexFormat.of().formatHex(span.getTraceId().toByteArray());
  }

  public static String spanId(Span span) {
    return HexFormat.of().formatHex(span.getSpanId().toByteArray());
  }

  public static String parentId(Span span) {
    return HexFormat.of().formatHex(span.getParentSpanId().toByteArray());
  }

  /** The value of an attribute as text; null if there is none. */
  public static String attribute(Span span, String key) {
    return span.getAttributesList().stream()
        .filter(one -> one.getKey().equals(key))
        .map(
            one ->
                one.getValue().hasIntValue()
                    ? Long.toString(one.getValue().getIntValue())
                    : one.getValue().getStringValue())
        .findFirst()
        .orElse(null);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
