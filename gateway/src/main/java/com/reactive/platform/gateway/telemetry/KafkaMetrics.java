package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.microbatch.Batch;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/** The metrics of batches and of what becomes of records, by the semantic conventions. */
final class KafkaMetrics implements BatchMetrics {
  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");
  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
  static final AttributeKey<String> OPERATION_TYPE =
      AttributeKey.stringKey("messaging.operation.type");

  private static final AttributeKey<String> BROKER = AttributeKey.stringKey("broker");

  private static final int MAX_OUTCOMES = 1_000;

  final Histogram operations =
      Histogram.ofDurations(
          "messaging.client.operation.duration",
          "From passing a record to the Kafka client to its outcome");
  final Histogram requests =
      Histogram.ofDurations(
          "reactive.kafka.request.duration",
          "From a produce request of the native client to its response, by broker");
  final Histogram queueTimes =
      Histogram.ofDurations(
          "reactive.batch.queue.duration", "Age of a batch's oldest event when it was flushed");
  final Histogram messages =
      new Histogram(
          "reactive.batch.messages",
          "{message}",
          "Events per batch",
          1,
          1,
          2,
          4,
          8,
          16,
          32,
          64,
          128,
          256,
          512,
          1_024,
          4_096,
          16_384);
  final Histogram bytes =
      new Histogram(
          "reactive.batch.size",
          "By",
          "Bytes of events per batch",
          1,
          256,
          1_024,
          4_096,
          16_384,
          65_536,
          262_144,
          1_048_576,
          4_194_304,
          16_777_216,
          67_108_864);

  private final BucketCounts allQueueTimes = queueTimes.series(Attributes.empty());
  private final BucketCounts allMessages = messages.series(Attributes.empty());
  private final BucketCounts allBytes = bytes.series(Attributes.empty());

  /** Durations of what was written, by topic: found at once, however many topics there are. */
  private final Map<String, BucketCounts> written = new ConcurrentHashMap<>();

  private final Map<Integer, BucketCounts> requestsByBroker = new ConcurrentHashMap<>();

  /** Copied when one is added, which soon no longer happens. */
  private volatile Outcome[] outcomes = {};

  /**
   * What becomes of records of a topic.
   *
   * @param failure null if they were written
   */
  private record Outcome(String topic, Class<?> failure, BucketCounts durations) {
    boolean is(String otherTopic, Class<?> otherFailure) {
      return failure == otherFailure && topic.equals(otherTopic);
    }
  }

  @Override
  public void sending(Batch batch) {
    allQueueTimes.record(System.nanoTime() - batch.oldestNanos());
    allMessages.record(batch.size());
    allBytes.record(batch.bytes());
  }

  @Override
  public void completed(String topic, long sinceNanos, Throwable failure) {
    long durationNanos = System.nanoTime() - sinceNanos;
    BucketCounts durations = failure == null ? written.get(topic) : null;
    if (durations == null) {
      durations = durations(topic, failure == null ? null : failure.getClass());
      if (failure == null) {
        written.put(topic, durations);
      }
    }
    durations.record(durationNanos);
  }

  @Override
  public LongConsumer answers(int brokerId) {
    BucketCounts durations =
        requestsByBroker.computeIfAbsent(
            brokerId, id -> requests.series(Attributes.of(BROKER, Integer.toString(id))));
    return durations::record;
  }

  private BucketCounts durations(String topic, Class<?> kind) {
    for (Outcome outcome : outcomes) {
      if (outcome.is(topic, kind)) {
        return outcome.durations;
      }
    }
    return newOutcome(topic, kind).durations;
  }

  private synchronized Outcome newOutcome(String topic, Class<?> kind) {
    boolean full = outcomes.length >= MAX_OUTCOMES;
    String newTopic = full ? RequestAttributes.OTHER : topic;
    Class<?> newKind = full && kind != null ? Throwable.class : kind;
    for (Outcome outcome : outcomes) {
      if (outcome.is(newTopic, newKind)) {
        return outcome;
      }
    }
    AttributesBuilder attributes =
        Attributes.builder()
            .put(SYSTEM, "kafka")
            .put(DESTINATION, newTopic)
            .put(OPERATION, "send")
            .put(OPERATION_TYPE, "send");
    if (newKind != null) {
      attributes.put(RequestAttributes.ERROR_TYPE, newKind.getName());
    }
    Outcome added = new Outcome(newTopic, newKind, operations.series(attributes.build()));
    Outcome[] more = Arrays.copyOf(outcomes, outcomes.length + 1);
    more[outcomes.length] = added;
    outcomes = more;
    return added;
  }
}
