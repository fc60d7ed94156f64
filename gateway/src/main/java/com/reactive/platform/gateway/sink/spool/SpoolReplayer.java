package com.reactive.platform.gateway.sink.spool;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.sink.kafka.KafkaSink;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Hands what is in a spool to Kafka, in its order, on a thread of its own.
 *
 * <p>It has a producer to itself, which never gives a record up: so several blocks may be under way
 * at once, and the client's own sequence numbers keep the order. If a record fails all the same,
 * that producer is thrown away and everything from the oldest block without an outcome is sent
 * again, one event after the other until a block has passed: this finds the one event that Kafka
 * refuses and that took its neighbours with it.
 */
final class SpoolReplayer implements Closeable {
  private static final int WINDOW_BLOCKS = 64;
  static final long WINDOW_BYTES = 4 << 20;
  private static final long POLL_MILLIS = 100;
  private static final long IDLE_MILLIS = 1_000;
  private static final long BACK_OFF_MILLIS = 1_000;
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(2);

  private final Spool spool;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final BooleanSupplier mayStart;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /** The replay's own. */
  private final Deque<BlockInFlight> window = new ArrayDeque<>();

  private long windowBytes;
  private boolean careful;

  /**
   * @param producers makes one that never gives up; it is closed here
   * @param mayStart whether Kafka is there, and nothing is under way that a replay could overtake
   */
  SpoolReplayer(
      Spool spool, Supplier<Producer<byte[], byte[]>> producers, BooleanSupplier mayStart) {
    this.spool = spool;
    this.producers = producers;
    this.mayStart = mayStart;
    this.thread = new Thread(this::run, "spool-" + spool.topic());
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closed()) {
        if (!spool.awaitEvents(IDLE_MILLIS)) {
          continue;
        }
        if (!mayStart.getAsBoolean()) {
          pause(POLL_MILLIS);
        } else if (!replay()) {
          pause(BACK_OFF_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether all went well. */
  private boolean replay() throws InterruptedException {
    window.clear();
    windowBytes = 0;
    Producer<byte[], byte[]> producer = null;
    boolean well = false;
    try (SpoolReader reader = spool.reader()) {
      producer = producers.get();
      well = replay(reader, producer);
    } catch (IOException | RuntimeException e) {
      spool.complain("The spool of " + spool.topic() + " is not replayed now: " + e);
    } finally {
      careful |= !well;
      if (producer != null) {
        // What is left in it is sent anew, so it must not come out of this one any more.
        close(producer, well ? LAST_ANSWERS : Duration.ZERO);
      }
    }
    return well;
  }

  private void close(Producer<byte[], byte[]> producer, Duration timeout) {
    try {
      producer.close(timeout);
    } catch (RuntimeException e) {
      spool.complain("A client of the spool of " + spool.topic() + " cannot be closed: " + e);
    }
  }

  private boolean replay(SpoolReader reader, Producer<byte[], byte[]> producer)
      throws IOException, InterruptedException {
    while (!closed()) {
      Block block = hasRoom() ? reader.next() : null;
      if (block != null && window.isEmpty() && !mayStart.getAsBoolean()) {
        // The spool may have been empty before this block, and others gone to Kafka directly.
        return true;
      }
      if (block != null) {
        send(block, producer);
      } else if (window.isEmpty()) {
        return true;
      } else {
        boolean ended = window.peek().await(POLL_MILLIS);
        // A failure is enough to begin again: not all of the block may have been sent.
        if ((ended || window.peek().failure() != null) && !finish(window.remove())) {
          return false;
        }
      }
    }
    return drain();
  }

  private boolean hasRoom() {
    return window.isEmpty()
        || (!careful && window.size() < WINDOW_BLOCKS && windowBytes < WINDOW_BYTES);
  }

  /** At the end: what Kafka acknowledges in time need not be sent again at the next start. */
  private boolean drain() throws InterruptedException {
    long endNanos = System.nanoTime() + LAST_ANSWERS.toNanos();
    while (!window.isEmpty()) {
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
      if (!window.peek().await(Math.max(0, leftMillis)) || !finish(window.remove())) {
        return false;
      }
    }
    return true;
  }

  private void send(Block block, Producer<byte[], byte[]> producer) throws InterruptedException {
    BlockInFlight sent = new BlockInFlight(block);
    window.add(sent);
    windowBytes += block.bytes();
    for (byte[] event : block.events()) {
      send(event, sent, producer);
      if (careful) {
        producer.flush();
        if (sent.failure() != null) {
          return;
        }
      }
    }
  }

  /** Until the client takes it, or this is the end. */
  private void send(byte[] event, BlockInFlight sent, Producer<byte[], byte[]> producer)
      throws InterruptedException {
    Callback callback = sent.of(event);
    ProducerRecord<byte[], byte[]> record;
    try {
      EventFrame.Parts parts = EventFrame.read(event, 0, event.length);
      record = KafkaSink.record(spool.topic(), parts, parts.traceparent());
    } catch (RuntimeException e) {
      sent.refuse(event, e);
      return;
    }
    while (true) {
      HandedOver told = new HandedOver(callback);
      try {
        producer.send(record, told);
      } catch (TimeoutException e) {
        told.inline = e;
      }
      told.inSend = false;
      if (!(told.inline instanceof TimeoutException)) {
        if (told.inline != null) {
          callback.onCompletion(null, told.inline);
        }
        return;
      }
      if (closed()) {
        callback.onCompletion(null, told.inline);
        return;
      }
      pause(POLL_MILLIS);
    }
  }

  /** Keeps apart what the client says inside {@code send()}: then it has not taken the record. */
  private static final class HandedOver implements Callback {
    private final Callback callback;
    private final Thread sender = Thread.currentThread();
    private boolean inSend = true;
    private Exception inline;

    HandedOver(Callback callback) {
      this.callback = callback;
    }

    @Override
    public void onCompletion(
        org.apache.kafka.clients.producer.RecordMetadata metadata, Exception failure) {
      if (failure != null && Thread.currentThread() == sender && inSend) {
        inline = failure;
      } else {
        callback.onCompletion(metadata, failure);
      }
    }
  }

  /** Returns whether the block is done with. */
  private boolean finish(BlockInFlight sent) {
    if (sent.failure() != null) {
      if (!closed()) {
        spool.complain("Replaying to " + spool.topic() + " begins again: " + sent.failure());
      }
      return false;
    }
    try {
      for (BlockInFlight.Refused refused : sent.refused()) {
        spool.refuse(refused.event(), refused.why().toString());
      }
    } catch (IOException e) {
      spool.complain("What Kafka refuses cannot be kept, so it is sent again: " + e);
      return false;
    }
    windowBytes -= sent.block().bytes();
    careful = false;
    spool.replayed(sent.block(), sent.block().events().size() - sent.refused().size());
    return true;
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  private void pause(long millis) throws InterruptedException {
    closing.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Comes to its end soon; returns at once. */
  void stop() {
    closing.countDown();
  }

  /** What is left stays in the spool. Blocks for some seconds at most. */
  @Override
  public void close() {
    stop();
    try {
      thread.join(LAST_ANSWERS.multipliedBy(2).toMillis());
      thread.interrupt();
      thread.join(LAST_ANSWERS.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
