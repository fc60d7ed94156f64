package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.gateway.sink.SinkTraffic;
import com.reactive.platform.gateway.telemetry.JvmAllocation;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;

/**
 * Traffic to Kafka and allocation of a target so far. Counts rise from the opening of the target
 * on.
 *
 * @param requests sent to brokers; null if that cannot be seen
 * @param records in those requests; null if that cannot be seen
 * @param sentBytes of those records as they were sent, compressed if they were; null if that cannot
 *     be seen
 * @param allocatedBytes on the heap of the process that the target runs in; null if that cannot be
 *     seen
 */
public record ResourceUse(Long requests, Long records, Long sentBytes, Long allocatedBytes) {
  /** Nothing to be seen. */
  public static final ResourceUse UNKNOWN = new ResourceUse(null, null, null, null);

  /** That of a target inside this JVM. */
  public static ResourceUse here(SinkTraffic traffic) {
    return new ResourceUse(
        traffic.requests(), traffic.records(), traffic.bytes(), known(JvmAllocation.bytes()));
  }

  /** Null for what is negative, which stands for unknown. */
  public static Long known(long count) {
    return count < 0 ? null : (Long) count;
  }

  /** The costs per message since then. */
  Efficiency since(ResourceUse start, long messages) {
    Double sent = difference(requests, start.requests);
    Double written = difference(records, start.records);
    Double bytes = difference(sentBytes, start.sentBytes);
    Double allocated = difference(allocatedBytes, start.allocatedBytes);
    return new Efficiency(
        ratio(sent, messages / 1_000.0),
        ratio(written, sent),
        ratio(bytes, (double) messages),
        ratio(allocated, (double) messages),
        null,
        null);
  }

  /** Requests to Kafka since then; null if that cannot be seen. */
  Long requestsSince(ResourceUse start) {
    return requests == null || start.requests == null
        ? null
        : (Long) Math.max(0, requests - start.requests);
  }

  private static Double difference(Long now, Long then) {
    return now == null || then == null ? null : (Double) (double) Math.max(0, now - then);
  }

  private static Double ratio(Double value, Double by) {
    return value == null || by == null || by == 0 ? null : (Double) (value / by);
  }
}
