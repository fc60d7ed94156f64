package com.reactive.platform.gateway.telemetry;

/** Decides which requests are traced. Thread-safe; never blocks; asked for each request. */
public interface Tracing {
  Tracing NONE = (protocol, method, route, traceparent, tracestate, forced) -> null;

  /**
   * A request's head is there.
   *
   * @param method of HTTP
   * @param route as in the metrics, never the path
   * @param traceparent the caller's, valid; or null
   * @param tracestate the caller's; or null
   * @param forced the client asks for a trace by header
   * @return null unless this request is sampled
   */
  Trace begin(
      ClientProtocol protocol,
      String method,
      String route,
      String traceparent,
      String tracestate,
      boolean forced);

  /** The request header that asks for a trace, in lower case. */
  default String forceHeader() {
    return "x-reactive-trace";
  }
}
