package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.microbatch.Batch;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends records again that Kafka refused only because of another one beside them: one after the
 * other, each when the one before has its outcome, so that they do not share a batch again. Their
 * order among others of the same key is lost by that.
 *
 * <p>A thread of its own does it, because the client's may not wait. What queues up for it is
 * bounded by the batcher, which holds the events until they have an outcome.
 */
final class IndividualRetrier {
  private final RecordSender sender;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          10,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          task -> {
            Thread made = new Thread(task, "kafka-solo");
            made.setDaemon(true);
            return made;
          });

  IndividualRetrier(RecordSender sender) {
    this.sender = sender;
    thread.allowCoreThreadTimeOut(true);
  }

  /**
   * Has this record sent by itself, if its batch's time is not over. Never blocks.
   *
   * @param again makes the callback, which runs what it is given when it has the outcome
   */
  void send(
      Batch batch,
      ProducerRecord<byte[], byte[]> record,
      Function<Runnable, ProducerCallback> again) {
    thread.execute(
        () -> {
          CountDownLatch known = new CountDownLatch(1);
          ProducerCallback ack = again.apply(known::countDown);
          if (sender.expired(batch)) {
            ack.notWritten(RecordSender.waitedTooLong());
            return;
          }
          sender.send(batch, record, ack);
          try {
            known.await(); // the client tells an outcome of everything it takes
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
