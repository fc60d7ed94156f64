package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

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
  private static final Duration SLICE = Duration.ofMillis(100);
  private static final int RECORDS_BETWEEN_LOOKS = 64;

  private final EventDispatch<T> dispatch;
  private final PartitionSource source;
  private final OwnedPartitions ours;
  private EventHandler<T> handler;
  private Throwable thrown;
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
    dispatch = new EventDispatch<>(decoder, settings.undecodable());
    source = sources.apply(new Records());
    try {
      ours = new OwnedPartitions(settings, source, consumers);
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
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
        ours.takePart();
        ours.fetchIdle();
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
    ours.commit();
  }

  /** The next offset to be dealt with of each partition that is ours; a copy. */
  public Map<TopicPartition, Long> positions() {
    return ours.positions();
  }

  /** Counts as of the last poll. From any thread. */
  public ReaderStats stats() {
    return stats;
  }

  private ReaderStats snapshot() {
    return new ReaderStats(
        dispatch.records,
        dispatch.events,
        dispatch.repeats,
        dispatch.failures,
        skipped,
        truncated,
        ours.lag());
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
      ours.close();
    } finally {
      source.close();
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
      OwnedPartition partition = ours.get(id);
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

    /** It is read again, from the first record that was not dealt with, by the next poll. */
    private void giveBack(OwnedPartition partition) {
      source.stop(partition.id);
      partition.isIdle = true;
    }

    /** An answer may hold more than a handler does in a poll's time. */
    private void look() {
      recordsUntilLook--;
      if (recordsUntilLook > 0) {
        return;
      }
      recordsUntilLook = RECORDS_BETWEEN_LOOKS;
      if (ours.isDue()) {
        try {
          ours.takePart();
        } catch (InterruptedException e) {
          interrupted = e;
        } catch (RuntimeException | Error e) {
          thrown = e;
        }
      }
    }

    @Override
    public void advanced(TopicPartition id, long nextOffset, long endOffset) {
      OwnedPartition partition = ours.get(id);
      partition.next = Math.max(partition.next, nextOffset);
      partition.end = endOffset;
    }

    /** Of what is only to be remembered nothing need be there. */
    @Override
    public void skipped(TopicPartition id, long from, long to) {
      OwnedPartition partition = ours.get(id);
      skipped += Math.max(0, to - partition.position());
      partition.next = to;
    }

    @Override
    public void truncated(TopicPartition id, long from, long to) {
      OwnedPartition partition = ours.get(id);
      truncated += from - to;
      partition.next = to;
      partition.first = Math.min(partition.first, to);
    }

    @Override
    public void failed(TopicPartition id, Exception cause) {
      ours.get(id).isIdle = true;
      if (thrown == null) {
        thrown = cause instanceof RuntimeException e ? e : new KafkaException(cause);
      }
    }
  }
}
