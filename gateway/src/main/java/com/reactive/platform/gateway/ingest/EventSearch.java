package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** Looks for single events where they were written to. Thread-safe; never blocks. */
@FunctionalInterface
public interface EventSearch {
  /** Finds out nothing. */
  EventSearch NONE =
      (stream, caller, eventId, place) ->
          CompletableFuture.failedFuture(new UnsupportedOperationException("no search"));

  /**
   * Looks for an event.
   *
   * @param caller who sent it: others may have chosen the same id
   * @param place where it is said to be, by {@link StoredOutcome}; negative if nobody says
   * @return on any thread, which must not be blocked: its place; empty if it is not there; fails if
   *     that cannot be told
   */
  CompletableFuture<OptionalLong> find(
      StreamDefinition stream, String caller, String eventId, long place);
}
