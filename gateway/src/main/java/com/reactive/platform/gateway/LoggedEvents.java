package com.reactive.platform.gateway;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.idempotency.KeyHasher;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.idempotency.log.LogSearch;
import com.reactive.platform.gateway.ingest.EventSearch;
import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** Finds events in Kafka, up to what is committed when they are asked for. Thread-safe. */
final class LoggedEvents implements EventSearch {
  private static final int MAX_WAITING = 64;
  private static final long TIMEOUT_MILLIS = 20_000;

  /** Between the clocks of instances. */
  private static final long SKEW_MILLIS = 30_000;

  private final LogSearch search;

  LoggedEvents(EventLog log) {
    search = new LogSearch(log, MAX_WAITING, TIMEOUT_MILLIS);
  }

  /** Where it is said to be; if it is not there, in all of the window. */
  @Override
  public CompletableFuture<OptionalLong> find(
      StreamDefinition stream, String caller, String eventId, long place) {
    if (stream.format() == RecordFormat.PACKED) {
      return CompletableFuture.failedFuture(
          new UnsupportedOperationException("the headers of packed records name no events"));
    }
    long hash = KeyHasher.callerOf(stream.name(), caller);
    CompletableFuture<Optional<EventLog.Place>> found =
        StoredOutcome.isPlaced(place)
            ? search
                .find(query(stream, hash, eventId, place))
                .thenCompose(
                    at ->
                        at.isPresent()
                            ? CompletableFuture.completedFuture(at)
                            : search.find(query(stream, hash, eventId, StoredOutcome.UNKNOWN)))
            : search.find(query(stream, hash, eventId, place));
    return found.thenApply(at -> place(stream, at));
  }

  private static EventLog.Query query(
      StreamDefinition stream, long caller, String eventId, long place) {
    boolean placed = StoredOutcome.isPlaced(place);
    // An id of the gateway's may be that of an event without a key, which can be anywhere.
    boolean ofKey =
        stream.key().isEmpty() && stream.idempotency().isOn() && EventIds.millis(eventId) < 0;
    return new EventLog.Query(
        stream.topic(),
        placed ? StoredOutcome.partition(place) : -1,
        placed ? StoredOutcome.offset(place) : -1,
        System.currentTimeMillis() - stream.idempotency().windowMillis() - SKEW_MILLIS,
        ofKey,
        eventId.getBytes(StandardCharsets.US_ASCII),
        caller);
  }

  private static OptionalLong place(StreamDefinition stream, Optional<EventLog.Place> found) {
    if (found.isPresent()) {
      return OptionalLong.of(StoredOutcome.of(found.get().partition(), found.get().offset()));
    }
    if (stream.spool()) {
      throw new IllegalStateException("it may be on disk, and come to Kafka later");
    }
    return OptionalLong.empty();
  }
}
