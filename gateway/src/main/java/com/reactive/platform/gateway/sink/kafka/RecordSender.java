package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.microbatch.Batch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Hands records to the client for as long as they may wait: while Kafka is away they are kept, and
 * what the client cannot take for want of metadata or memory is tried again.
 *
 * <p>The bound is the age of the batch's oldest event: the answer's deadline rests on the sum of
 * the timeouts, of which this is one.
 */
final class RecordSender {
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final ProducerHandle handle;
  private final long queueTimeoutNanos;

  RecordSender(ProducerHandle handle, KafkaConfig config) {
    this.handle = handle;
    this.queueTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(config.queueTimeoutMillis());
  }

  /** Blocks while Kafka is away, but not beyond the batch's time. For the dispatcher. */
  SendAttempt awaitReachable(Batch batch) {
    while (handle.away() && mayWait(batch)) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    return newAttempt();
  }

  /** For what was refused and is sent anew. From any thread. */
  SendAttempt newAttempt() {
    return SendAttempt.now(handle);
  }

  /**
   * Hands one record of the batch over, and tells its callback if the client does not take it.
   * Blocks while that lacks metadata or memory, but not beyond the batch's time. From any thread.
   */
  void send(Batch batch, ProducerRecord<byte[], byte[]> record, ProducerCallback ack) {
    Exception failure;
    do {
      Producer<byte[], byte[]> producer = handle.producer();
      failure = ack.send(producer, record);
      if (failure != null && ProducerErrors.endsTheProducer(failure)) {
        handle.broken(producer);
        LockSupport.parkNanos(LOOK_AGAIN_NANOS); // its successor is on the way
      }
    } while (failure != null && ProducerErrors.isPassing(failure) && mayWait(batch));
    if (failure != null && ProducerErrors.beforeTheBuffer(failure)) {
      ack.notWritten(failure);
    } else if (failure != null) {
      ack.unknown(failure);
    }
  }

  /** Whether the batch's oldest event has waited its time: then nothing of it is sent any more. */
  boolean expired(Batch batch) {
    return System.nanoTime() - batch.oldestNanos() > queueTimeoutNanos;
  }

  static TimeoutException waitedTooLong() {
    return new TimeoutException("timed out waiting to be sent");
  }

  private boolean mayWait(Batch batch) {
    return !expired(batch) && !Thread.currentThread().isInterrupted();
  }
}
