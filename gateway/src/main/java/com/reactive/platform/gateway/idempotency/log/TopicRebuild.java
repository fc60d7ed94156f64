package com.reactive.platform.gateway.idempotency.log;

import com.reactive.platform.gateway.idempotency.IdempotencyScope;
import com.reactive.platform.gateway.idempotency.KeyHasher;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.sink.LoggedEvent;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.TopicStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the windows of the streams of one topic. A record does not say which stream it came by, but
 * its hash of the caller does: in another stream's window it is never found.
 */
final class TopicRebuild {
  private static final Logger log = LoggerFactory.getLogger(TopicRebuild.class);

  /** Between the clocks of instances. */
  private static final long SKEW_MILLIS = 30_000;

  /** For what brokers commit late of what others had sent. */
  private static final long LATE_SECONDS = 60;

  private static final long AGAIN_SECONDS = 10;

  /** How often it is looked whether a topic of hot keys is there. */
  private static final long LOOK_SECONDS = 1;

  /**
   * Once the streams' own topics are read, so that Kafka is there, events wait no longer for keys
   * in such a topic, unless it is being read.
   */
  private static final int MAX_LOOKS = 60;

  private final String topic;
  private final List<RememberingStream> streams;
  private final EventLog events;
  private final IdempotencyScope scope;
  private final boolean claimsAll;
  private final Later later;
  private final long longestMillis;
  private EventLog.Tail tail;
  private boolean closed;

  /** Nothing was written by this process before it. */
  private boolean first;

  /** The windows are kept from taking keys. */
  private boolean keepsWaiting;

  private int looks;

  /** The log has been read to its end once. */
  private boolean hasCaughtUp;

  /** Runs something after a time, on some thread. */
  interface Later {
    void run(long seconds, Runnable action);
  }

  TopicRebuild(
      String topic,
      List<RememberingStream> streams,
      EventLog events,
      IdempotencyScope scope,
      boolean claimsAll,
      Later later) {
    this.topic = topic;
    this.streams = List.copyOf(streams);
    this.events = events;
    this.scope = scope;
    this.claimsAll = claimsAll;
    this.later = later;
    longestMillis = streams.stream().mapToLong(RememberingStream::windowMillis).max().orElse(0);
    keepsWaiting = events.whyNot().isEmpty();
    if (keepsWaiting) {
      waiting().forEach(stream -> stream.window().beginRebuild());
    }
    if (keepsWaiting || scope == IdempotencyScope.LOG) {
      fallBehind();
    }
  }

  /**
   * Keys are missing from now on. Those of the stream's own topic in scope {@code instance} are not
   * counted here: the window says since when it has them.
   */
  private void fallBehind() {
    streams.stream()
        .filter(stream -> scope == IdempotencyScope.LOG || stream.isHot())
        .forEach(stream -> stream.window().isBehind(this));
  }

  private Stream<RememberingStream> waiting() {
    return streams.stream().filter(RememberingStream::waits);
  }

  /** True if these windows are the ones that it fills, no more, and not for longer. */
  boolean fills(List<RememberingStream> now) {
    Set<Object> filled =
        streams.stream()
            .map(RememberingStream::window)
            .collect(Collectors.toCollection(HashSet::new));
    return now.stream()
        .allMatch(
            stream -> filled.contains(stream.window()) && stream.windowMillis() <= longestMillis);
  }

  /**
   * Begins to read.
   *
   * @param beforeAll this process has written nothing yet
   */
  void start(boolean beforeAll) {
    first = beforeAll;
    if (events.whyNot().isEmpty()) {
      read();
      look();
    }
  }

  /** A topic of hot keys that is not there must not be a reason to refuse events. */
  private synchronized void look() {
    TopicStatus hot = streams.get(0).hot();
    if (hot == null || closed || !keepsWaiting) {
      return;
    }
    boolean isStuck = looks >= MAX_LOOKS && hot.state() != SinkState.READY;
    if (!hot.isAbsent() && !isStuck) {
      looks += waiting().allMatch(stream -> stream.window().rebuilds() == 1) ? 1 : 0;
      later.run(LOOK_SECONDS, this::look);
      return;
    }
    log.warn(
        "Hot keys go to a topic that cannot be read now ({}): events with an idempotency key are"
            + " taken without the keys in it",
        hot.detail());
    if (hot.isAbsent()) {
      streams.forEach(stream -> stream.window().isUpToDate(this)); // nothing is in it
    }
    takeKeys();
  }

  /** All of the window, also when it is read again: nobody knows how far the last one came. */
  private synchronized void read() {
    if (!closed) {
      long sinceMillis = System.currentTimeMillis() - longestMillis - SKEW_MILLIS;
      try {
        tail = events.read(topic, sinceMillis, new Filler(sinceMillis));
      } catch (RuntimeException e) {
        failed(e);
      }
    }
  }

