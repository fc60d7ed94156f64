package com.reactive.platform.gateway.sink.spool;

import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.sink.OrderedSender;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A block on its way to the destination: outcomes come on any thread, the replay's waits. */
final class BlockInFlight {
  /** An event that Kafka will never take, and why. */
  record Refused(byte[] event, Throwable why) {}

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

  /** Receives the outcome of this event. */
  OrderedSender.Outcome outcomeOf(byte[] event) {
    return why -> {
      if (why instanceof RefusedEventException) {
        refuse(event, why.getCause());
        return;
      }
      if (why != null) {
        failure = why;
      }
      open.countDown();
    };
  }

  /** This event ends here. */
  void refuse(byte[] event, Throwable why) {
    synchronized (refused) {
      refused.add(new Refused(event, why));
    }
    open.countDown();
  }

  /** Waits until each event has its outcome; returns whether they do. */
  boolean await(long timeoutNanos) throws InterruptedException {
    return open.await(timeoutNanos, TimeUnit.NANOSECONDS);
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
