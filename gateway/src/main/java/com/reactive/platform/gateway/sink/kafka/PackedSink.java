package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.sink.EventSink;
import com.reactive.platform.gateway.sink.PackedEntries;
import com.reactive.platform.gateway.sink.RecordMapper;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.reader.EventHeaders;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Sends the events of a batch together, one record for each stream, or more if they would not fit
 * into one: {@link PackedEntries}. All events of a record share its outcome and its place.
 *
 * <p>For failures the rules of {@link KafkaSink} hold.
 */
public final class PackedSink implements EventSink {
  /** What a record has besides its value; generous. */
  private static final int RECORD_OVERHEAD_BYTES = 1_024;

  private static final Header CONTENT_TYPE =
      new RecordHeader(
          RecordMapper.CONTENT_TYPE,
          PackedEntries.CONTENT_TYPE.getBytes(StandardCharsets.US_ASCII));

  private final IntFunction<String> topics;
  private final int maxValueBytes;
  private final BatchMetrics metrics;
  private final RecordSender sender;
  private final IndividualRetrier retrier;

  /** As for {@link KafkaSink}. */
  public PackedSink(
      ProducerHandle handle, IntFunction<String> topics, KafkaConfig config, BatchMetrics metrics) {
    this.topics = topics;
    this.maxValueBytes = config.maxRequestBytes() - RECORD_OVERHEAD_BYTES;
    this.metrics = metrics;
    this.sender = new RecordSender(handle, config);
    this.retrier = new IndividualRetrier(sender);
  }

  /** What becomes one record. */
  private static final class Pack {
    final ByteArrayOutputStream value = new ByteArrayOutputStream();
    final List<Integer> indexes = new ArrayList<>();

    ProducerRecord<byte[], byte[]> record(String topic) {
      String count = Integer.toString(indexes.size());
      List<Header> headers =
          List.of(
              CONTENT_TYPE,
              new RecordHeader(
                  EventHeaders.EVENT_COUNT, count.getBytes(StandardCharsets.US_ASCII)));
      return new ProducerRecord<>(topic, null, null, null, value.toByteArray(), headers);
    }
  }

  @Override
  public void send(Batch batch) {
    metrics.sending(batch);
    SendAttempt attempt = sender.awaitReachable(batch);
    Map<Integer, Pack> open = new LinkedHashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      EventFrame.Parts event = RecordMapper.read(batch, i);
      int entryBytes = PackedEntries.length(event);
      Pack pack = open.computeIfAbsent(event.stream(), stream -> new Pack());
      if (pack.value.size() > 0 && pack.value.size() + entryBytes > maxValueBytes) {
        send(batch, topics.apply(event.stream()), pack, attempt);
        pack = new Pack();
        open.put(event.stream(), pack);
      }
      pack.value.writeBytes(PackedEntries.entry(event));
      pack.indexes.add(i);
    }
    open.forEach((stream, pack) -> send(batch, topics.apply(stream), pack, attempt));
  }

  private void send(Batch batch, String topic, Pack pack, SendAttempt attempt) {
    PackAck ack = new PackAck(batch, topic, pack, attempt, () -> {});
    if (sender.expired(batch)) {
      ack.notWritten(RecordSender.waitedTooLong());
      return;
    }
    for (int index : pack.indexes) {
      RecordMapper.startPublishing(batch, index, topic);
    }
    sender.send(batch, pack.record(topic), ack);
  }

  /** Tells the batch of all events of one record. */
  private final class PackAck extends ProducerCallback {
    private final Batch batch;
    private final String topic;
    private final Pack pack;
    private final Runnable known;

    /**
     * @param known run when the events have their outcome, or will get it otherwise
     */
    PackAck(Batch batch, String topic, Pack pack, SendAttempt attempt, Runnable known) {
      super(topic, metrics, attempt);
      this.batch = batch;
      this.topic = topic;
      this.pack = pack;
      this.known = known;
    }

    @Override
    void acked(int partition, long offset) {
      pack.indexes.forEach(index -> batch.acked(index, partition, offset));
      known.run();
    }

    @Override
    void notWritten(Exception failure) {
      pack.indexes.forEach(index -> batch.notWritten(index, failure));
      known.run();
    }

    @Override
    void unknown(Exception failure) {
      pack.indexes.forEach(index -> unsettled(batch, index, failure));
      known.run();
    }

    @Override
    void failedWithBatch(Exception failure) {
      retrier.send(
          batch,
          pack.record(topic),
          done -> new PackAck(batch, topic, pack, sender.newAttempt(), done));
      known.run();
    }
  }
}
