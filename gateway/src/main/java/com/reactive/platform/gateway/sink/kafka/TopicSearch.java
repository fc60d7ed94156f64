package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.LoggedEvent;
import com.reactive.platform.kafka.wire.WireReader;
import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.requests.ListOffsetsRequest;

/**
 * One pass over a topic in search of events, up to what is committed when it begins: at single
 * places, or from a time on. In the latter case, first over the partitions that they are most
 * likely in, then over the others, since the topic may have got more of them meanwhile. Lives on
 * the log's event loop.
 */
final class TopicSearch implements FetchListener {
  /** Smaller answers than those of a rebuild: more than one pass may be under way. */
  private static final FetchOptions MANY = FetchOptions.UNCOMMITTED.withBytes(4 << 20, 512 << 10);

  private static final FetchOptions SINGLE = FetchOptions.UNCOMMITTED.withBytes(256 << 10, 1 << 10);

  private final String topic;
  private final SoughtEvents sought;
  private final Runnable released;
  private final RecordIds ids = new RecordIds();
  private final CompletableFuture<Void> answer = new CompletableFuture<>();

  /** What is still to be read of partitions that are being read. */
  private final Map<TopicPartition, ArrayDeque<Range>> ranges = new HashMap<>();

  /** To be read if events are still looked for when the others are read. */
  private final List<TopicPartition> others = new ArrayList<>();

  private WireReader reader;

  private record Range(long from, long to) {}

  /**
   * @param released run once, when the session is used no more
   */
  TopicSearch(String topic, SoughtEvents sought, Runnable released) {
    this.topic = topic;
    this.sought = sought;
    this.released = released;
  }

  CompletableFuture<Void> start(Supplier<LogSession> sessions, long timeoutMillis) {
    LogSession session;
    try {
      session = sessions.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    boolean placed = sought.arePlaced();
    reader = session.client().reader(session.loop(), placed ? SINGLE : MANY, this);
    answer
        .orTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
        .whenComplete(
            (done, failure) -> {
              reader.close();
              session.loop().execute(released);
            });
    reader
        .partitions(topic)
        .thenAccept(placed ? this::readPlaces : this::readLikely)
        .exceptionally(this::failed);
    return answer;
  }

  private void readPlaces(List<TopicPartition> all) {
    Map<TopicPartition, SortedSet<Long>> places = new HashMap<>();
    sought
        .places()
        .forEach(
            (partition, offsets) -> {
              if (partition < all.size()) {
                places.put(all.get(partition), offsets);
              }
            });
    reader
        .offsets(places.keySet(), ListOffsetsRequest.EARLIEST_TIMESTAMP)
        .thenAcceptBoth(latest(places.keySet()), (starts, ends) -> readPlaces(places, starts, ends))
        .exceptionally(this::failed);
  }

  private void readPlaces(
      Map<TopicPartition, SortedSet<Long>> places,
      Map<TopicPartition, Long> starts,
      Map<TopicPartition, Long> ends) {
    places.forEach(
        (partition, offsets) -> {
          ArrayDeque<Range> single = new ArrayDeque<>();
          for (long offset : offsets) {
            // What retention has taken is not there either.
            if (offset >= starts.get(partition) && offset < ends.get(partition)) {
              single.add(new Range(offset, offset + 1));
            }
          }
          ranges.put(partition, single);
        });
    readOn();
  }

  private void readLikely(List<TopicPartition> all) {
    SortedSet<Integer> likely = sought.likelyPartitions(all.size());
    List<TopicPartition> first = new ArrayList<>();
    for (TopicPartition partition : all) {
      (likely.contains(partition.partition()) ? first : others).add(partition);
    }
    readSince(first);
  }

  private void readSince(List<TopicPartition> partitions) {
    reader
        .offsets(partitions, sought.sinceMillis())
        .thenAcceptBoth(latest(partitions), this::readBetween)
        .exceptionally(this::failed);
  }

  private CompletableFuture<Map<TopicPartition, Long>> latest(Collection<TopicPartition> of) {
    return reader.offsets(of, ListOffsetsRequest.LATEST_TIMESTAMP);
  }

  private void readBetween(Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {
    starts.forEach(
        (partition, start) -> {
          long end = ends.get(partition);
          ArrayDeque<Range> whole = new ArrayDeque<>();
          if (start >= 0 && start < end) {
            whole.add(new Range(start, end));
          }
          ranges.put(partition, whole);
        });
    readOn();
  }

  private void readOn() {
    List.copyOf(ranges.keySet()).forEach(this::readNext);
    goOn();
  }

  private void readNext(TopicPartition partition) {
    Range next = ranges.get(partition).poll();
    if (next == null) {
      ranges.remove(partition);
    } else {
      reader.fetch(partition, next.from(), next.to());
    }
  }

  private void goOn() {
    if (sought.isEmpty() || (ranges.isEmpty() && others.isEmpty())) {
      answer.complete(null);
    } else if (ranges.isEmpty()) {
      List<TopicPartition> rest = List.copyOf(others);
      others.clear();
      readSince(rest);
    }
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
    if (event != null && !answer.isDone()) {
      sought.onEvent(event);
      if (sought.isEmpty()) {
        answer.complete(null);
      }
    }
  }

  @Override
  public void completed(TopicPartition partition) {
    readNext(partition);
    goOn();
  }

  /** What retention has taken cannot be told. */
  @Override
  public void skipped(TopicPartition partition, long from, long to) {
    failed(new IllegalStateException("records of " + partition + " were deleted meanwhile"));
  }

  @Override
  public void truncated(TopicPartition partition, long from, long to) {
    failed(new IllegalStateException(partition + " was cut meanwhile"));
  }

  @Override
  public void failed(TopicPartition partition, Exception cause) {
    failed(cause);
  }

  private Void failed(Throwable cause) {
    answer.completeExceptionally(cause.getCause() == null ? cause : cause.getCause());
    return null;
  }
}
