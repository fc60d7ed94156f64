package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.idempotency.KeyHasher;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.RememberedKey;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Tells where an event is, or that it is not: by what is remembered, else by the log. Never
 * guesses. Thread-safe.
 */
public final class EventLookup {
  private EventLookup() {}

  /** The knowledge of an event. */
  public enum State {
    /** It is in Kafka. */
    COMMITTED(200),
    /** Its outcome is not known yet. */
    PENDING(202),
    /** It is not in Kafka. */
    ABSENT(404),
    /** It is older than what is remembered. */
    EXPIRED(410),
    /** Kafka cannot be asked now. */
    UNKNOWN(503);

    private final int status;

    State(int status) {
      this.status = status;
    }

    /** The HTTP status that says it. */
    public int status() {
      return status;
    }
  }

  /**
   * The answer.
   *
   * @param place of a committed event, by {@link StoredOutcome}
   */
  public record Answer(State state, long place) {}

  /**
   * Looks for an event.
   *
   * @param caller who asks: keys are known to their own callers only
   * @param place where the event is said to be; negative if nobody says
   * @param underWayMillis how long an event may be without an outcome, at most
   * @return done at once, or later on any thread, which must not be blocked; does not fail
   */
  public static CompletableFuture<Answer> find(
      StreamRuntime stream,
      String caller,
      String eventId,
      long place,
      long nowMillis,
      long underWayMillis) {
    if (stream.unsettled().has(stream.stream().name(), caller, eventId)) {
      return CompletableFuture.completedFuture(answer(State.PENDING));
    }
    KeyWindow window = stream.window();
    RememberedKey found = window == null ? null : remembered(stream, caller, eventId);
    if (found != null && found.open() != null) {
      return CompletableFuture.completedFuture(answer(State.PENDING));
    }
    if (found != null && StoredOutcome.isPlaced(found.outcome())) {
      return CompletableFuture.completedFuture(new Answer(State.COMMITTED, found.outcome()));
    }
    if (found == null && place < 0 && isTooOld(stream, eventId, nowMillis)) {
      return CompletableFuture.completedFuture(answer(State.EXPIRED));
    }
    boolean underWay = found != null || isYounger(eventId, nowMillis - underWayMillis);
    State known = window == null ? State.EXPIRED : State.ABSENT;
    State absent = underWay ? State.PENDING : known;
    return stream
        .search()
        .find(EventSearch.Wanted.byClient(stream.stream(), caller, eventId, place, caller))
        .handle((at, failure) -> failure == null ? answer(at, absent) : answer(State.UNKNOWN));
  }

  private static RememberedKey remembered(StreamRuntime stream, String caller, String eventId) {
    KeyWindow window = stream.window();
    KeyHasher hasher = window.newHasher();
    byte[] ascii = eventId.getBytes(StandardCharsets.US_ASCII);
    return window.find(hasher.key(hasher.caller(stream.stream().name(), caller), ascii));
  }

  private static Answer answer(OptionalLong place, State absent) {
    return place.isPresent() ? new Answer(State.COMMITTED, place.getAsLong()) : answer(absent);
  }

  private static Answer answer(State state) {
    return new Answer(state, -1);
  }

  /** Of what was taken a moment ago nobody knows yet, unless it has the client's own id. */
  private static boolean isYounger(String eventId, long sinceMillis) {
    return EventIds.millis(eventId) > sinceMillis;
  }

  /** By the time in an id of this gateway; a client's own id has none. */
  private static boolean isTooOld(StreamRuntime stream, String eventId, long nowMillis) {
    long millis = EventIds.millis(eventId);
    return millis >= 0 && nowMillis - millis > stream.stream().idempotency().windowMillis();
  }
}
