package com.reactive.platform.gateway.telemetry;

/**
 * Counts and times the requests of one route, or the calls of one method. Thread-safe; never
 * blocks; called for each request.
 */
public interface RequestMetrics {
  RequestMetrics NONE = (protocol, status, problem, durationNanos, bodyBytes, trace) -> {};

  /**
   * A request was answered.
   *
   * @param status the HTTP status; 0 if the client went away before
   * @param problem the problem's slug ({@code overloaded}); null if there was none
   * @param durationNanos from its head to its answer
   * @param bodyBytes of the request as it came
   * @param trace null if it is not traced
   */
  void ended(
      ClientProtocol protocol,
      int status,
      String problem,
      long durationNanos,
      long bodyBytes,
      Trace trace);

  /**
   * A request that was a call has ended, too.
   *
   * @param code as its protocol writes it
   * @param failed the code is a fault of the server, not of the client
   */
  default void callEnded(
      ClientProtocol protocol, String code, boolean failed, long durationNanos) {}

  /**
   * An event of a call got its result; a call may have many.
   *
   * @param status the HTTP status that the same event would have got; 0 if the client was gone
   * @param problem as above
   * @param durationNanos from the arrival of its message to its result
   */
  default void messageEnded(
      ClientProtocol protocol, int status, String problem, long durationNanos) {}

  /**
   * Why there was a problem; comes before the call that counts it.
   *
   * @param type its slug
   * @param detail as the client was told; may be empty
   * @param pointer JSON pointer of the field at fault; may be null
   */
  default void problem(String type, String detail, String pointer) {}

  /** Tells this one, then the other. */
  default RequestMetrics and(RequestMetrics other) {
    RequestMetrics first = this;
    return new RequestMetrics() {
      @Override
      public void ended(
          ClientProtocol protocol,
          int status,
          String problem,
          long durationNanos,
          long bodyBytes,
          Trace trace) {
        first.ended(protocol, status, problem, durationNanos, bodyBytes, trace);
        other.ended(protocol, status, problem, durationNanos, bodyBytes, trace);
      }

      @Override
      public void callEnded(
          ClientProtocol protocol, String code, boolean failed, long durationNanos) {
        first.callEnded(protocol, code, failed, durationNanos);
        other.callEnded(protocol, code, failed, durationNanos);
      }

      @Override
      public void messageEnded(
          ClientProtocol protocol, int status, String problem, long durationNanos) {
        first.messageEnded(protocol, status, problem, durationNanos);
        other.messageEnded(protocol, status, problem, durationNanos);
      }

      @Override
      public void problem(String type, String detail, String pointer) {
        first.problem(type, detail, pointer);
        other.problem(type, detail, pointer);
      }
    };
  }
}
