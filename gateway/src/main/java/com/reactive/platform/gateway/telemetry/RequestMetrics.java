package com.reactive.platform.gateway.telemetry;

/**
 * Counts and times the requests of one route. Thread-safe; never blocks; called for each request.
 */
public interface RequestMetrics {
  RequestMetrics NONE = (status, problem, durationNanos, bodyBytes) -> {};

  /**
   * A request was answered.
   *
   * @param status the HTTP status; 0 if the client went away before
   * @param problem the problem's slug ({@code overloaded}); null if there was none
   * @param durationNanos from its head to its answer
   * @param bodyBytes of the request as it came
   */
  void ended(int status, String problem, long durationNanos, long bodyBytes);

  /** Tells this one, then the other. */
  default RequestMetrics and(RequestMetrics other) {
    return (status, problem, durationNanos, bodyBytes) -> {
      ended(status, problem, durationNanos, bodyBytes);
      other.ended(status, problem, durationNanos, bodyBytes);
    };
  }
}
