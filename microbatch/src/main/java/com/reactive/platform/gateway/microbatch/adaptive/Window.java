package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * An observation that can be judged.
 *
 * <p>The score is events per CPU-second, with the {@link OutsideCost} added to the CPU time, where
 * p99 is within the budget, and is discounted by the square of the excess beyond it. In a saturated
 * window, throughput is what counts: then all cores count as spent, which keeps the unit, and
 * latency, which tells of the backlog, does not count.
 *
 * @param index number of the window among all that the controller saw; neighbours differ by 1
 * @param score events per CPU-second, discounted; positive and finite
 * @param throughput events per second, discounted likewise
 * @param eventsPerSecond the load, or in a saturated window what could be done of it
 * @param saturated whether the sink set the rate, not the clients
 * @param overBudget whether p99 exceeds the budget; never if saturated
 * @param p99Nanos 99th percentile of the latency, nanoseconds
 * @param sinkLate whether p99 exceeds the budget even without the time up to the sink; never if
 *     saturated
 * @param requestsPerEvent requests to the sink per event; 0 where they are not counted
 */
record Window(
    long index,
    double score,
    double throughput,
    double eventsPerSecond,
    boolean saturated,
    boolean overBudget,
    long p99Nanos,
    boolean sinkLate,
    double requestsPerEvent) {
  static final int MIN_EVENTS = 10;
  private static final double NANOS_PER_SECOND = 1e9;

  /** As the other one, where nothing outside counts. */
  static Window of(Observation seen, long budgetNanos, int cores, long index) {
    return of(seen, budgetNanos, cores, OutsideCost.NONE, index);
  }

  /** Null if the observation cannot be judged. */
  static Window of(Observation seen, long budgetNanos, int cores, OutsideCost outside, long index) {
    boolean cpuKnown = seen.cpuNanos() > 0 || seen.saturated();
    if (!seen.steady()
        || seen.events() < MIN_EVENTS
        || seen.wallNanos() <= 0
        || seen.p99Nanos() < 0
        || !cpuKnown) {
      return null;
    }
    double allCoresNanos = (double) seen.wallNanos() * cores;
    double measuredNanos = (double) seen.cpuNanos();
    double cpuNanos =
        seen.saturated()
            ? Math.max(measuredNanos, allCoresNanos)
            : measuredNanos + outside.nanos(seen.requests(), seen.movedBytes());
    double eventsPerSecond = seen.events() / (seen.wallNanos() / NANOS_PER_SECOND);
    double discount = seen.saturated() ? 1 : discount(seen.p99Nanos(), budgetNanos);
    return new Window(
        index,
        discount * seen.events() / (cpuNanos / NANOS_PER_SECOND),
        discount * eventsPerSecond,
        eventsPerSecond,
        seen.saturated(),
        !seen.saturated() && seen.p99Nanos() > budgetNanos,
        seen.p99Nanos(),
        isSinkLate(seen, budgetNanos),
        (double) seen.requests() / seen.events());
  }

  private static boolean isSinkLate(Observation seen, long budgetNanos) {
    return !seen.saturated()
        && seen.waitP99Nanos() >= 0
        && seen.p99Nanos() - seen.waitP99Nanos() > budgetNanos;
  }

  private static double discount(long p99Nanos, long budgetNanos) {
    double within = Math.min(1.0, (double) budgetNanos / Math.max(1, p99Nanos));
    return within * within;
  }

  boolean follows(Window other) {
    return index == other.index + 1;
  }
}
