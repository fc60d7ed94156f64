package com.reactive.platform.gateway.sink;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Reads events back from where the sink has put them. Methods are for any thread and return at
 * once; visitors are called, and futures completed, on a thread of its own that they must not
 * block.
 */
public interface EventLog {
  /** Which of the events that this process itself writes must be seen. */
  enum OwnEvents {
    ALL,
    /** Those of which it does not know that they are there, and where. */
    UNKNOWN,
    NONE
  }

  /** Sees the events of a topic; of each partition in their order. */
  interface Visitor {
    void onEvent(LoggedEvent event);

    /** Asked once, when the reading begins. Others may be seen all the same. */
    default OwnEvents wantsOwn() {
      return OwnEvents.ALL;
    }

    /** All that was there when the reading began was seen. Once; others may have come before. */
    void caughtUp();

    /** Events of a partition were gone before they were seen; the reading goes on behind. */
    void missed(int partition, long from, long to);

    /** The topic cannot be read, any more. Nothing else is told after this. */
    void failed(Exception cause);
  }

  /** The reading of a topic. Any thread. */
  interface Tail extends AutoCloseable {
    /** How much of what was there at the beginning is read, 0 to 1; 0 until that is known. */
    double share();

    /** Ends it; the visitor may be called once more, by a call that is under way. */
    @Override
    void close();
  }

  /**
   * Something to look for.
   *
   * @param partition of the only place to look at; -1 for all records from the time on
   * @param offset of that place; -1
   * @param sinceMillis records before are not looked at, where the brokers know of none younger
   * @param ofKey true if an event with a client's key has the partition of its id
   * @param eventId ASCII
   * @param caller hash of whoever sent it: others may have chosen the same id
   * @param more what else must be true of the event
   */
  record Query(
      String topic,
      int partition,
      long offset,
      long sinceMillis,
      boolean ofKey,
      byte[] eventId,
      long caller,
      Predicate<LoggedEvent> more) {
    /** True if only one place is looked at. */
    public boolean isPlaced() {
      return partition >= 0 && offset >= 0;
    }

    /** True if this is the event. */
    public boolean isMetBy(LoggedEvent event) {
      return event.is(eventId, caller) && more.test(event);
    }
  }

  /** Where an event is. */
  record Place(int partition, long offset, long timestampMillis) {}

  /** Looks for an event. */
  interface Seeker {
    /** The same each time. */
    Query query();

    /** It is there. At most once. */
    void found(Place place);
  }

  /** Why nothing can be read with this configuration; empty if all can. */
  Optional<String> whyNot();

  /**
   * Reads a topic from a time on, and goes on with what is written, until it is closed. Waits for
   * as long as need be if the topic, or Kafka, is not there.
   */
  Tail read(String topic, long sinceMillis, Visitor visitor);

  /**
   * Looks for many events in one pass over a topic, up to what is committed when this is called.
   * Seekers are told as soon as theirs is found.
   *
   * @param seekers of events of this topic; either all of their queries are placed, or none
   * @return done when nothing is left to be read: what was not found is not there; fails if that
   *     cannot be told within the time
   */
  CompletableFuture<Void> find(
      String topic, Collection<? extends Seeker> seekers, long timeoutMillis);

  /** One that reads nothing. */
  static EventLog none(String whyNot) {
    return new EventLog() {
      @Override
      public Optional<String> whyNot() {
        return Optional.of(whyNot);
      }

      @Override
      public Tail read(String topic, long sinceMillis, Visitor visitor) {
        throw new IllegalStateException(whyNot);
      }

      @Override
      public CompletableFuture<Void> find(
          String topic, Collection<? extends Seeker> seekers, long timeoutMillis) {
        return CompletableFuture.failedFuture(new IllegalStateException(whyNot));
      }
    };
  }
}
