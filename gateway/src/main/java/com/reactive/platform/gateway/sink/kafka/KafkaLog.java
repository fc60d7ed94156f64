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
import java.util.function.LongPredicate;

/**
 * Reads topics with readers of the native client, whichever client writes: on one thread, with
 * connections of its own. Thread and connections are there only while something is read.
 * Thread-safe.
 */
final class KafkaLog implements EventLog, AutoCloseable {
  private final KafkaConfig config;
  private final LongPredicate ownProducers;
  private final List<String> reasons;
  private WireThread thread;
  private WireClient client;
  private final Set<CompletableFuture<?>> searches = ConcurrentHashMap.newKeySet();
  private int users;
  private boolean closed;

  /**
   * @param ownProducers true of the ids of this process's producers, as far as they are known
   */
  KafkaLog(KafkaConfig config, LongPredicate ownProducers) {
    this.config = config;
    this.ownProducers = ownProducers;
    reasons = config.reasonsAgainstReading();
  }

  @Override
  public Optional<String> whyNot() {
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }

  @Override
  public Tail read(String topic, long sinceMillis, Visitor visitor) {
    LongPredicate passedOver = visitor.wantsOwn() ? id -> false : ownProducers;
    return new TopicTail(topic, sinceMillis, passedOver, visitor, this::release).start(this::open);
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
