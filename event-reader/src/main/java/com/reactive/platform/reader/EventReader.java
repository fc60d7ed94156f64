package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the events of the gateway's topics. One thread calls {@link #poll} again and again, as with
 * Kafka's consumer; all that happens, happens within: events are handed over, partitions come and
 * go, offsets are committed. What is not polled is not fetched, so a slow handler slows down
 * nothing but itself, and memory is bounded: two answers ({@code fetch.max.bytes}) of each broker,
 * the largest record, and the windows of repeats.
 *
 * <p>Each event comes at least once: what a handler has not returned for is not committed. It comes
 * again after a crash, or when its partition went to another member before it was committed. With
 * {@link EventReaderBuilder#dropRepeats} an event that was written twice, close together, comes
 * once; with {@link EventReaderBuilder#offsets} its effect may be had once.
 *
 * @param <T> what events are decoded to
 */
public final class EventReader<T> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventReader.class);
  private static final Duration SLICE = Duration.ofMillis(100);
  private static final long MEMBER_NANOS = Duration.ofMillis(50).toNanos();
  private static final int RECORDS_BETWEEN_LOOKS = 64;

  private final ReaderSettings settings;
  private final EventDispatch<T> dispatch;
  private final PartitionSource source;
  private final GroupMember member;
  private final Map<TopicPartition, OwnedPartition> owned = new LinkedHashMap<>();

  /** Ours, but it is not known yet where to begin: what may fail is not done in a rebalance. */
  private final Set<TopicPartition> unplaced = new LinkedHashSet<>();

  private OwnedPartition last;
  private EventHandler<T> handler;
  private Throwable thrown;
  private long memberNanos = System.nanoTime();
  private long commitNanos = System.nanoTime();
  private int recordsUntilLook = RECORDS_BETWEEN_LOOKS;
  private InterruptedException interrupted;
  private long skipped;
  private long truncated;
  private volatile boolean woken;
  private volatile ReaderStats stats = new ReaderStats(0, 0, 0, 0, 0, 0, Map.of());

  EventReader(ReaderSettings settings, ValueDecoder<T> decoder) {
    this(
        settings,
        decoder,
        listener -> PartitionSources.open(settings.properties(), listener),
        KafkaConsumer::new);
  }

  /**
   * With other parts.
   *
   * @param sources opens what partitions are read with
   * @param consumers opens the group's member, with these properties
   */
  EventReader(
      ReaderSettings settings,
      ValueDecoder<T> decoder,
      Function<FetchListener, PartitionSource> sources,
      Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers) {
    this.settings = settings;
    dispatch = new EventDispatch<>(decoder, settings.undecodable());
    source = sources.apply(new Records());
    try {
      member =
          settings.topics().isEmpty()
              ? null
              : new GroupMember(
                  settings.properties(), settings.topics(), new Ownership(), consumers);
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
    settings.partitions().forEach(this::own);
  }

  private void own(TopicPartition partition, long first) {
    owned.put(partition, new OwnedPartition(partition, first, settings.repeatEvents()));
  }

  /**
   * Hands over events that have come: those of one answer of a broker, or a few.
   *
   * @param timeout to wait for one
   * @return the number of events
   * @throws InterruptedException if the thread is interrupted; nothing is lost
   * @throws KafkaException if Kafka refuses what is asked; it may be asked again
   * @throws RuntimeException of the handler: its event comes again with the next poll
   */
  public int poll(Duration timeout, EventHandler<T> each) throws InterruptedException {
    handler = each;
    long before = dispatch.events;
    long deadline = System.nanoTime() + timeout.toNanos();
    try {
      do {
        takePart();
        owned.values().forEach(this::fetchIfIdle);
        long left = Math.max(0, deadline - System.nanoTime());
        source.poll(Duration.ofNanos(Math.min(SLICE.toNanos(), left)));
        rethrow();
      } while (dispatch.events == before && !woken && deadline - System.nanoTime() > 0);
    } finally {
      woken = false;
      stats = snapshot();
    }
    return Math.toIntExact(dispatch.events - before);
  }

  /** Lets the group do its part, and commits if it is time. */
  private void takePart() throws InterruptedException {
    if (member != null) {
      memberNanos = System.nanoTime();
      place();
      member.poll(owned.isEmpty() ? SLICE : Duration.ZERO);
      place();
      if (settings.commitNanos() > 0 && System.nanoTime() - commitNanos >= settings.commitNanos()) {
        tryToCommit(owned.keySet());
      }
    }
  }

  /** Finds out where to begin; what fails is tried again by the next poll. */
  private void place() {
    if (unplaced.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> stored =
        settings.store() == null ? Map.of() : settings.store().load(Set.copyOf(unplaced));
    for (TopicPartition partition : List.copyOf(unplaced)) {
      Long first = stored.get(partition);
      if (first != null) {
        member.seek(partition, first);
      }
      own(partition, first == null ? member.position(partition) : first);
      unplaced.remove(partition);
    }
  }

  /** What cannot be committed now is committed later, or comes again. */
  private void tryToCommit(Collection<TopicPartition> partitions) {
    try {
      commit(partitions);
    } catch (RetriableException | CommitFailedException | RebalanceInProgressException e) {
      LOG.warn("offsets of {} could not be committed: {}", partitions, e.getMessage());
      commitNanos = System.nanoTime();
    }
  }

  private void fetchIfIdle(OwnedPartition partition) {
    if (partition.isIdle) {
      partition.isIdle = false;
      source.fetch(partition.id, partition.next, Long.MAX_VALUE);
    }
  }

  private void rethrow() throws InterruptedException {
    Throwable failure = thrown;
    InterruptedException interruption = interrupted;
    thrown = null;
    interrupted = null;
    if (interruption != null) {
      throw interruption;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /**
   * Commits what was dealt with, and waits for the answer. The handler may call it, too: then for
   * the records before its own.
   *
   * @throws KafkaException if the group refuses: the partition may be another member's by now
   */
  public void commit() {
    commit(owned.keySet());
  }

  private void commit(Collection<TopicPartition> partitions) {
    if (member == null) {
      throw new IllegalStateException("without a group there is nothing to commit to");
    }
    Map<TopicPartition, Long> positions = new HashMap<>();
    for (TopicPartition partition : partitions) {
      OwnedPartition ours = owned.get(partition);
      if (ours != null && ours.position() != ours.committed && ours.next > ours.first) {
        positions.put(partition, ours.position());
      }
    }
    if (!positions.isEmpty()) {
      member.commit(positions);
      positions.forEach((partition, next) -> owned.get(partition).committed = next);
    }
    commitNanos = System.nanoTime();
  }

  /** The next offset to be dealt with of each partition that is ours; a copy. */
  public Map<TopicPartition, Long> positions() {
    Map<TopicPartition, Long> positions = new HashMap<>();
    owned.forEach((partition, ours) -> positions.put(partition, ours.position()));
    return positions;
  }

  /** Counts as of the last poll. From any thread. */
  public ReaderStats stats() {
    return stats;
  }

  private ReaderStats snapshot() {
    Map<TopicPartition, Long> lag = new HashMap<>();
    owned.forEach((partition, ours) -> lag.put(partition, ours.lag()));
    return new ReaderStats(
        dispatch.records,
        dispatch.events,
        dispatch.repeats,
        dispatch.failures,
        skipped,
        truncated,
        lag);
  }

  /** Ends the waiting of the poll that is under way, or of the next. From any thread. */
  public void wakeup() {
    woken = true;
    source.wakeup();
  }

  /** Commits, unless that is the caller's, and leaves the group. Once is enough. */
  @Override
  public void close() {
    try {
      if (member != null) {
        member.close();
      }
    } finally {
      source.close();
    }
  }

  private void drop(TopicPartition partition) {
    owned.remove(partition);
    unplaced.remove(partition);
    source.stop(partition);
    last = null;
  }

  /** The group's word on partitions. */
  private final class Ownership implements GroupMember.Owner {
    @Override
    public void assigned(Collection<TopicPartition> partitions) {
      unplaced.addAll(partitions);
    }

    @Override
    public void revoked(Collection<TopicPartition> partitions) {
      try {
        if (settings.store() != null) {
          settings.store().revoked(partitions);
        }
        if (settings.commitNanos() > 0) {
          tryToCommit(partitions);
        }
      } finally {
        partitions.forEach(EventReader.this::drop);
      }
    }

    @Override
    public void lost(Collection<TopicPartition> partitions) {
      try {
        if (settings.store() != null) {
          settings.store().revoked(partitions);
        }
      } finally {
        partitions.forEach(EventReader.this::drop);
      }
    }
  }

  /** The source's word on records. */
  private final class Records implements FetchListener {
    @Override
    public void onRecord(
        TopicPartition id,
        long offset,
        long timestampMillis,
        BytesView key,
        BytesView value,
        HeadersView headers) {
      OwnedPartition partition = partition(id);
      if (thrown != null || interrupted != null) {
        giveBack(partition);
        return;
      }
      try {
        boolean isNew = offset >= partition.first;
        dispatch.record(
            partition, offset, timestampMillis, key, value, headers, isNew ? handler : null);
        partition.next = offset + 1;
      } catch (RuntimeException | Error e) {
        // Even then the rest of the answer must come again: the source has gone on already.
        thrown = e;
        giveBack(partition);
      }
      look();
    }

    private OwnedPartition partition(TopicPartition id) {
      if (last == null || !last.id.equals(id)) {
        last = owned.get(id);
      }
      return last;
    }

    /** It is read again, from the first record that was not dealt with, by the next poll. */
    private void giveBack(OwnedPartition partition) {
      source.stop(partition.id);
      partition.isIdle = true;
    }

    /** An answer may hold more than a handler does in a poll's time. */
    private void look() {
      recordsUntilLook--;
      if (recordsUntilLook > 0 || member == null) {
        return;
      }
      recordsUntilLook = RECORDS_BETWEEN_LOOKS;
      if (System.nanoTime() - memberNanos >= MEMBER_NANOS) {
        try {
          takePart();
        } catch (InterruptedException e) {
          interrupted = e;
        } catch (RuntimeException e) {
          thrown = e;
        }
      }
    }

    @Override
    public void advanced(TopicPartition id, long nextOffset, long endOffset) {
      OwnedPartition partition = partition(id);
      partition.next = Math.max(partition.next, nextOffset);
      partition.end = endOffset;
    }

    /** Of what is only to be remembered nothing need be there. */
    @Override
    public void skipped(TopicPartition id, long from, long to) {
      OwnedPartition partition = partition(id);
      skipped += Math.max(0, to - partition.position());
      partition.next = to;
    }

    @Override
    public void truncated(TopicPartition id, long from, long to) {
      OwnedPartition partition = partition(id);
      truncated += from - to;
      partition.next = to;
      partition.first = Math.min(partition.first, to);
    }

    @Override
    public void failed(TopicPartition id, Exception cause) {
      partition(id).isIdle = true;
      if (thrown == null) {
        thrown = cause instanceof RuntimeException e ? e : new KafkaException(cause);
      }
    }
  }
}
