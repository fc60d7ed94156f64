package com.reactive.platform.gateway.telemetry;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/**
 * How long responses took lately, by protocol, and all together: each is recorded once. Any number
 * of writers, one thread samples.
 */
final class ProtocolTimes {
  /**
   * The last few samples.
   *
   * @param each protocols that had a response since the start
   */
  record Sample(DistributionSummary all, Map<ClientProtocol, DistributionSummary> each) {}

  private final long maxMicros;

  /** Empty until there was one. */
  private final Map<ClientProtocol, AtomicReference<RecentValues>> times =
      new EnumMap<>(ClientProtocol.class);

  private final Histogram sum;

  ProtocolTimes(long maxMicros) {
    this.maxMicros = maxMicros;
    sum = RecentValues.histogram(maxMicros);
    for (ClientProtocol protocol : ClientProtocol.values()) {
      times.put(protocol, new AtomicReference<>());
    }
  }

  /** Any thread; never blocks. */
  void record(ClientProtocol protocol, long micros) {
    AtomicReference<RecentValues> slot = times.get(protocol);
    RecentValues its = slot.getAcquire();
    if (its == null) {
      slot.compareAndSet(null, new RecentValues(maxMicros));
      its = slot.getAcquire();
    }
    its.record(micros);
  }

  /** To be called by one thread, once a second. */
  Sample sample() {
    Map<ClientProtocol, DistributionSummary> each = new EnumMap<>(ClientProtocol.class);
    List<RecentValues> known = new ArrayList<>();
    times.forEach(
        (protocol, slot) -> {
          RecentValues its = slot.getAcquire();
          if (its != null) {
            each.put(protocol, its.sample());
            known.add(its);
          }
        });
    return new Sample(RecentValues.together(known, sum), each);
  }
}