  /** Nothing is read any more. */
  private synchronized void failed(Exception cause) {
    if (closed) {
      return;
    }
    fallBehind();
    if (scope == IdempotencyScope.INSTANCE) {
      streams.stream().filter(RememberingStream::isHot).forEach(this::isNotRead);
    }
    log.warn(
        "The log of {} cannot be read, so keys {} are not known and a repeat of one is written"
            + " again: {}",
        topic,
        unknownKeys(),
        cause.getMessage());
    takeKeys();
    if (scope == IdempotencyScope.LOG) {
      later.run(AGAIN_SECONDS, this::read);
    }
  }

  /** The keys that come from now on are known from their requests. */
  private void isNotRead(RememberingStream stream) {
    if (!hasCaughtUp) {
      stream.window().lacksKeysBefore(System.currentTimeMillis());
    }
    stream.window().isUpToDate(this);
  }

  private String unknownKeys() {
    if (scope != IdempotencyScope.LOG) {
      return "of before the start";
    }
    return hasCaughtUp ? "of other instances" : "of before the start and of other instances";
  }

  private synchronized void takeKeys() {
    if (keepsWaiting) {
      keepsWaiting = false;
      waiting().forEach(stream -> stream.window().endRebuild());
    }
  }

  synchronized void progress(Map<String, String> texts) {
    for (RememberingStream stream : streams) {
      if (stream.window().isRebuilding()) {
        long percent = tail == null ? 0 : Math.round(100 * tail.share());
        texts.put(
            stream.name(),
            "reads its idempotency keys from the log, "
                + percent
                + " %; events with a key wait, for ten seconds at most");
      }
    }
  }

  synchronized void close() {
    closed = true;
    if (tail != null) {
      tail.close();
      tail = null;
    }
    streams.forEach(stream -> stream.window().isUpToDate(this));
    takeKeys();
  }

  /** All is read, but for what was gone before. */
  private synchronized void caughtUp(long sinceMillis, long goneMillis) {
    if (closed) {
      return;
    }
    hasCaughtUp = true;
    for (RememberingStream stream : streams) {
      if (!stream.isHot()) {
        stream.window().reachesBackTo(Math.max(sinceMillis, goneMillis));
      } else if (goneMillis > 0) {
        stream.window().lacksKeysBefore(goneMillis);
      }
      stream.window().isUpToDate(this);
    }
    takeKeys();
  }

  /** Puts what is read into the windows. On the log's thread. */
  private final class Filler implements EventLog.Visitor {
    private final long sinceMillis;
    private final long startNanos = System.nanoTime();
    private final KeyHasher hasher = streams.get(0).window().newHasher();
    private long keys;

    /** What was gone before it was read is older than that; 0 if nothing was. */
    private long goneMillis;

    Filler(long sinceMillis) {
      this.sinceMillis = sinceMillis;
    }

    @Override
    public void onEvent(LoggedEvent event) {
      if (!event.isKeyed) {
        return;
      }
      keys++;
      hasher.key(event.caller, event.id, 0, event.idLength);
      for (int i = 0; i < streams.size(); i++) {
        RememberingStream stream = streams.get(i);
        long outcome = StoredOutcome.of(event.partition, event.offset, stream.isHot());
        stream.window().restore(hasher, event.request, outcome, event.timestampMillis);
      }
    }

    /**
     * Windows that were there before all have the keys of what the gateway writes from the requests
     * themselves, with their outcomes; what is unknown is looked for. A window that is made later
     * may lack keys of before. And where the log is followed for good, it may have the last word on
     * what nobody could settle, and has the keys that were not claimed.
     */
    @Override
    public EventLog.OwnEvents wantsOwn() {
      boolean isFollowed = scope == IdempotencyScope.LOG;
      if (!first || (isFollowed && !claimsAll)) {
        return EventLog.OwnEvents.ALL;
      }
      return isFollowed ? EventLog.OwnEvents.UNKNOWN : EventLog.OwnEvents.NONE;
    }

    @Override
    public void caughtUp() {
      TopicRebuild.this.caughtUp(sinceMillis + SKEW_MILLIS, goneMillis);
      log.info(
          "{}: {} idempotency keys of the last {} s read from the log in {} ms",
          topic,
          keys,
          TimeUnit.MILLISECONDS.toSeconds(longestMillis),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
      if (scope == IdempotencyScope.INSTANCE) {
        later.run(LATE_SECONDS, TopicRebuild.this::endReading);
      }
    }

    @Override
    public void missed(int partition, long from, long to) {
      goneMillis = System.currentTimeMillis();
      if (scope == IdempotencyScope.LOG) {
        streams.forEach(stream -> stream.window().lacksKeysBefore(goneMillis));
      }
      log.warn(
          "{}: offsets {} to {} of partition {} were gone before their keys were read",
          topic,
          from,
          to,
          partition);
    }

    @Override
    public void failed(Exception cause) {
      TopicRebuild.this.failed(cause);
    }
  }

  private synchronized void endReading() {
    if (tail != null) {
      tail.close();
      tail = null;
    }
  }
}
