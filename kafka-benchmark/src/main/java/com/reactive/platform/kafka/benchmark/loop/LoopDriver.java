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
 * loop's events: it acknowledges them at once, on the loop, so that the whole way from request to
 * answer is the loop's own work, and no other thread's but for the dispatcher that takes batches.
 *
 * <p>Belongs to the loop's thread but for what says otherwise.
 */
final class LoopDriver implements MemoryChannel.Answers, BatchSender {
  private static final long TIMEOUT_SECONDS = 60;
  private static final int STATUS_FROM = "HTTP/1.1 ".length();

  private final byte[][] requests;
  private final int status;
  private final ArrayDeque<MemoryChannel> ready = new ArrayDeque<>();
  private final Runnable feed = this::feed;
  private volatile EventLoop loop;
  private boolean feeding;
  private int next;
  private int toSend;
  private int toAnswer;
  private long offset;
  private CountDownLatch done;
  private volatile String fault;

  /**
   * @param requests are sent in turn
   * @param status the one that every answer must have
   */
  LoopDriver(byte[][] requests, int status) {
    this.requests = requests.clone();
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
   * @param latch counted down when all are answered
   */
  void start(int events, CountDownLatch latch) {
    loop.execute(
        () -> {
          done = latch;
          toSend = events;
          toAnswer = events;
          feed();
        });
  }

  /**
   * Waits for what was started.
   *
   * @throws IllegalStateException if an answer was wrong, or did not come
   */
  static void await(CountDownLatch latch, LoopDriver... drivers) throws InterruptedException {
    boolean answered = latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    for (LoopDriver driver : drivers) {
      if (driver.fault != null) {
        throw new IllegalStateException(driver.fault);
      }
    }
    if (!answered) {
      throw new IllegalStateException("not all was answered within " + TIMEOUT_SECONDS + " s");
    }
  }

  private void feed() {
    feeding = false;
    while (toSend > 0 && !ready.isEmpty()) {
      toSend--;
      byte[] request = requests[next];
      next = next + 1 == requests.length ? 0 : next + 1;
      ready.poll().receive(request);
    }
  }

  @Override
  public void answered(MemoryChannel channel, ByteBuf firstBytes) {
    if (!hasStatus(firstBytes) && fault == null) {
      fault = "not answered " + status + " but: " + MemoryChannel.shown(firstBytes);
    }
    ready.add(channel);
    toAnswer--;
    if (toAnswer == 0) {
      done.countDown();
    } else if (toSend > 0 && !feeding) {
      feeding = true;
      loop.execute(feed); // not here: the loop is in the midst of other answers
    }
  }

  private boolean hasStatus(ByteBuf answer) {
    int at = answer.readerIndex() + STATUS_FROM;
    return answer.readableBytes() > STATUS_FROM + 2
        && answer.getByte(at) == '0' + status / 100
        && answer.getByte(at + 1) == '0' + status / 10 % 10
        && answer.getByte(at + 2) == '0' + status % 10;
  }

  /** The dispatcher's. */
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
