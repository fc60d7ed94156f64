package com.reactive.platform.gateway.ledger;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts every request in and every request out, so that {@code received = acked + replayed +
 * spooled + failed + shed + rejected + in flight}. What is in flight beyond the front end is not
 * counted here but asked of the batcher: so the sum is a check, which a request counted out twice,
 * or never, does not pass.
 *
 * <p>Thread-safe; a snapshot taken while requests pass is off by those in motion, a snapshot of a
 * quiet gateway is exact.
 */
public final class Ledger {
  private final LongAdder received = new LongAdder();
  private final LongAdder arriving = new LongAdder();
  private final LongAdder waiting = new LongAdder();
  private final Map<Outcome, LongAdder> ended = new EnumMap<>(Outcome.class);
  private final Map<Settled, LongAdder> settled = new EnumMap<>(Settled.class);

  public Ledger() {
    for (Outcome outcome : Outcome.values()) {
      ended.put(outcome, new LongAdder());
    }
    for (Settled result : Settled.values()) {
      settled.put(result, new LongAdder());
    }
  }

  /** A request has begun to arrive. */
  public void received() {
    received.increment();
    arriving.increment();
  }

  /** That request's event is in the batcher. */
  public void accepted() {
    arriving.decrement();
  }

  /** That request repeats one that is under way, and waits for its outcome. */
  public void waits() {
    waiting.increment();
  }

  /** The request waits no longer; its end is counted apart. */
  public void waited() {
    waiting.decrement();
  }

  /** More is known of an event whose outcome was unknown, which it stays in the sum. */
  public void settled(Settled result) {
    settled.get(result).increment();
  }

  /** The fate of an accepted event is known. */
  public void completed(Outcome outcome) {
    ended.get(outcome).increment();
  }

  /** That request ended without an event in the batcher. */
  public void refused(Outcome outcome) {
    arriving.decrement();
    ended.get(outcome).increment();
  }

  /**
   * The counts now.
   *
   * @param arriving requests that are being read
   * @param pending events that the batcher holds, by its own count, and repeats that wait
   * @param settled of the unknown ones among the ended
   */
  public record Snapshot(
      long received,
      long arriving,
      long pending,
      Map<Outcome, Long> ended,
      Map<Settled, Long> settled) {

    public Snapshot(long received, long arriving, long pending, Map<Outcome, Long> ended) {
      this(received, arriving, pending, ended, Map.of());
    }

    public long inFlight() {
      return arriving + pending;
    }

    public long total(Outcome.Category category) {
      return ended.entrySet().stream()
          .filter(entry -> entry.getKey().category() == category)
          .mapToLong(Map.Entry::getValue)
          .sum();
    }

    /** Whether the sum holds. */
    public boolean balanced() {
      return arriving >= 0
          && received == inFlight() + ended.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * The counts now.
   *
   * @param pending how many events the batcher holds
   */
  public Snapshot snapshot(long pending) {
    Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    ended.forEach((outcome, count) -> counts.put(outcome, count.sum()));
    Map<Settled, Long> later = new EnumMap<>(Settled.class);
    settled.forEach((result, count) -> later.put(result, count.sum()));
    return new Snapshot(received.sum(), arriving.sum(), pending + waiting.sum(), counts, later);
  }
}
