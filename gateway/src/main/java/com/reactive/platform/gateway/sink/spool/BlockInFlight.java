package com.reactive.platform.gateway.sink.spool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** A block on its way to Kafka. Told by the client's threads, waited for by the replay's. */
final class BlockInFlight {
  /** An event that Kafka will never take, and why. */
  record Refused(byte[] event, Exception why) {}

  private final Block block;
  private final CountDownLatch open;
  private final List<Refused> refused = new ArrayList<>();
  private volatile Exception failure;

  BlockInFlight(Block block) {
    this.block = block;
    this.open = new CountDownLatch(block.events().size());
  }

  Block block() {
    return block;
  }

  /** To be told what became of this event; once. */
  Callback of(byte[] event) {
    return (RecordMetadata metadata, Exception why) -> {
      if (why != null && isFor(why)) {
        refuse(event, why);
        return;
      }
      if (why != null) {
        failure = why;
      }
      open.countDown();
    };
  }

  /** Whether it is the record that is at fault: sending it again ends the same way. */
  private static boolean isFor(Exception why) {
    return why instanceof RecordTooLargeException || why instanceof InvalidRecordException;
  }

  /** This event ends here. */
  void refuse(byte[] event, Exception why) {
    synchronized (refused) {
      refused.add(new Refused(event, why));
    }
    open.countDown();
  }

  /** Waits until each event has its outcome; returns whether they do. */
  boolean await(long timeoutMillis) throws InterruptedException {
    return open.await(timeoutMillis, TimeUnit.MILLISECONDS);
  }

  /** Why some event has to be sent again; null if none has. */
  Exception failure() {
    return failure;
  }

  List<Refused> refused() {
    synchronized (refused) {
      return List.copyOf(refused);
    }
  }
}
