package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.sink.LoggedEvent;
import com.reactive.platform.kafka.wire.WireReader;
import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.utils.Utils;

/**
 * The search for one event: once over the partitions that it may be in, from a time to what is
 * committed now. Lives on the log's event loop.
 */
final class TopicSearch implements FetchListener {
  private final EventLog.Query query;
  private final Runnable released;
  private final RecordIds ids = new RecordIds();
  private final CompletableFuture<Optional<EventLog.Place>> answer = new CompletableFuture<>();
  private WireReader reader;
  private int open;

  /**
   * @param released run once, when the session is used no more
   */
  TopicSearch(EventLog.Query query, Runnable released) {
    this.query = query;
    this.released = released;
  }

  CompletableFuture<Optional<EventLog.Place>> start(
      Supplier<LogSession> sessions, long timeoutMillis) {
    LogSession session;
    try {
      session = sessions.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    reader = session.client().reader(session.loop(), FetchOptions.UNCOMMITTED, this);
    answer
        .orTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
        .whenComplete(
            (found, failure) -> {
              reader.close();
              session.loop().execute(released);
            });
    reader.partitions(query.topic()).thenAccept(this::begin).exceptionally(this::failed);
    return answer;
  }

  private void begin(List<TopicPartition> all) {
    List<TopicPartition> partitions = candidates(all);
    CompletableFuture<Map<TopicPartition, Long>> ends =
        reader.offsets(partitions, ListOffsetsRequest.LATEST_TIMESTAMP);
    if (query.offset() >= 0 && query.partition() >= 0) {
      ends.thenAccept(this::readOne).exceptionally(this::failed);
    } else {
      reader
          .offsets(partitions, query.sinceMillis())
          .thenAcceptBoth(ends, this::readAll)
          .exceptionally(this::failed);
    }
  }

  private List<TopicPartition> candidates(List<TopicPartition> all) {
    int partition = query.partition();
    if (partition < 0 && query.ofKey()) {
      partition = Utils.toPositive(Utils.murmur2(query.eventId())) % all.size();
    }
    if (partition >= all.size()) {
      return List.of();
    }
    return partition < 0 ? all : List.of(all.get(partition));
  }

  private void readOne(Map<TopicPartition, Long> ends) {
    ends.forEach((partition, end) -> read(partition, query.offset(), query.offset() + 1, end));
    endIfRead();
  }

  private void readAll(Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {
    starts.forEach(
        (partition, start) -> {
          long end = ends.get(partition);
          read(partition, start < 0 ? end : start, end, end);
        });
    endIfRead();
  }

  private void read(TopicPartition partition, long from, long to, long end) {
    if (from < Math.min(to, end)) {
      open++;
      reader.fetch(partition, from, Math.min(to, end));
    }
  }

  private void endIfRead() {
    if (open == 0) {
      answer.complete(Optional.empty());
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
    if (event != null && event.is(query.eventId(), query.caller())) {
      answer.complete(
          Optional.of(new EventLog.Place(partition.partition(), offset, timestampMillis)));
    }
  }

  @Override
  public void completed(TopicPartition partition) {
    open--;
    endIfRead();
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
