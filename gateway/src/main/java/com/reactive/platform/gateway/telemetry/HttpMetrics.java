package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The metrics of HTTP requests, by the semantic conventions. Thread-safe. */
final class HttpMetrics {
  static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
  static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");

  /** What stands for a value that is not one of a known few. */
  static final String OTHER = "_OTHER";

  /** The {@code error.type} of a request whose client went away. */
  static final String CLIENT_GONE = "client_gone";

  private static final int MAX_ROUTES = 500;
  private static final int MAX_ENDS_PER_ROUTE = 64;

  final Histogram durations =
      Histogram.ofDurations(
          "http.server.request.duration", "From a request's head to its response, by route");
  final Histogram bodies =
      new Histogram(
          "http.server.request.body.size",
          "By",
          "Request bodies as received",
          1,
          64,
          128,
          256,
          512,
          1_024,
          2_048,
          4_096,
          16_384,
          65_536,
          262_144,
          1_048_576);

  private final String scheme;
  private final Map<String, RequestMetrics> byRoute = new ConcurrentHashMap<>();

  HttpMetrics(String scheme) {
    this.scheme = scheme;
  }

  /** The metrics of one route, always the same ones; not for the hot path. */
  RequestMetrics route(String method, String route) {
    String key = method + " " + Objects.requireNonNullElse(route, "");
    RequestMetrics known = byRoute.get(key);
    if (known != null) {
      return known;
    }
    synchronized (byRoute) {
      if (byRoute.size() >= MAX_ROUTES) {
        return byRoute.computeIfAbsent(OTHER, any -> new Route(OTHER, null));
      }
      return byRoute.computeIfAbsent(key, any -> new Route(method, route));
    }
  }

  /** One way in which requests of a route end. */
  private record End(int status, String problem, BucketCounts durations, BucketCounts bodies) {
    boolean is(int otherStatus, String otherProblem) {
      return status == otherStatus && Objects.equals(problem, otherProblem);
    }
  }

  private final class Route implements RequestMetrics {
    private final String method;
    private final String route;

    /** Copied when one is added, which soon no longer happens; the most frequent tends to lead. */
    private volatile End[] ends = {};

    Route(String method, String route) {
      this.method = method;
      this.route = route;
    }

    @Override
    public void ended(int status, String problem, long durationNanos, long bodyBytes) {
      End end = end(status, problem);
      end.durations.record(durationNanos);
      end.bodies.record(bodyBytes);
    }

    private End end(int status, String problem) {
      for (End end : ends) {
        if (end.is(status, problem)) {
          return end;
        }
      }
      return newEnd(status, problem);
    }

    private synchronized End newEnd(int status, String problem) {
      boolean full = ends.length >= MAX_ENDS_PER_ROUTE;
      int newStatus = full ? 0 : status;
      String newProblem = full ? OTHER : problem;
      for (End end : ends) {
        if (end.is(newStatus, newProblem)) {
          return end;
        }
      }
      Attributes attributes = attributes(newStatus, newProblem);
      End added =
          new End(newStatus, newProblem, durations.series(attributes), bodies.series(attributes));
      End[] more = Arrays.copyOf(ends, ends.length + 1);
      more[ends.length] = added;
      ends = more;
      return added;
    }

    private Attributes attributes(int status, String problem) {
      AttributesBuilder attributes = Attributes.builder().put(METHOD, method).put(SCHEME, scheme);
      if (route != null) {
        attributes.put(ROUTE, route);
      }
      if (status > 0) {
        attributes.put(STATUS, (long) status);
      }
      if (problem != null) {
        attributes.put(ERROR_TYPE, problem);
      } else if (status == 0) {
        attributes.put(ERROR_TYPE, CLIENT_GONE);
      }
      return attributes.build();
    }
  }
}
