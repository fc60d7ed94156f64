package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * The cost of events under some limits, as a window has shown it.
 *
 * @param limits N, T and H in force in that window
 * @param eventsPerSecond its load
 * @param eventsPerRequest mean; 0 if the requests were not counted
 * @param cpuMicrosPerEvent CPU time of this process, all threads, microseconds
 * @param bytesPerEvent mean
 * @param p99Nanos 99th percentile of submit to completed, nanoseconds
 */
public record LimitsCost(
    FlushLimits limits,
    double eventsPerSecond,
    double eventsPerRequest,
    double cpuMicrosPerEvent,
    double bytesPerEvent,
    long p99Nanos) {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Null if the window cannot be judged, or was saturated: its p99 tells of a backlog then. */
  public static LimitsCost of(Observation seen) {
    boolean judged =
        seen.steady()
            && !seen.saturated()
            && seen.events() >= Window.MIN_EVENTS
            && seen.wallNanos() > 0
            && seen.cpuNanos() > 0
            && seen.p99Nanos() >= 0;
    if (!judged) {
      return null;
    }
    double events = seen.events();
    return new LimitsCost(
        seen.limits(),
        events / (seen.wallNanos() / NANOS_PER_SECOND),
        seen.requests() == 0 ? 0 : events / seen.requests(),
        seen.cpuNanos() / NANOS_PER_MICRO / events,
        seen.bytes() / events,
        seen.p99Nanos());
  }

  /** Requests for each thousand events; 0 if they were not counted. */
  public double requestsPerThousand() {
    return eventsPerRequest == 0 ? 0 : 1_000 / eventsPerRequest;
  }
}
