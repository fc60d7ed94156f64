package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;

/** Looks for single events where they were written to. Thread-safe; never blocks. */
@FunctionalInterface
public interface EventSearch {
  /** Finds out nothing. */
  EventSearch NONE =
      wanted -> CompletableFuture.failedFuture(new UnsupportedOperationException("no search"));

  /**
   * An event to look for.
   *
   * @param caller who sent it: others may have chosen the same id
   * @param place where it is said to be, by {@link StoredOutcome}; negative if nobody says
   * @param client who asks, of whom few questions wait at a time; null if it is the gateway itself
   * @param isHot of one that the gateway asks for: it went to the topic of the stream's hot keys
   * @param sentMillis it is not older, wall-clock; 0 if that is not known
   * @param request true of the fingerprint of what the event is made of, if it came with a key
   */
  record Wanted(
      StreamDefinition stream,
      String caller,
      String eventId,
      long place,
      String client,
      boolean isHot,
      long sentMillis,
      LongPredicate request) {
    /** One that a client asks for. */
    static Wanted byClient(
        StreamDefinition stream, String caller, String eventId, long place, String client) {
      return new Wanted(stream, caller, eventId, place, client, false, 0, any -> true);
    }

    /** One of which the gateway wants to know what became of it. */
    static Wanted toSettle(
        StreamDefinition stream,
        String caller,
        String eventId,
        boolean isHot,
        long sentMillis,
        LongPredicate request) {
      return new Wanted(
          stream, caller, eventId, StoredOutcome.UNKNOWN, null, isHot, sentMillis, request);
    }

    /** True if the gateway itself asks: that goes before the questions of clients. */
    public boolean settles() {
      return client == null;
    }
  }

  /**
   * Looks for an event.
   *
   * @return on any thread, which must not be blocked: its place; empty if it is not there; fails if
   *     that cannot be told, with {@link UnsupportedOperationException} if it never can be
   */
  CompletableFuture<OptionalLong> find(Wanted wanted);
}
