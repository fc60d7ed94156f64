package com.reactive.platform.gateway.ledger;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts every request in and every request out, so that {@code received = acked + failed + shed +
 * rejected + in flight}. Thread-safe; a snapshot taken while requests pass is off by those in
 * motion, a snapshot of a quiet gateway is exact.
 */
public final class Ledger {
  private final LongAdder received = new LongAdder();
  private final LongAdder inFlight = new LongAdder();
  private final Map<Outcome, LongAdder> ended = new EnumMap<>(Outcome.class);

  public Ledger() {
    for (Outcome outcome : Outcome.values()) {
      ended.put(outcome, new LongAdder());
    }
  }

  /** A request has begun to arrive. */
  public void received() {
    received.increment();
    inFlight.increment();
  }

  /** That request has ended. For an accepted event this is when its fate is known. */
  public void ended(Outcome outcome) {
    ended.get(outcome).increment();
    inFlight.decrement();
  }

  /**
   * The counts now.
   *
   * @param inFlight counted on its own, not derived: that is what makes the sum a check
   */
  public record Snapshot(long received, long inFlight, Map<Outcome, Long> ended) {
    public long total(Outcome.Category category) {
      return ended.entrySet().stream()
          .filter(entry -> entry.getKey().category() == category)
          .mapToLong(Map.Entry::getValue)
          .sum();
    }

    /** Whether the sum holds. */
    public boolean balanced() {
      return received == inFlight + ended.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  public Snapshot snapshot() {
    Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    ended.forEach((outcome, count) -> counts.put(outcome, count.sum()));
    return new Snapshot(received.sum(), inFlight.sum(), counts);
  }
}
