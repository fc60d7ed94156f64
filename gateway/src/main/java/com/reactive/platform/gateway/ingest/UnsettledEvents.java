package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.idempotency.OpenKey;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Settled;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;

/**
 * The events whose clients were told that the outcome is unknown, until it is known: the sink goes
 * on asking for them; what it cannot find out, the log is asked for. Thread-safe.
 *
 * <p>That the log does not have an event yet is no proof that it will not: a broker that stands
 * still may append it when it goes on. So the log is asked again, after pauses that double.
 */
public final class UnsettledEvents {
  /** Keeps none: what is unknown stays so. */
  public static final UnsettledEvents NONE =
      new UnsettledEvents(new Ledger(), 0, 0, 0, millis -> Runnable::run);

  private static final long FIRST_PAUSE_MILLIS = 1_000;
  private static final long LONGEST_PAUSE_MILLIS = 60_000;

  /** More are forgotten, the oldest first. */
  private static final int MAX_NOT_WRITTEN = 4_096;

  private record Id(String stream, String caller, String eventId) {}

  private final Ledger ledger;
  private final int maxEvents;
  private final long settleMillis;
  private final long underWayMillis;
  private final LongFunction<Executor> delays;
  private final AtomicInteger count = new AtomicInteger();

  /** Number of those with the same id. */
  private final Map<Id, Integer> events = new ConcurrentHashMap<>();

  /** Those that only the log can tell. */
  private final Set<UnsettledEvent> asking = ConcurrentHashMap.newKeySet();

  /** Lately settled, with ids of the gateway's. */
  private final Set<Id> notWritten =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<Id, Boolean>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Id, Boolean> eldest) {
                  return size() > MAX_NOT_WRITTEN;
                }
              }));

  private volatile boolean closed;

  /**
   * @param maxEvents the most that are kept at a time; more are unsettled at once
   * @param settleMillis for how long the log is asked
   * @param underWayMillis how long an event is under way, at most, before it is one of these
   * @param delays runs things after so many milliseconds, on any thread
   */
  public UnsettledEvents(
      Ledger ledger,
      int maxEvents,
      long settleMillis,
      long underWayMillis,
      LongFunction<Executor> delays) {
    this.ledger = ledger;
    this.maxEvents = maxEvents;
    this.settleMillis = settleMillis;
    this.underWayMillis = underWayMillis;
    this.delays = delays;
  }

  /** One of them, told by the sink, once. */
  private final class UnsettledEvent implements Settlement {
    private final EventSearch search;
    private final EventSearch.Wanted wanted;
    private final OpenKey key;
    private long askedMillis;
    private long pauseMillis = FIRST_PAUSE_MILLIS;

    UnsettledEvent(EventSearch search, EventSearch.Wanted wanted, OpenKey key) {
      this.search = search;
      this.wanted = wanted;
      this.key = key;
    }

    @Override
    public void written(int partition, long offset) {
      written(StoredOutcome.of(partition, offset, wanted.isHot()));
    }

    private void written(long outcome) {
      remove(idOf(wanted), Settled.SETTLED_WRITTEN);
      if (key != null) {
        key.written(outcome);
      }
    }

    @Override
    public void notWritten(Throwable reason) {
      Id id = idOf(wanted);
      if (EventIds.millis(id.eventId) >= 0) {
        notWritten.add(id);
      }
      remove(id, Settled.SETTLED_NOT_WRITTEN);
      if (key != null) {
        key.notWritten(reason);
      }
    }

    /** The log may know. */
    @Override
    public void unsettled(Throwable reason) {
      asking.add(this);
      ask(reason);
    }

    private void ask(Throwable reason) {
      search.find(wanted).whenComplete((place, failure) -> answered(place, failure, reason));
    }

    private void answered(OptionalLong place, Throwable failure, Throwable reason) {
      boolean never = failure instanceof UnsupportedOperationException;
      if (failure == null && place.isPresent()) {
        if (asking.remove(this)) {
          written(place.getAsLong());
        }
      } else if (never || closed || askedMillis >= settleMillis) {
        remains(reason);
      } else {
        long pause = Math.min(pauseMillis, settleMillis - askedMillis);
        askedMillis += pause;
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        delays.apply(pause).execute(() -> ask(reason));
      }
    }

    private void remains(Throwable reason) {
      if (asking.remove(this)) {
        remove(idOf(wanted), Settled.UNSETTLED);
        if (key != null) {
          key.unsettled(reason);
        }
      }
    }
  }

  private static Id idOf(EventSearch.Wanted wanted) {
    return new Id(wanted.stream().name(), wanted.caller(), wanted.eventId());
  }

  /**
   * Adds an event.
   *
   * @param search asks the log about what the sink could not find out
   * @param caller who sent it
   * @param isHot true if it went to the topic of the stream's hot keys
   * @param key gets the outcome; null if the stream remembers none
   * @return to be told by the sink; null if there is no room
   */
  Settlement add(
      StreamDefinition stream,
      EventSearch search,
      String caller,
      String eventId,
      boolean isHot,
      OpenKey key) {
    if (count.incrementAndGet() > maxEvents) {
      count.decrementAndGet();
      return null;
    }
    EventSearch.Wanted wanted =
        EventSearch.Wanted.toSettle(
            stream,
            caller,
            eventId,
            isHot,
            System.currentTimeMillis() - underWayMillis,
            request -> key == null || key.isOf(request));
    events.merge(idOf(wanted), 1, Integer::sum);
    return new UnsettledEvent(search, wanted, key);
  }

  private void remove(Id id, Settled result) {
    count.decrementAndGet();
    events.computeIfPresent(id, (unused, copies) -> copies == 1 ? null : copies - 1);
    ledger.settled(result);
  }

  /** True if the outcome of an event of this caller is still being found out. */
  public boolean has(String stream, String caller, String eventId) {
    return events.containsKey(new Id(stream, caller, eventId));
  }

  /** True if an event with an id of the gateway's was lately found not to be in Kafka. */
  boolean isNotWritten(String stream, String caller, String eventId) {
    return notWritten.contains(new Id(stream, caller, eventId));
  }

  /** For how long an event may be one of these, after its client was told. */
  long settleMillis() {
    return settleMillis;
  }

  public int count() {
    return count.get();
  }

  /** The log is asked no more: what it did not have stays unknown. */
  public void close() {
    closed = true;
    for (UnsettledEvent event : List.copyOf(asking)) {
      event.remains(null);
    }
  }
}
