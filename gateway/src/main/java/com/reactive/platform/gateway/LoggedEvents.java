package com.reactive.platform.gateway;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.idempotency.RequestHasher;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.idempotency.log.LogSearch;
import com.reactive.platform.gateway.ingest.EventSearch;
import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.sink.LoggedEvent;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Finds events in Kafka, up to what is committed when they are asked for. Thread-safe. */
final class LoggedEvents implements EventSearch {
  private static final CompletableFuture<OptionalLong> NOT_FOUND =
      CompletableFuture.completedFuture(OptionalLong.empty());

  private static final int MAX_LOOK_UPS = 1_024;

  /** A client whose instance was killed has many questions, and one pass answers them all. */
  private static final int MAX_LOOK_UPS_OF_CLIENT = 64;

  private static final int MAX_OF_PASS = 10_000;
  private static final int MAX_PASSES = 2;
  private static final long PASS_MILLIS = 60_000;

  /** Between the clocks of instances, and those of brokers. */
  private static final long SKEW_MILLIS = 30_000;

  private final LogSearch search;
  private final Predicate<String> isAbsent;

  /**
   * @param isAbsent true of a topic that does not exist
   * @param maxUnsettled the most events of which the gateway itself wants to know
   * @param delays runs things after so many milliseconds, on any thread
   */
  LoggedEvents(
      EventLog log, Predicate<String> isAbsent, int maxUnsettled, LongFunction<Executor> delays) {
    this.isAbsent = isAbsent;
    search =
        new LogSearch(
            log,
            new LogSearch.Bounds(
                maxUnsettled,
                MAX_LOOK_UPS,
                MAX_LOOK_UPS_OF_CLIENT,
                MAX_OF_PASS,
                MAX_PASSES,
                PASS_MILLIS),
            delays);
  }

  /** Where it is said to be; if it is not there, in all of the window. */
  @Override
  public CompletableFuture<OptionalLong> find(Wanted wanted) {
    StreamDefinition stream = wanted.stream();
    if (stream.format() == RecordFormat.PACKED) {
      return CompletableFuture.failedFuture(
          new UnsupportedOperationException("the headers of packed records name no events"));
    }
    long caller = RequestHasher.callerOf(stream.name(), wanted.caller());
    if (wanted.settles()) {
      return settle(wanted, caller).thenApply(at -> place(stream, at));
    }
    CompletableFuture<OptionalLong> found =
        StoredOutcome.isPlaced(wanted.place())
            ? inTopics(stream, topic -> lookUpPlaced(topic, wanted, caller))
            : NOT_FOUND;
    return found
        .thenCompose(
            at ->
                at.isPresent()
                    ? found
                    : inTopics(
                        stream,
                        topic ->
                            search.lookUp(withinWindow(topic, wanted, caller), wanted.client())))
        .thenApply(at -> place(stream, at));
  }

  /** The gateway knows to which topic it went. */
  private CompletableFuture<OptionalLong> settle(Wanted wanted, long caller) {
    StreamDefinition stream = wanted.stream();
    String topic = wanted.isHot() ? stream.hotKey().topic().orElseThrow() : stream.topic();
    if (wanted.isHot() && isAbsent.test(topic)) {
      // It was there: Kafka may say otherwise in a moment. A search would wait for that.
      return CompletableFuture.failedFuture(
          new IllegalStateException("topic " + topic + " does not exist now"));
    }
    return search.settle(sent(topic, wanted, caller)).thenApply(at -> outcome(at, wanted.isHot()));
  }

  /** Where a place is said that the event is not at, the topic of hot keys need not be there. */
  private CompletableFuture<Optional<EventLog.Place>> lookUpPlaced(
      String topic, Wanted wanted, long caller) {
    CompletableFuture<Optional<EventLog.Place>> found =
        search.lookUp(placed(topic, wanted, caller), wanted.client());
    return topic.equals(wanted.stream().topic())
        ? found
        : found.exceptionally(failure -> Optional.empty());
  }

  /** Looks in the stream's own topic, then in that of its hot keys. */
  private CompletableFuture<OptionalLong> inTopics(
      StreamDefinition stream,
      Function<String, CompletableFuture<Optional<EventLog.Place>>> oneSearch) {
    CompletableFuture<OptionalLong> own =
        oneSearch.apply(stream.topic()).thenApply(at -> outcome(at, false));
    Optional<String> hot = stream.hotKey().topic();
    if (hot.isEmpty()) {
      return own;
    }
    return own.thenCompose(
        at ->
            at.isPresent() || isAbsent.test(hot.get())
                ? own
                : oneSearch.apply(hot.get()).thenApply(other -> outcome(other, true)));
  }

  private static OptionalLong outcome(Optional<EventLog.Place> at, boolean isHot) {
    return at.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(StoredOutcome.of(at.get().partition(), at.get().offset(), isHot));
  }

  private static EventLog.Query placed(String topic, Wanted wanted, long caller) {
    long place = wanted.place();
    int partition = StoredOutcome.partition(place);
    return query(topic, wanted, partition, StoredOutcome.offset(place), 0, caller, event -> true);
  }

  private static EventLog.Query withinWindow(String topic, Wanted wanted, long caller) {
    long window = wanted.stream().idempotency().windowMillis();
    long sinceMillis = System.currentTimeMillis() - window - SKEW_MILLIS;
    return query(topic, wanted, -1, -1, sinceMillis, caller, event -> true);
  }

  /** An earlier event, of which the key was forgotten, is none that was sent then. */
  private static EventLog.Query sent(String topic, Wanted wanted, long caller) {
    long sinceMillis = wanted.sentMillis() - SKEW_MILLIS;
    return query(
        topic,
        wanted,
        -1,
        -1,
        sinceMillis,
        caller,
        event ->
            event.timestampMillis >= sinceMillis
                && (!event.isKeyed || wanted.request().test(event.request)));
  }

  private static EventLog.Query query(
      String topic,
      Wanted wanted,
      int partition,
      long offset,
      long sinceMillis,
      long caller,
      Predicate<LoggedEvent> more) {
    StreamDefinition stream = wanted.stream();
    // An id of the gateway's may be that of an event without a key, which can be anywhere.
    boolean ofKey =
        stream.key().isEmpty()
            && stream.idempotency().isOn()
            && EventIds.millis(wanted.eventId()) < 0;
    byte[] id = wanted.eventId().getBytes(StandardCharsets.US_ASCII);
    return new EventLog.Query(topic, partition, offset, sinceMillis, ofKey, id, caller, more);
  }

  private static OptionalLong place(StreamDefinition stream, OptionalLong found) {
    if (found.isEmpty() && stream.spool()) {
      throw new IllegalStateException("it may be on disk, and come to Kafka later");
    }
    return found;
  }

  /** What waits, and what was read. */
  LogSearch.Stats stats() {
    return search.stats();
  }
}
