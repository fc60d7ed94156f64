package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.sink.LoggedEvent;
import com.reactive.platform.kafka.wire.WireReader;
import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.requests.ListOffsetsRequest;

/**
 * One topic, read from a time on. The end of what was there at the beginning is asked for twice:
 * when the reading begins, and again when it got there, since brokers commit meanwhile what others
 * had sent. Lives on the log's event loop, but for {@link #share} and {@link #close}.
 */
final class TopicTail implements EventLog.Tail, FetchListener {
  /**
   * Most of what comes in a pause is known to be ours by its end, and is not fetched; and the rest
   * comes in one answer. It is shorter than clients wait before they try again.
   */
  private static final int PAUSE_AT_END_MILLIS = 20;

  /** Events have no transaction, and must not wait for the end of someone else's. */
  private static final FetchOptions OPTIONS =
      FetchOptions.UNCOMMITTED.withPauseAtEnd(PAUSE_AT_END_MILLIS);

  private static final long NEW_PARTITIONS_SECONDS = 10;

  private final String topic;
  private final long sinceMillis;
  private final OwnRecords own;
  private final EventLog.Visitor visitor;
  private final Runnable released;
  private final RecordIds ids = new RecordIds();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private final Set<TopicPartition> behind = new HashSet<>();

  /** Those that are being read. */
  private final Set<TopicPartition> reading = new HashSet<>();

  private LogSession session;
  private WireReader reader;
  private ScheduledFuture<?> growth;
  private boolean secondRound;

  /** All is read that was there; what comes is read from now on. */
  private boolean following;

  private volatile long wanted;
  private volatile long read;

  /**
   * @param own what need not be read
   * @param released run once, when the session is used no more
   */
  TopicTail(
      String topic, long sinceMillis, OwnRecords own, EventLog.Visitor visitor, Runnable released) {
    this.topic = topic;
    this.sinceMillis = sinceMillis;
    this.own = own;
    this.visitor = visitor;
    this.released = released;
  }

  TopicTail start(Supplier<LogSession> sessions) {
    session = sessions.get();
    reader = session.client().reader(session.loop(), OPTIONS, this);
    reader.partitions(topic).thenAccept(this::begin).exceptionally(this::failed);
    return this;
  }

  private void begin(List<TopicPartition> partitions) {
    ScheduledExecutorService timer = session.loop();
    growth =
        timer.scheduleWithFixedDelay(
            this::readNewPartitions,
            NEW_PARTITIONS_SECONDS,
            NEW_PARTITIONS_SECONDS,
            TimeUnit.SECONDS);
    reader
        .offsets(partitions, sinceMillis)
        .thenAcceptBoth(
            reader.offsets(partitions, ListOffsetsRequest.LATEST_TIMESTAMP), this::readFrom)
        .exceptionally(this::failed);
  }

  private void readFrom(Map<TopicPartition, Long> starts, Map<TopicPartition, Long> latest) {
    long all = 0;
    for (Map.Entry<TopicPartition, Long> end : latest.entrySet()) {
      TopicPartition partition = end.getKey();
      long start = starts.get(partition) < 0 ? end.getValue() : starts.get(partition);
      all += Math.max(0, end.getValue() - start);
      positions.put(partition, start);
    }
    wanted = Math.max(1, all);
    await(latest);
  }

  private void await(Map<TopicPartition, Long> latest) {
    ends.putAll(latest);
    latest.forEach(
        (partition, end) -> {
          if (positions.get(partition) < end) {
            behind.add(partition);
            read(partition, end);
          }
        });
    if (behind.isEmpty()) {
      arrived();
    }
  }

  /**
   * Up to the end that is known, and no further before all are there: at the end, a broker keeps
   * the next fetch for a second, and what is asked behind it on the connection, such as the ends.
   */
  private void read(TopicPartition partition, long to) {
    if (reading.add(partition)) {
      reader.fetch(partition, positions.get(partition), to);
    }
  }

  @Override
  public void completed(TopicPartition partition) {
    reading.remove(partition);
    if (following) {
      read(partition, Long.MAX_VALUE);
    } else if (behind.contains(partition)) {
      read(partition, ends.get(partition));
    }
  }

  private void arrived() {
    if (secondRound) {
      following = true;
      positions.keySet().forEach(partition -> read(partition, Long.MAX_VALUE));
      read = wanted;
      visitor.caughtUp();
      return;
    }
    secondRound = true;
    reader
        .offsets(List.copyOf(positions.keySet()), ListOffsetsRequest.LATEST_TIMESTAMP)
        .thenAccept(this::await)
        .exceptionally(this::failed);
  }

  private void readNewPartitions() {
    for (TopicPartition partition : reader.knownPartitions(topic)) {
      if (!positions.isEmpty() && positions.putIfAbsent(partition, 0L) == null) {
        read(partition, Long.MAX_VALUE);
      }
    }
  }

  @Override
  public long wantsFrom(TopicPartition partition, long nextOffset) {
    return own.firstOther(partition.partition(), nextOffset);
  }

  @Override
  public boolean wants(long producerId) {
    return !own.isOf(producerId);
  }

  @Override
  public void onRecord(
      TopicPartition partition,
      long offset,
      long timestampMillis,
      BytesView key,
      BytesView value,
      HeadersView headers) {
    LoggedEvent event = ids.read(partition.partition(), offset, timestampMillis, headers);
    if (event != null) {
      visitor.onEvent(event);
    }
  }

  @Override
  public void advanced(TopicPartition partition, long nextOffset, long endOffset) {
    moved(partition, nextOffset);
  }

  @Override
  public void skipped(TopicPartition partition, long from, long to) {
    visitor.missed(partition.partition(), from, to);
    moved(partition, to);
  }

  /** What an unclean election has cut off is not in the log: there is nothing to wait for. */
  @Override
  public void truncated(TopicPartition partition, long from, long to) {
    own.forget(partition.partition());
    visitor.missed(partition.partition(), to, from);
    moved(partition, Math.max(to, ends.getOrDefault(partition, 0L)));
    positions.put(partition, to);
  }

  private void moved(TopicPartition partition, long next) {
    long before = read;
    read = before + Math.max(0, next - positions.getOrDefault(partition, next));
    positions.put(partition, next);
    boolean there = next >= ends.getOrDefault(partition, Long.MAX_VALUE);
    if (there && behind.remove(partition) && behind.isEmpty()) {
      arrived();
    }
  }

  @Override
  public void failed(TopicPartition partition, Exception cause) {
    failed(cause);
  }

  private Void failed(Throwable cause) {
    if (!closed.get()) {
      close();
      Throwable inner = cause.getCause() == null ? cause : cause.getCause();
      visitor.failed(inner instanceof Exception e ? e : new IllegalStateException(inner));
    }
    return null;
  }

  @Override
  public double share() {
    long all = wanted;
    return all == 0 ? 0 : Math.min(1, (double) read / all);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      reader.close();
      session
          .loop()
          .execute(
              () -> {
                if (growth != null) {
                  growth.cancel(false);
                }
                released.run();
              });
    }
  }
}
