package com.reactive.platform.gateway.sink.spool;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.sink.OrderedSender;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

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
  private final Supplier<OrderedSender> senders;
  private final BooleanSupplier mayStart;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /** The replay's own. */
  private final Deque<BlockInFlight> window = new ArrayDeque<>();

  private long windowBytes;
  private boolean careful;

  /**
   * @param senders opens one that never gives up; it is closed here
   * @param mayStart whether Kafka is there, and nothing is under way that a replay could overtake
   */
  SpoolReplayer(Spool spool, Supplier<OrderedSender> senders, BooleanSupplier mayStart) {
    this.spool = spool;
    this.senders = senders;
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
    OrderedSender sender = null;
    boolean well = false;
    try (SpoolReader reader = spool.reader()) {
      sender = senders.get();
      well = replay(reader, sender);
    } catch (IOException | RuntimeException e) {
      spool.complain("Replay of the spool of " + spool.topic() + " failed for now: " + e);
    } finally {
      careful |= !well;
      if (sender != null) {
        // What is left in it is sent anew, so it must not come out of this one any more.
        close(sender, well ? LAST_ANSWERS : Duration.ZERO);
      }
    }
    return well;
  }

  private void close(OrderedSender sender, Duration timeout) {
    try {
      sender.close(timeout);
    } catch (RuntimeException e) {
      spool.complain("Cannot close a Kafka client of the spool of " + spool.topic() + ": " + e);
    }
  }

  private boolean replay(SpoolReader reader, OrderedSender sender)
      throws IOException, InterruptedException {
    while (!closed()) {
      Block block = hasRoom() ? reader.next() : null;
      if (block != null && window.isEmpty() && !mayStart.getAsBoolean()) {
        // The spool may have been empty before this block, and others gone to Kafka directly.
        return true;
      }
      if (block != null) {
        send(block, sender);
      } else if (window.isEmpty()) {
        return true;
      } else {
        boolean ended = window.peek().await(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
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
      if (!window.peek().await(endNanos - System.nanoTime()) || !finish(window.remove())) {
        return false;
      }
    }
    return true;
  }

  private void send(Block block, OrderedSender sender) throws InterruptedException {
    BlockInFlight sent = new BlockInFlight(block);
    window.add(sent);
    windowBytes += block.bytes();
    for (byte[] event : block.events()) {
      send(event, sent, sender);
      if (careful) {
        sender.flush();
        if (sent.failure() != null) {
          return;
        }
      }
    }
  }

  /** Until the sender takes it, or this is the end. */
  private void send(byte[] event, BlockInFlight sent, OrderedSender sender)
      throws InterruptedException {
    EventFrame.Parts parts;
    try {
      parts = EventFrame.read(event, 0, event.length);
    } catch (RuntimeException e) {
      sent.refuse(event, e);
      return;
    }
    OrderedSender.Outcome outcome = sent.outcomeOf(event);
    while (!sender.send(spool.topic(), parts, outcome)) {
      if (closed()) {
        outcome.completed(new IOException("closed before the event was taken"));
        return;
      }
      pause(POLL_MILLIS);
    }
  }

  /** Returns whether the block is done with. */
  private boolean finish(BlockInFlight sent) {
    if (sent.failure() != null) {
      if (!closed()) {
        spool.complain("Restarting the replay to " + spool.topic() + ": " + sent.failure());
      }
      return false;
    }
    try {
      for (BlockInFlight.Refused refused : sent.refused()) {
        spool.refuse(refused.event(), refused.why().toString());
      }
    } catch (IOException e) {
      spool.complain("Cannot keep an event that Kafka rejected, so it is sent again: " + e);
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
