package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The metrics of HTTP requests, by the semantic conventions. Thread-safe. */
final class HttpMetrics {
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
  private final RpcMetrics rpc;
  private final Map<String, RequestMetrics> byRoute = new ConcurrentHashMap<>();

  /**
   * @param rpc get what concerns calls
   */
  HttpMetrics(String scheme, RpcMetrics rpc) {
    this.scheme = scheme;
    this.rpc = rpc;
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
        return byRoute.computeIfAbsent(
            RequestAttributes.OTHER, any -> new Route(RequestAttributes.OTHER, null));
      }
      return byRoute.computeIfAbsent(key, any -> new Route(method, route));
    }
  }

  /** One way in which requests of a route end. */
  private record End(
      ClientProtocol protocol,
      int status,
      String problem,
      BucketCounts durations,
      BucketCounts bodies) {
    boolean is(ClientProtocol otherProtocol, int otherStatus, String otherProblem) {
      return status == otherStatus
          && protocol == otherProtocol
          && Objects.equals(problem, otherProblem);
    }
  }

  private final class Route implements RequestMetrics {
    private final String method;
    private final String route;
    private final RpcMetrics.Method calls;

    /** Copied when one is added, which soon no longer happens; the most frequent tends to lead. */
    private volatile End[] ends = {};

    Route(String method, String route) {
      this.method = method;
      this.route = route;
      this.calls = rpc.method(route);
    }

    @Override
    public void ended(
        ClientProtocol protocol,
        int status,
        String problem,
        long durationNanos,
        long bodyBytes,
        Trace trace) {
      End end = end(protocol, status, problem);
      end.durations.record(durationNanos, trace == null ? null : trace.requestSpan());
      end.bodies.record(bodyBytes);
    }

    @Override
    public void callEnded(
        ClientProtocol protocol, String code, boolean failed, long durationNanos) {
      calls.callEnded(protocol, code, failed, durationNanos);
    }

    @Override
    public void messageEnded(
        ClientProtocol protocol, int status, String problem, long durationNanos) {
      calls.messageEnded(protocol, status, problem, durationNanos);
    }

    private End end(ClientProtocol protocol, int status, String problem) {
      for (End end : ends) {
        if (end.is(protocol, status, problem)) {
          return end;
        }
      }
      return newEnd(protocol, status, problem);
    }

    private synchronized End newEnd(ClientProtocol protocol, int status, String problem) {
      boolean full = ends.length >= MAX_ENDS_PER_ROUTE;
      int newStatus = full ? 0 : status;
      String newProblem = full ? RequestAttributes.OTHER : problem;
      for (End end : ends) {
        if (end.is(protocol, newStatus, newProblem)) {
          return end;
        }
      }
      Attributes attributes = attributes(protocol, newStatus, newProblem);
      End added =
          new End(
              protocol,
              newStatus,
              newProblem,
              durations.series(attributes),
              bodies.series(attributes));
      End[] more = Arrays.copyOf(ends, ends.length + 1);
      more[ends.length] = added;
      ends = more;
      return added;
    }

    private Attributes attributes(ClientProtocol protocol, int status, String problem) {
      AttributesBuilder attributes =
          Attributes.builder()
              .put(RequestAttributes.METHOD, method)
              .put(RequestAttributes.SCHEME, scheme)
              .put(RequestAttributes.PROTOCOL, protocol.label());
      if (route != null) {
        attributes.put(RequestAttributes.ROUTE, route);
      }
      if (status > 0) {
        attributes.put(RequestAttributes.STATUS, (long) status);
      }
      if (problem != null) {
        attributes.put(RequestAttributes.ERROR_TYPE, problem);
      } else if (status == 0) {
        attributes.put(RequestAttributes.ERROR_TYPE, RequestAttributes.CLIENT_GONE);
      }
      return attributes.build();
    }
  }
}
