package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.requests.ListOffsetsRequest;

/** Reads a topic with a reader of ours and keeps what it sees, as text. */
final class Reading implements FetchListener, AutoCloseable {
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final List<TopicPartition> partitions;
  private final WireReader reader;

  Reading(WireClient client, EventLoop loop, String topic, int count, FetchOptions options) {
    partitions =
        IntStream.range(0, count).mapToObj(index -> new TopicPartition(topic, index)).toList();
    reader = client.reader(loop, options, this);
  }

  /** All there is now. */
  List<String> readToEnd() throws Exception {
    readTo(
        reader.offsets(partitions, ListOffsetsRequest.LATEST_TIMESTAMP).get(60, TimeUnit.SECONDS));
    ended.get(60, TimeUnit.SECONDS);
    return records();
  }

  private void readTo(Map<TopicPartition, Long> ends) {
    open.set(ends.size());
    ends.forEach((partition, end) -> reader.fetch(partition, 0, end));
  }

  /** Reads whatever comes. */
  Reading follow() {
    partitions.forEach(partition -> reader.fetch(partition, 0, Long.MAX_VALUE));
    return this;
  }

  /** Of the first record that is not older. */
  long offsetAt(long timestampMillis) throws Exception {
    return reader
        .offsets(partitions.subList(0, 1), timestampMillis)
        .get(60, TimeUnit.SECONDS)
        .get(partitions.get(0));
  }

  int count() {
    return seen.size();
  }

  /** What was seen up to now, sorted. Nothing may have failed. */
  List<String> records() {
    if (ended.isCompletedExceptionally()) {
      ended.join();
    }
    return seen.stream().sorted().toList();
  }

  static List<String> texts(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream()
        .map(
            record ->
                text(record.partition(), record.offset(), record.timestamp(), record.value())
                    + record.headers().toArray().length)
        .sorted()
        .toList();
  }

  private static String text(int partition, long offset, long timestampMillis, byte[] value) {
    String text = new String(value, StandardCharsets.UTF_8);
    return partition + "/" + offset + "@" + timestampMillis + " " + text;
  }

  @Override
  public void onRecord(
      TopicPartition partition,
      long offset,
      long timestampMillis,
      BytesView key,
      BytesView value,
      HeadersView headers) {
    seen.add(
        text(partition.partition(), offset, timestampMillis, value.toArray()) + headers.count());
  }

  @Override
  public void completed(TopicPartition partition) {
    if (open.decrementAndGet() == 0) {
      ended.complete(null);
    }
  }

  @Override
  public void failed(TopicPartition partition, Exception cause) {
    ended.completeExceptionally(cause);
  }

  @Override
  public void close() {
    reader.close();
  }
}
