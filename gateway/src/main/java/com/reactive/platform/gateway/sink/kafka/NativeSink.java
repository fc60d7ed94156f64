package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.sink.EventSink;
import com.reactive.platform.gateway.sink.RecordMapper;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.kafka.wire.WireProducer;
import com.reactive.platform.kafka.wire.produce.AppendResult;
import com.reactive.platform.kafka.wire.produce.ProduceRecord;
import com.reactive.platform.kafka.wire.produce.TopicHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Sends the events of one event loop's batches over that loop's own connections to Kafka: each
 * event is encoded from the stripe into the request, no other thread takes part, and nothing
 * blocks. Lives on the loop.
 *
 * <p>What cannot be appended now, because the topic's partitions are not known or the budget is
 * used up, waits here in its order, for as long as {@code kafka.queue-timeout-ms} allows.
 */
final class NativeSink implements EventSink {
  private static final long LOOK_AGAIN_MILLIS = 5;

  /**
   * An event that could not be appended yet.
   *
   * @param traceparent of the record; null unless the event is traced here
   */
  private record Waiting(BatchOutcomes outcomes, int index, byte[] traceparent) {}

  private final WireProducer producer;
  private final ScheduledExecutorService loop;
  private final IntFunction<String> topics;
  private final BatchMetrics metrics;
  private final long queueTimeoutNanos;
  private final EventFrame.Cursor frame = new EventFrame.Cursor();
  private final ProduceRecord record = new ProduceRecord();
  private final RecordMapper.HeaderSlices headers = record::header;

  /** By stream. */
  private final List<TopicHandle> handles = new ArrayList<>();

  private final Map<TopicHandle, Queue<Waiting>> waiting = new HashMap<>();

  /**
   * @param topics the topic of the stream of this index
   */
  NativeSink(
      WireProducer producer,
      ScheduledExecutorService loop,
      IntFunction<String> topics,
      KafkaConfig config,
      BatchMetrics metrics) {
    this.producer = producer;
    this.loop = loop;
    this.topics = topics;
    this.metrics = metrics;
    this.queueTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(config.queueTimeoutMillis());
  }

  @Override
  public void send(Batch batch) {
    metrics.sending(batch);
    BatchOutcomes outcomes = new BatchOutcomes(batch, topics, metrics);
    int size = batch.size();
    for (int i = 0; i < size; i++) {
      try {
        appendOrAwait(outcomes, i);
      } catch (RuntimeException | OutOfMemoryError e) {
        failed(outcomes, i, e);
      }
    }
    producer.flush();
  }

  private void appendOrAwait(BatchOutcomes outcomes, int index) {
    Batch batch = outcomes.batch();
    frame.at(batch.buffer(), batch.offset(index), batch.length(index));
    TopicHandle topic = handle(frame.stream());
    byte[] traceparent = RecordMapper.startPublishing(batch, index, topic.name());
    boolean behindOthers = !waiting.isEmpty() && waiting.containsKey(topic);
    if (behindOthers || !append(topic, outcomes, index, traceparent)) {
      await(topic, new Waiting(outcomes, index, traceparent));
    }
  }

  /**
   * One event could not be appended, and nothing of it was. It must not take its batch along: what
   * was appended already gets its outcome later, and what waits is read from the stripe again.
   */
  private static void failed(BatchOutcomes outcomes, int index, Throwable thrown) {
    outcomes.notWritten(index, new IllegalStateException("cannot be sent: " + thrown, thrown));
  }

  private TopicHandle handle(int stream) {
    while (handles.size() <= stream) {
      handles.add(null);
    }
    TopicHandle handle = handles.get(stream);
    if (handle == null) {
      handle = producer.topic(topics.apply(stream));
      handles.set(stream, handle);
    }
    return handle;
  }

  /** Returns false if the event at {@link #frame} must wait. */
  private boolean append(TopicHandle topic, BatchOutcomes outcomes, int index, byte[] traceparent) {
    record.begin(System.currentTimeMillis());
    if (frame.hasKey()) {
      record.key(frame.buffer(), frame.keyOffset(), frame.keyLength());
    } else if (frame.isKeyed()) {
      record.partitionBy(frame.buffer(), frame.eventIdOffset(), frame.eventIdLength());
    }
    record.value(frame.buffer(), frame.valueOffset(), frame.valueLength());
    RecordMapper.writeHeaders(frame, traceparent, headers);
    AppendResult result = producer.append(topic, -1, record, outcomes, index);
    switch (result) {
      case APPENDED -> {
        return true;
      }
      case TOO_LARGE -> {
        outcomes.notWritten(
            index, new RecordTooLargeException("the event is larger than a request may be"));
        return true;
      }
      case CLOSED -> {
        outcomes.notWritten(index, new IllegalStateException("the producer is closed"));
        return true;
      }
      default -> {
        return false;
      }
    }
  }

  private void await(TopicHandle topic, Waiting event) {
    if (waiting.isEmpty()) {
      loop.schedule(this::appendWaiting, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
    waiting.computeIfAbsent(topic, unused -> new ArrayDeque<>()).add(event);
  }

  private void appendWaiting() {
    long now = System.nanoTime();
    Iterator<Map.Entry<TopicHandle, Queue<Waiting>>> topicsWaiting = waiting.entrySet().iterator();
    while (topicsWaiting.hasNext()) {
      Map.Entry<TopicHandle, Queue<Waiting>> each = topicsWaiting.next();
      appendOldest(each.getKey(), each.getValue(), now);
      if (each.getValue().isEmpty()) {
        topicsWaiting.remove();
      }
    }
    producer.flush();
    if (!waiting.isEmpty()) {
      loop.schedule(this::appendWaiting, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void appendOldest(TopicHandle topic, Queue<Waiting> queue, long nowNanos) {
    for (Waiting next = queue.peek(); next != null; next = queue.peek()) {
      if (!appendOrGiveUp(topic, next, nowNanos)) {
        return;
      }
      queue.remove();
    }
  }

  /** Returns false if the event must go on waiting. */
  private boolean appendOrGiveUp(TopicHandle topic, Waiting event, long nowNanos) {
    Batch batch = event.outcomes.batch();
    if (nowNanos - batch.oldestNanos() > queueTimeoutNanos) {
      event.outcomes.notWritten(event.index, RecordSender.waitedTooLong());
      return true;
    }
    try {
      frame.at(batch.buffer(), batch.offset(event.index), batch.length(event.index));
      return append(topic, event.outcomes, event.index, event.traceparent);
    } catch (RuntimeException | OutOfMemoryError e) {
      failed(event.outcomes, event.index, e);
      return true;
    }
  }
}
