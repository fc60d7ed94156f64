package com.reactive.platform.reliability.overload;

/**
 * Parameters of an overload run.
 *
 * @param seconds of overload
 * @param factor of capacity that is offered, more than 1
 * @param pauseSeconds for which the broker stands still under the same load; 0: it does not
 * @param limitRate events per second, about, that Kafka is made to take (a quota), so that the load
 *     generator can offer so many times as much beside it; 0: as many as it can
 * @param connections that the load comes over, one request in flight on each
 * @param maxWaitMillis the gateway's {@code http.max-wait-ms}
 * @param heapMegabytes of the gateway's JVM
 * @param measureSeconds for which capacity is measured
 * @param settleSeconds before each load that do not count, and how long recovery is watched
 * @param kafkaClient the gateway's {@code kafka.client}
 */
public record OverloadPlan(
    int seconds,
    double factor,
    int pauseSeconds,
    int limitRate,
    int connections,
    int maxWaitMillis,
    int heapMegabytes,
    int measureSeconds,
    int settleSeconds,
    String kafkaClient) {

  /** Refuses what cannot be run or would measure something else. */
  public OverloadPlan {
    if (seconds < 1 || pauseSeconds < 0 || measureSeconds < 1 || settleSeconds < 1) {
      throw new IllegalArgumentException("times must be at least a second");
    }
    if (factor <= 1) {
      throw new IllegalArgumentException("the factor must be more than 1");
    }
    if (2L * limitRate * maxWaitMillis / 1_000 > connections) {
      throw new IllegalArgumentException(
          "limit-rate x max-wait-ms is "
              + (long) limitRate * maxWaitMillis / 1_000
              + " events that wait at the same time, each on a connection of its own: that needs"
              + " twice as many connections, not "
              + connections);
    }
  }
}
