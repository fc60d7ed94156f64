package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.requests.ListOffsetsRequest;

/**
 * Reads topics from known offsets on, without a group. For one thread; blocks. What Kafka refuses,
 * or does not answer, is an {@link IOException} with one sentence.
 */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);

  private final PartitionSource source;
  private final Listener listener = new Listener();
  private final long timeoutNanos;

  /**
   * Opens a reader; does not wait for Kafka.
   *
   * @param properties of a Kafka consumer. Its deserializers, its group and its policy of resets do
   *     not count
   * @param timeout for the next record, while some are missing
   * @throws IOException if the properties are wrong
   */
  public TopicReader(Map<String, ?> properties, Duration timeout) throws IOException {
    timeoutNanos = timeout.toNanos();
    try {
      source = PartitionSources.open(properties, listener);
    } catch (KafkaException e) {
      throw new IOException("could not be read: " + e.getMessage(), e);
    }
  }

  /** The partitions of a topic; empty if there is no such topic. */
  public List<TopicPartition> partitions(String topic) throws IOException, InterruptedException {
    return ask(() -> source.partitions(topic));
  }

  /** Offsets of the first records that are still there. */
  public Map<TopicPartition, Long> begins(Collection<TopicPartition> partitions)
      throws IOException, InterruptedException {
    return ask(() -> source.offsets(partitions, ListOffsetsRequest.EARLIEST_TIMESTAMP));
  }

  /** Offsets of the next records to come. */
  public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions)
      throws IOException, InterruptedException {
    return ask(() -> source.offsets(partitions, ListOffsetsRequest.LATEST_TIMESTAMP));
  }

  /**
   * Hands over every record between these offsets, in the order of each partition.
   *
   * @param begins the offset to begin at, for each partition of {@code ends}
   * @param ends the offset to end before
   * @throws IOException if they cannot be read to the end
   */
  public void read(
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, Long> ends,
      Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException, InterruptedException {
    boolean complete =
        ask(
            () -> {
              listener.begin(each, true);
              try {
                ends.forEach((partition, end) -> fetch(partition, begins.get(partition), end));
                return readWhile(() -> !listener.open.isEmpty());
              } finally {
                stopAll();
              }
            });
    requireComplete(complete);
  }

  private void stopAll() {
    listener.open.forEach(source::stop);
    listener.open.clear();
  }

  private static void requireComplete(boolean complete) throws IOException {
    if (!complete) {
      throw new IOException("could not be read to the end: no record came any more");
    }
  }

  /**
   * The same, for a loop of the caller's. Each answer's records are made at once, so this takes
   * more memory than {@link #read}: all of an answer. Nothing else is read from this reader until
   * the last record was taken.
   *
   * @return whose methods throw {@link UncheckedIOException} if they cannot be read to the end
   */
  public Iterator<ConsumerRecord<byte[], byte[]>> records(
      Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends)
      throws IOException, InterruptedException {
    ArrayDeque<ConsumerRecord<byte[], byte[]>> come = new ArrayDeque<>();
    ask(
        () -> {
          listener.begin(come::add, true);
          ends.forEach((partition, end) -> fetch(partition, begins.get(partition), end));
          return null;
        });
    return new Records(come);
  }

  /** Reads on whenever all that has come is taken. */
  private final class Records implements Iterator<ConsumerRecord<byte[], byte[]>> {
    private final ArrayDeque<ConsumerRecord<byte[], byte[]>> come;

    Records(ArrayDeque<ConsumerRecord<byte[], byte[]>> come) {
      this.come = come;
    }

    @Override
    public boolean hasNext() {
      if (!come.isEmpty() || listener.open.isEmpty()) {
        return !come.isEmpty();
      }
      try {
        requireComplete(ask(() -> readWhile(() -> come.isEmpty() && !listener.open.isEmpty())));
      } catch (IOException e) {
        stopAll();
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        stopAll();
        throw new UncheckedIOException((IOException) new InterruptedIOException().initCause(e));
      }
      return !come.isEmpty();
    }

    @Override
    public ConsumerRecord<byte[], byte[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return come.removeFirst();
    }
  }

  private void fetch(TopicPartition partition, long from, long to) {
    if (from < to) {
      listener.open.add(partition);
      source.fetch(partition, from, to);
    }
  }

  /** Returns false if no more records come although some are missing. */
  private boolean readWhile(BooleanSupplier missing) throws InterruptedException {
    long progressNanos = System.nanoTime();
    while (missing.getAsBoolean()) {
      listener.moved = false;
      source.poll(POLL);
      listener.rethrow();
      long now = System.nanoTime();
      if (listener.moved) {
        progressNanos = now;
      } else if (now - progressNanos > timeoutNanos) {
        return false;
      }
    }
    return true;
  }

  /** Begins to read these partitions at these offsets, and whatever comes: see {@link #poll}. */
  public void follow(Map<TopicPartition, Long> begins) throws IOException, InterruptedException {
    ask(
        () -> {
          begins.forEach((partition, from) -> source.fetch(partition, from, Long.MAX_VALUE));
          return null;
        });
  }

  /**
   * Hands over what has come of the partitions that are followed.
   *
   * @param timeout to wait if nothing has
   */
  public void poll(Duration timeout, Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException, InterruptedException {
    ask(
        () -> {
          listener.begin(each, false);
          source.poll(timeout);
          listener.rethrow();
          return null;
        });
  }

  private static <T> T ask(Callable<T> question) throws IOException, InterruptedException {
    try {
      return question.call();
    } catch (KafkaException e) {
      throw new IOException("could not be read to the end: " + e.getMessage(), e);
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e); // nothing else is thrown
    }
  }

  @Override
  public void close() {
    source.close();
  }

  /** Passes records on, and keeps what went wrong for the caller's thread. */
  private static final class Listener implements FetchListener {
    final Set<TopicPartition> open = new HashSet<>();
    boolean moved;
    private RecordCopier copier;
    private boolean needsAll;
    private Throwable thrown;

    /**
     * @param all whether a record that is not there any more is an error
     */
    void begin(Consumer<ConsumerRecord<byte[], byte[]>> each, boolean all) {
      copier = new RecordCopier(each);
      needsAll = all;
    }

    void rethrow() {
      Throwable found = thrown;
      thrown = null;
      if (found instanceof Error error) {
        throw error;
      }
      if (found != null) {
        throw (RuntimeException) found;
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
      moved = true;
      if (thrown == null) {
        try {
          copier.onRecord(partition, offset, timestampMillis, key, value, headers);
        } catch (RuntimeException | Error e) {
          thrown = e;
        }
      }
    }

    @Override
    public void completed(TopicPartition partition) {
      moved = true;
      open.remove(partition);
    }

    @Override
    public void skipped(TopicPartition partition, long from, long to) {
      missing(partition + " has no records from offset " + from + " to " + to + " any more");
    }

    @Override
    public void truncated(TopicPartition partition, long from, long to) {
      missing(partition + " was cut at offset " + to + ", it had been read to " + from);
    }

    private void missing(String what) {
      if (needsAll) {
        note(new KafkaException(what));
      }
    }

    @Override
    public void failed(TopicPartition partition, Exception cause) {
      note(cause instanceof RuntimeException e ? e : new KafkaException(cause));
    }

    private void note(RuntimeException cause) {
      thrown = thrown == null ? cause : thrown;
    }
  }
}
