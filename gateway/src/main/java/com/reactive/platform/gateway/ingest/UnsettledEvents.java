package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.idempotency.OpenKey;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Settled;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The events whose clients were told that the outcome is unknown, and which the sink goes on asking
 * for. Thread-safe.
 */
public final class UnsettledEvents {
  /** Keeps none: what is unknown stays so. */
  public static final UnsettledEvents NONE = new UnsettledEvents(new Ledger(), 0);

  private record Id(String stream, String eventId) {}

  private final Ledger ledger;
  private final int maxEvents;
  private final AtomicInteger count = new AtomicInteger();

  /** How many of each id; two callers may choose the same. */
  private final Map<Id, Integer> events = new ConcurrentHashMap<>();

  /**
   * @param maxEvents the most that are kept at a time; more are unsettled at once
   */
  public UnsettledEvents(Ledger ledger, int maxEvents) {
    this.ledger = ledger;
    this.maxEvents = maxEvents;
  }

  /** One of them, told by the sink. */
  private final class UnsettledEvent implements Settlement {
    private final StreamDefinition stream;
    private final EventSearch search;
    private final String caller;
    private final Id id;
    private final OpenKey key;

    UnsettledEvent(StreamDefinition stream, EventSearch search, String caller, Id id, OpenKey key) {
      this.stream = stream;
      this.search = search;
      this.caller = caller;
      this.id = id;
      this.key = key;
    }

    @Override
    public void written(int partition, long offset) {
      remove(id, Settled.SETTLED_WRITTEN);
      if (key != null) {
        key.acked(partition, offset);
      }
    }

    @Override
    public void notWritten(Throwable reason) {
      remove(id, Settled.SETTLED_NOT_WRITTEN);
      if (key != null) {
        key.notWritten(reason);
      }
    }

    /** The log may know. That it does not have the event yet is no proof that it will not. */
    @Override
    public void unsettled(Throwable reason) {
      search
          .find(stream, caller, id.eventId(), StoredOutcome.UNKNOWN)
          .whenComplete(
              (place, failure) -> {
                if (failure == null && place.isPresent()) {
                  written(
                      StoredOutcome.partition(place.getAsLong()),
                      StoredOutcome.offset(place.getAsLong()));
                } else {
                  remains(reason);
                }
              });
    }

    private void remains(Throwable reason) {
      remove(id, Settled.UNSETTLED);
      if (key != null) {
        key.unsettled(reason);
      }
    }
  }

  /**
   * Adds an event.
   *
   * @param search asks the log about what the sink could not find out
   * @param caller who sent it
   * @param key gets the outcome; null if the stream remembers none
   * @return to be told by the sink; null if there is no room
   */
  Settlement add(
      StreamDefinition stream, EventSearch search, String caller, String eventId, OpenKey key) {
    if (count.incrementAndGet() > maxEvents) {
      count.decrementAndGet();
      return null;
    }
    Id id = new Id(stream.name(), eventId);
    events.merge(id, 1, Integer::sum);
    return new UnsettledEvent(stream, search, caller, id, key);
  }

  private void remove(Id id, Settled result) {
    count.decrementAndGet();
    events.computeIfPresent(id, (unused, copies) -> copies == 1 ? null : copies - 1);
    ledger.settled(result);
  }

  /** True if the sink still asks for an event of this id. */
  public boolean has(String stream, String eventId) {
    return events.containsKey(new Id(stream, eventId));
  }

  public int count() {
    return count.get();
  }
}
