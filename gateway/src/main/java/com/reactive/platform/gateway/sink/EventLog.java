package com.reactive.platform.gateway.sink;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads events back from where the sink has put them. Methods are for any thread and return at
 * once; visitors are called, and futures completed, on a thread of its own that they must not
 * block.
 */
public interface EventLog {
  /** Sees the events of a topic; of each partition in their order. */
  interface Visitor {
    void onEvent(LoggedEvent event);

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
   * @param partition -1 if it is not known
   * @param offset the only one to look at, if the partition is known; -1 for all from the time on
   * @param sinceMillis records before are not looked at, where the brokers know of none younger
   * @param ofKey true if an event with a client's key has the partition of its id
   * @param eventId ASCII
   * @param caller hash of whoever sent it: others may have chosen the same id
   */
  record Query(
      String topic,
      int partition,
      long offset,
      long sinceMillis,
      boolean ofKey,
      byte[] eventId,
      long caller) {}

  /** Where an event is. */
  record Place(int partition, long offset, long timestampMillis) {}

  /** Why nothing can be read with this configuration; empty if all can. */
  Optional<String> whyNot();

  /**
   * Reads a topic from a time on, and goes on with what is written, until it is closed. Waits for
   * as long as need be if the topic, or Kafka, is not there.
   */
  Tail read(String topic, long sinceMillis, Visitor visitor);

  /**
   * Looks for an event, up to what is committed when this is called.
   *
   * @return empty if it is not there; fails if that cannot be told within the time
   */
  CompletableFuture<Optional<Place>> find(Query query, long timeoutMillis);

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
      public CompletableFuture<Optional<Place>> find(Query query, long timeoutMillis) {
        return CompletableFuture.failedFuture(new IllegalStateException(whyNot));
      }
    };
  }
}
