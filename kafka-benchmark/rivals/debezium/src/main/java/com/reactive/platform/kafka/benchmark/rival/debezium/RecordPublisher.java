package com.reactive.platform.kafka.benchmark.rival.debezium;

import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Writes each batch of routed rows to Kafka and waits until Kafka has all of it, as Debezium Server
 * does. On the engine's thread.
 */
final class RecordPublisher
    implements DebeziumEngine.ChangeConsumer<RecordChangeEvent<SourceRecord>> {
  private final Producer<byte[], byte[]> producer;

  RecordPublisher(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  @Override
  public void handleBatch(
      List<RecordChangeEvent<SourceRecord>> events,
      DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
      throws InterruptedException {
    List<Future<RecordMetadata>> sent = new ArrayList<>(events.size());
    for (RecordChangeEvent<SourceRecord> event : events) {
      sent.add(producer.send(record(event.record())));
    }
    producer.flush();
    for (int i = 0; i < sent.size(); i++) {
      try {
        sent.get(i).get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
      committer.markProcessed(events.get(i));
    }
    committer.markBatchFinished();
  }

  private static ProducerRecord<byte[], byte[]> record(SourceRecord routed) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(routed.topic(), null, bytes(routed.key()), bytes(routed.value()));
    for (Header header : routed.headers()) {
      record.headers().add(header.key(), bytes(header.value()));
    }
    return record;
  }

  /** The router's columns are text, or bytes if the payload is bytea. */
  private static byte[] bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    return value == null ? null : value.toString().getBytes(StandardCharsets.UTF_8);
  }
}
