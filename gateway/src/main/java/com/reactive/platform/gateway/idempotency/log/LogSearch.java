package com.reactive.platform.gateway.idempotency.log;

import com.reactive.platform.gateway.sink.EventLog;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * Looks for single events in the log, one search after the other: each may read all that was
 * written within a window. Thread-safe.
 */
public final class LogSearch {
  private final EventLog events;
  private final int maxWaiting;
  private final long timeoutMillis;

  // Guarded by this.
  private final ArrayDeque<Search> waiting = new ArrayDeque<>();
  private boolean searching;

  private record Search(EventLog.Query query, CompletableFuture<Optional<EventLog.Place>> answer) {}

  /**
   * @param maxWaiting more searches than that are refused at once
   * @param timeoutMillis of each, without its wait for others
   */
  public LogSearch(EventLog events, int maxWaiting, long timeoutMillis) {
    this.events = events;
    this.maxWaiting = maxWaiting;
    this.timeoutMillis = timeoutMillis;
  }

  /**
   * Looks for an event.
   *
   * @return on some thread that must not be blocked: empty if the event is not there; fails if that
   *     cannot be told, since the log cannot be read in time or too many searches wait
   */
  public CompletableFuture<Optional<EventLog.Place>> find(EventLog.Query query) {
    CompletableFuture<Optional<EventLog.Place>> answer = new CompletableFuture<>();
    synchronized (this) {
      if (waiting.size() >= maxWaiting) {
        answer.completeExceptionally(
            new RejectedExecutionException("too many searches wait already"));
        return answer;
      }
      waiting.add(new Search(query, answer));
    }
    next();
    return answer;
  }

  private void next() {
    Search search;
    synchronized (this) {
      search = searching ? null : waiting.poll();
      searching |= search != null;
    }
    if (search != null) {
      events
          .find(search.query, timeoutMillis)
          .whenComplete((place, failure) -> ended(search, place, failure));
    }
  }

  private void ended(Search search, Optional<EventLog.Place> place, Throwable failure) {
    synchronized (this) {
      searching = false;
    }
    if (failure == null) {
      search.answer.complete(place);
    } else {
      search.answer.completeExceptionally(failure);
    }
    next();
  }
}
