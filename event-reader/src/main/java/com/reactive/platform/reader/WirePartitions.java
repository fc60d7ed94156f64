package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.PolledReader;
import com.reactive.platform.kafka.wire.WireConfig;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.protocol.Errors;

/** Partitions, read by the native reader. */
final class WirePartitions implements PartitionSource {
  private static final Duration SLICE = Duration.ofMillis(100);

  private final PolledReader reader;
  private final long timeoutNanos;

  /**
   * @param properties of a Kafka consumer
   */
  WirePartitions(
      Map<String, ?> properties, FetchOptions options, Duration timeout, FetchListener listener) {
    timeoutNanos = timeout.toNanos();
    Map<String, Object> wire = new HashMap<>(properties);
    // A producer's, which would have to be longer than a request may take.
    wire.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    reader = PolledReader.open(WireConfig.of(wire).withoutTopicCreation(), options, listener);
  }

  @Override
  public List<TopicPartition> partitions(String topic) throws InterruptedException {
    reader.refresh(topic);
    return await("the topic " + topic, () -> partitions(topic, reader.view().topics().get(topic)));
  }

  /** Null if they are not known yet. */
  private static List<TopicPartition> partitions(String name, ClusterView.Topic topic) {
    if (topic == null) {
      return null;
    }
    Errors error = topic.error();
    if (error == Errors.NONE) {
      return IntStream.range(0, topic.partitions().size())
          .mapToObj(index -> new TopicPartition(name, index))
          .toList();
    }
    if (error == Errors.UNKNOWN_TOPIC_OR_PARTITION) {
      return List.of();
    }
    if (error.exception() instanceof RetriableException) {
      return null;
    }
    throw error.exception("the topic " + name + ": " + error.message());
  }

  @Override
  public Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, long timestamp)
      throws InterruptedException {
    CompletableFuture<Map<TopicPartition, Long>> answer = reader.offsets(partitions, timestamp);
    await("offsets", () -> answer.isDone() ? answer : null);
    if (answer.isCompletedExceptionally()) {
      Throwable cause = answer.handle((found, failure) -> failure).join();
      throw cause instanceof KafkaException kafkas ? kafkas : new KafkaException(cause);
    }
    return answer.join();
  }

  /** Polls until there is an answer; what is read meanwhile goes to the listener as ever. */
  private <T> T await(String what, Supplier<T> question) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNanos;
    T answer = question.get();
    while (answer == null) {
      Exception problem = reader.problem().orElse(null);
      if (problem instanceof AuthenticationException refused) {
        throw refused;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException("no answer when asked for " + what, problem);
      }
      reader.poll(SLICE);
      answer = question.get();
    }
    return answer;
  }

  @Override
  public void fetch(TopicPartition partition, long from, long to) {
    reader.fetch(partition, from, to);
  }

  @Override
  public void stop(TopicPartition partition) {
    reader.stop(partition);
  }

  @Override
  public void poll(Duration timeout) throws InterruptedException {
    reader.poll(timeout);
  }

  @Override
  public void wakeup() {
    reader.wakeup();
  }

  @Override
  public void close() {
    reader.close();
  }
}
