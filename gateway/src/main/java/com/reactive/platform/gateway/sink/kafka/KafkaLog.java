package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.kafka.wire.WireClient;
import com.reactive.platform.kafka.wire.WireConfig;
import com.reactive.platform.kafka.wire.WireThread;
import io.netty.channel.EventLoop;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads topics with readers of the native client, whichever client writes: on one thread, with
 * connections of its own. Thread and connections are there only while something is read.
 * Thread-safe.
 */
final class KafkaLog implements EventLog, AutoCloseable {
  private final KafkaConfig config;
  private final LoopProducers producers;
  private final List<String> reasons;
  private WireThread thread;
  private WireClient client;
  private final Set<CompletableFuture<?>> searches = ConcurrentHashMap.newKeySet();
  private int users;
  private boolean closed;

  /**
   * @param producers whose records need not be read where only others' are wanted
   */
  KafkaLog(KafkaConfig config, LoopProducers producers) {
    this.config = config;
    this.producers = producers;
    reasons = config.reasonsAgainstReading();
  }

  @Override
  public Optional<String> whyNot() {
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }

  @Override
  public Tail read(String topic, long sinceMillis, Visitor visitor) {
    OwnRecords own =
        switch (visitor.wantsOwn()) {
          case ALL -> OwnRecords.NONE;
          case UNKNOWN -> observing(new OwnRecords(topic, id -> false));
          case NONE -> observing(new OwnRecords(topic, producers::isOwn));
        };
    try {
      return new TopicTail(topic, sinceMillis, own, visitor, () -> released(own)).start(this::open);
    } catch (RuntimeException e) {
      producers.removeObserver(own);
      throw e;
    }
  }

  private OwnRecords observing(OwnRecords own) {
    producers.addObserver(own);
    return own;
  }

  private void released(OwnRecords own) {
    producers.removeObserver(own);
    release();
  }

  @Override
  @SuppressWarnings("CollectionUndefinedEquality") // that very future is meant
  public CompletableFuture<Void> find(
      String topic, Collection<? extends Seeker> seekers, long timeoutMillis) {
    // Elsewhere, since a login may block.
    CompletableFuture<Void> search =
        CompletableFuture.supplyAsync(
                () -> new TopicSearch(topic, new SoughtEvents(seekers), this::release))
            .thenCompose(made -> made.start(this::open, timeoutMillis));
    searches.add(search);
    search.whenComplete((done, failure) -> searches.remove(search));
    return search;
  }

  /** What is read with, to be released by each of its users. The first may block for a login. */
  private synchronized LogSession open() {
    if (closed || !reasons.isEmpty()) {
      throw new IllegalStateException(closed ? "shutting down" : String.join("; ", reasons));
    }
    if (thread == null) {
      thread = new WireThread("kafka-log");
    }
    EventLoop loop = thread.loop();
    if (client == null) {
      WireConfig wire = WireConfig.of(config.readerProperties()).withoutTopicCreation();
      client = WireClient.open(wire, loop);
    }
    users++;
    return new LogSession(client, loop);
  }

  private synchronized void release() {
    users--;
    if (users == 0) {
      end();
    }
  }

  private void end() {
    if (client != null) {
      client.close();
      client = null;
    }
    if (thread != null) {
      thread.close();
      thread = null;
    }
  }

  /** Searches that are under way fail. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    searches.forEach(
        search -> search.completeExceptionally(new IllegalStateException("shutting down")));
    synchronized (this) {
      end();
    }
  }
}
