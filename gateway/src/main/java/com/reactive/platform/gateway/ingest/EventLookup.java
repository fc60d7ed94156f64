package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.idempotency.KeyHasher;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.RememberedKey;
import com.reactive.platform.gateway.idempotency.RequestHasher;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tells where an event is, or that it is not: by what is remembered, else by the log. Never
 * guesses. Thread-safe.
 */
public final class EventLookup {
  private final long underWayMillis;
  private final Map<State, LongAdder> answers = new EnumMap<>(State.class);

  /**
   * @param underWayMillis how long an event may be on its way in any instance, at most, also after
   *     its client was told that its outcome is unknown
   */
  public EventLookup(long underWayMillis) {
    this.underWayMillis = underWayMillis;
    for (State state : State.values()) {
      answers.put(state, new LongAdder());
    }
  }

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

    /** As in responses and metrics. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
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
   * The question.
   *
   * @param caller whose event it is: keys are known to their own callers only
   * @param client who asks, of whom few searches of the log wait at a time
   * @param place where the event is said to be, by {@link StoredOutcome}; negative if nobody says
   */
  public record Question(
      StreamRuntime stream, String caller, String client, String eventId, long place) {}

  /**
   * Looks for an event.
   *
   * @return done at once, or later on any thread, which must not be blocked; does not fail
   */
  public CompletableFuture<Answer> find(Question question) {
    return search(question)
        .thenApply(
            answer -> {
              answers.get(answer.state()).increment();
              return answer;
            });
  }

  /** The number of answers so far. */
  public Map<State, Long> answers() {
    Map<State, Long> counts = new EnumMap<>(State.class);
    answers.forEach((state, count) -> counts.put(state, count.sum()));
    return counts;
  }

  private CompletableFuture<Answer> search(Question question) {
    StreamRuntime stream = question.stream();
    String name = stream.stream().name();
    String eventId = question.eventId();
    RememberedKey found = stream.window() == null ? null : remembered(question);
    if (found != null && found.open() == null && StoredOutcome.isPlaced(found.outcome())) {
      return CompletableFuture.completedFuture(new Answer(State.COMMITTED, found.outcome()));
    }
    if ((found != null && found.open() != null)
        || stream.unsettled().has(name, question.caller(), eventId)) {
      return CompletableFuture.completedFuture(answer(State.PENDING));
    }
    long ageMillis = ageMillis(eventId);
    long windowMillis = stream.stream().idempotency().windowMillis();
    boolean isOld = found == null && ageMillis > windowMillis;
    if (isOld && question.place() < 0) {
      return CompletableFuture.completedFuture(answer(State.EXPIRED));
    }
    State known = isOld || stream.window() == null ? State.EXPIRED : State.ABSENT;
    // An event with a key may be held until the window is filled, and be written then.
    boolean mayBeHeld = stream.window() != null && stream.window().isRebuilding();
    boolean isYoung = ageMillis >= 0 && ageMillis < underWayMillis;
    boolean mayCome = found != null || mayBeHeld || isYoung;
    boolean notWritten =
        !mayBeHeld && stream.unsettled().isNotWritten(name, question.caller(), eventId);
    State absent = notWritten ? State.ABSENT : mayCome ? State.PENDING : known;
    return stream
        .search()
        .find(wanted(question))
        .handle((at, failure) -> failure == null ? answer(at, absent) : answer(State.UNKNOWN));
  }

  private static EventSearch.Wanted wanted(Question question) {
    return EventSearch.Wanted.byClient(
        question.stream().stream(),
        question.caller(),
        question.eventId(),
        question.place(),
        question.client());
  }

  private static RememberedKey remembered(Question question) {
    KeyWindow window = question.stream().window();
    KeyHasher hasher = window.newHasher();
    byte[] ascii = question.eventId().getBytes(StandardCharsets.US_ASCII);
    long caller = RequestHasher.callerOf(question.stream().stream().name(), question.caller());
    return window.find(hasher.key(caller, ascii));
  }

  private static Answer answer(OptionalLong place, State absent) {
    return place.isPresent() ? new Answer(State.COMMITTED, place.getAsLong()) : answer(absent);
  }

  private static Answer answer(State state) {
    return new Answer(state, -1);
  }

  /** By the time in an id of a gateway; -1 of a client's own id, which has none. */
  private static long ageMillis(String eventId) {
    long millis = EventIds.millis(eventId);
    return millis < 0 ? -1 : Math.max(0, System.currentTimeMillis() - millis);
  }
}
