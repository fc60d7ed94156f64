package com.reactive.platform.gateway.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Sends the events of a batch together, one record for each stream, or more if they would not fit
 * into one. All events of a record share its outcome and its place.
 *
 * <pre>
 * record value: one entry after the other
 * entry: u16 event id length | event id, ASCII | u32 value length | value in the stream's framing
 * headers: content-type application/vnd.reactive.packed, event-count (decimal)
 * </pre>
 *
 * Big-endian. The record has no key. For failures the rules of {@link KafkaSink} hold.
 */
public final class PackedSink implements BatchSender {
  /** The content type of a packed record. */
  public static final String PACKED = "application/vnd.reactive.packed";

  /** What a record has besides its value; generous. */
  private static final int RECORD_OVERHEAD_BYTES = 1_024;

  private static final Header CONTENT_TYPE =
      new RecordHeader("content-type", PACKED.getBytes(StandardCharsets.US_ASCII));

  private final Supplier<Producer<byte[], byte[]>> producers;
  private final IntFunction<String> topics;
  private final long queueTimeoutNanos;
  private final int maxValueBytes;
  private final BatchMetrics metrics;

  /** As for {@link KafkaSink}. */
  public PackedSink(
      Supplier<Producer<byte[], byte[]>> producers,
      IntFunction<String> topics,
      KafkaConfig config,
      BatchMetrics metrics) {
    this.producers = producers;
    this.topics = topics;
    this.queueTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(config.queueTimeoutMillis());
    this.maxValueBytes = config.maxRequestBytes() - RECORD_OVERHEAD_BYTES;
    this.metrics = metrics;
  }

  /** What becomes one record. */
  private static final class Pack {
    final ByteArrayOutputStream value = new ByteArrayOutputStream();
    final List<Integer> indexes = new ArrayList<>();
  }

  @Override
  public void send(Batch batch) {
    metrics.sending(batch);
    Map<Integer, Pack> open = new LinkedHashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      EventFrame.Parts event = EventFrame.read(batch.buffer(), batch.offset(i), batch.length(i));
      int entryBytes = 6 + event.eventId().length + event.value().length;
      Pack pack = open.computeIfAbsent(event.stream(), stream -> new Pack());
      if (pack.value.size() > 0 && pack.value.size() + entryBytes > maxValueBytes) {
        send(batch, topics.apply(event.stream()), pack);
        pack = new Pack();
        open.put(event.stream(), pack);
      }
      pack.value.writeBytes(
          ByteBuffer.allocate(entryBytes)
              .putShort((short) event.eventId().length)
              .put(event.eventId())
              .putInt(event.value().length)
              .put(event.value())
              .array());
      pack.indexes.add(i);
    }
    open.forEach((stream, pack) -> send(batch, topics.apply(stream), pack));
  }

  private void send(Batch batch, String topic, Pack pack) {
    if (expired(batch)) {
      notWritten(batch, pack, new TimeoutException("waited too long to be sent"));
      return;
    }
    String count = Integer.toString(pack.indexes.size());
    List<Header> headers =
        List.of(
            CONTENT_TYPE,
            new RecordHeader("event-count", count.getBytes(StandardCharsets.US_ASCII)));
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, null, null, pack.value.toByteArray(), headers);
    Producer<byte[], byte[]> producer = producers.get();
    for (int index : pack.indexes) {
      KafkaSink.publishing(batch, index, topic);
    }
    Exception failure;
    do {
      RecordAck ack = new PackAck(batch, pack.indexes, topic, metrics);
      failure = ack.hand(producer, record);
    } while (failure instanceof TimeoutException && !expired(batch) && !interrupted());
    notWritten(batch, pack, failure);
  }

  /** All events of a record that did not enter the client's buffer; none if there is no failure. */
  private static void notWritten(Batch batch, Pack pack, Exception failure) {
    if (failure != null) {
      for (int index : pack.indexes) {
        batch.notWritten(index, failure);
      }
    }
  }

  /** As in {@link KafkaSink}: then nothing of the batch is sent any more. */
  private boolean expired(Batch batch) {
    return System.nanoTime() - batch.oldestNanos() > queueTimeoutNanos;
  }

  private static boolean interrupted() {
    return Thread.currentThread().isInterrupted();
  }

  /** Tells the batch of all events of one record. */
  private static final class PackAck extends RecordAck {
    private final Batch batch;
    private final List<Integer> indexes;

    PackAck(Batch batch, List<Integer> indexes, String topic, BatchMetrics metrics) {
      super(topic, metrics, System.nanoTime());
      this.batch = batch;
      this.indexes = indexes;
    }

    @Override
    void acked(int partition, long offset) {
      indexes.forEach(index -> batch.acked(index, partition, offset));
    }

    @Override
    void notWritten(Exception failure) {
      indexes.forEach(index -> batch.notWritten(index, failure));
    }

    @Override
    void unknown(Exception failure) {
      indexes.forEach(index -> batch.unknown(index, failure));
    }
  }
}
