package com.reactive.platform.kafka.benchmark.loop;

import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatchSender;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the connections of one event loop busy, a request in flight on each, and is the sink of the
 * loop's events: it acknowledges them at once, on the loop. So the whole path from request to
 * response is the loop's own work; the only other thread is the dispatcher that forms batches.
 *
 * <p>For the loop's thread unless a method says otherwise.
 */
final class LoopDriver implements MemoryChannel.Responses, BatchSender {
  private static final long TIMEOUT_SECONDS = 60;
  private static final int STATUS_FROM = "HTTP/1.1 ".length();

  private final MemoryRequests requests;
  private final int status;
  private final ArrayDeque<MemoryChannel> ready = new ArrayDeque<>();
  private final Runnable feed = this::feed;
  private volatile EventLoop loop;
  private boolean feeding;
  private int toSend;
  private int openRequests;
  private long offset;
  private CountDownLatch done;
  private volatile String fault;

  /**
   * @param requests to be sent in turn
   * @param status that every response must have
   */
  LoopDriver(byte[][] requests, int status) {
    this.requests = new MemoryRequests(requests);
    this.status = status;
  }

  /** Any thread, before the first run: this connection, registered, is one of those to be used. */
  void add(MemoryChannel channel) throws InterruptedException {
    loop = channel.eventLoop();
    loop.submit(() -> ready.add(channel)).await();
  }

  /**
   * Any thread but the loop's: begins to send so many requests.
   *
   * @param latch counted down after the last response
   */
  void start(int events, CountDownLatch latch) {
    loop.execute(
        () -> {
          done = latch;
          toSend = events;
          openRequests = events;
          feed();
        });
  }

  /**
   * Waits for what was started.
   *
   * @throws IllegalStateException if a response was wrong, or did not come
   */
  static void await(CountDownLatch latch, LoopDriver... drivers) throws InterruptedException {
    boolean complete = latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    for (LoopDriver driver : drivers) {
      if (driver.fault != null) {
        throw new IllegalStateException(driver.fault);
      }
    }
    if (!complete) {
      throw new IllegalStateException("a response is missing after " + TIMEOUT_SECONDS + " s");
    }
  }

  private void feed() {
    feeding = false;
    while (toSend > 0 && !ready.isEmpty()) {
      toSend--;
      ready.poll().receive(requests.next());
    }
  }

  @Override
  public void responded(MemoryChannel channel, ByteBuf firstBytes) {
    if (!hasStatus(firstBytes) && fault == null) {
      fault = "expected " + status + ", not: " + MemoryChannel.firstLine(firstBytes);
    }
    ready.add(channel);
    openRequests--;
    if (openRequests == 0) {
      done.countDown();
    } else if (toSend > 0 && !feeding) {
      feeding = true;
      loop.execute(feed); // not here: the loop is in the midst of other responses
    }
  }

  private boolean hasStatus(ByteBuf response) {
    int at = response.readerIndex() + STATUS_FROM;
    return response.readableBytes() > STATUS_FROM + 2
        && response.getByte(at) == '0' + status / 100
        && response.getByte(at + 1) == '0' + status / 10 % 10
        && response.getByte(at + 2) == '0' + status % 10;
  }

  /** By the dispatcher. */
  @Override
  public void send(Batch batch) {
    loop.execute(() -> acknowledge(batch));
  }

  private void acknowledge(Batch batch) {
    int size = batch.size(); // after the last message the batch is no longer ours
    for (int i = 0; i < size; i++) {
      batch.acked(i, 0, offset++);
    }
  }
}
