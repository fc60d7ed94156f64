package com.reactive.platform.gateway.idempotency.log;

import com.reactive.platform.gateway.idempotency.IdempotencyScope;
import com.reactive.platform.gateway.sink.EventLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the windows of all streams from the tails of their topics: at the start, when a stream is
 * new, and, if that is the scope, with all that other instances write. Until a window is filled its
 * keys are not taken. Thread-safe.
 */
public final class WindowRebuild implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WindowRebuild.class);
  private static final long BRIEF_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final EventLog events;
  private final IdempotencyScope scope;
  private final boolean claimsAll;
  private final TopicRebuild.Later later;

  // The rest is guarded by this.
  private final Map<String, TopicRebuild> topics = new HashMap<>();
  private boolean started;
  private long startNanos;
  private boolean closed;

  /**
   * @param claimsAll true if every key that this process writes is claimed in its window; false if
   *     some are written without that, and known only by reading them
   */
  public WindowRebuild(EventLog events, IdempotencyScope scope, boolean claimsAll) {
    this(
        events,
        scope,
        claimsAll,
        (seconds, action) ->
            CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS).execute(action));
  }

  WindowRebuild(
      EventLog events, IdempotencyScope scope, boolean claimsAll, TopicRebuild.Later later) {
    this.events = events;
    this.scope = scope;
    this.claimsAll = claimsAll;
    this.later = later;
  }

  /** These streams and no others from now on. */
  public synchronized void serve(List<RememberingStream> streams) {
    Map<String, List<RememberingStream>> byTopic =
        streams.stream().collect(Collectors.groupingBy(RememberingStream::topic));
    List<TopicRebuild> gone = new ArrayList<>();
    for (String topic : List.copyOf(topics.keySet())) {
      List<RememberingStream> now = byTopic.get(topic);
      if (now == null || !topics.get(topic).fills(now)) {
        gone.add(topics.remove(topic));
      }
    }
    byTopic.forEach(
        (topic, feeding) -> {
          if (!topics.containsKey(topic) && !closed) {
            TopicRebuild added = new TopicRebuild(topic, feeding, events, scope, claimsAll, later);
            topics.put(topic, added);
            if (started) {
              added.start(false);
            }
          }
        });
    // Last: a window that is filled anew takes no keys in between.
    gone.forEach(TopicRebuild::close);
  }

  /** Begins to read, once the sink is started. */
  public synchronized void start() {
    events.whyNot().ifPresent(WindowRebuild::warn);
    started = true;
    startNanos = System.nanoTime();
    topics.values().forEach(topic -> topic.start(true));
  }

  private static void warn(String why) {
    log.warn(
        "Keys of before the start are not known, so a repeat of one is written again: topics cannot"
            + " be read with these settings: {}",
        why);
  }

  /**
   * True while windows are being filled and that has not taken long: a gateway is not called ready
   * for so short a time, since clients with keys would be sent away.
   */
  public synchronized boolean isBrief() {
    return started && System.nanoTime() - startNanos < BRIEF_NANOS && !progress().isEmpty();
  }

  /** What is to be said of streams whose window is not filled yet, by their names. */
  public synchronized Map<String, String> progress() {
    Map<String, String> texts = new TreeMap<>();
    topics.values().forEach(topic -> topic.progress(texts));
    return texts;
  }

  @Override
  public synchronized void close() {
    closed = true;
    topics.values().forEach(TopicRebuild::close);
    topics.clear();
  }
}
