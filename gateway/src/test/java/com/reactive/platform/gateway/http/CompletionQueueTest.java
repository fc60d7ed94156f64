package com.reactive.platform.gateway.http;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.CompletionQueue;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CompletionQueueTest {
  private final Ledger ledger = new Ledger();
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = group.next();

  /** Both belong to the loop. */
  private final List<Exchange> delivered = new ArrayList<>();

  private final List<Integer> drainSizes = new ArrayList<>();
  private final CompletionQueue<Exchange> completions = new CompletionQueue<>(loop, this::receive);

  @AfterEach
  void endTheLoop() throws InterruptedException {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
  }

  /** As the real receiver does: unlinks each before the next one. */
  private void receive(Exchange oldest) {
    assertThat(loop.inEventLoop()).isTrue();
    int size = 0;
    for (Exchange exchange = oldest; exchange != null; size++) {
      Exchange younger = exchange.takeNext();
      delivered.add(exchange);
      exchange = younger;
    }
    drainSizes.add(size);
  }

  @Test
  void whatIsPutWhileTheLoopIsBusyComesInOrderWithOneHop() throws Exception {
    List<Exchange> put = exchanges(100);
    CountDownLatch busy = new CountDownLatch(1);
    loop.execute(() -> awaitQuietly(busy));
    put.forEach(completions);
    busy.countDown();
    assertThat(deliveredSoFar())
        .usingElementComparator(CompletionQueueTest::byIdentity)
        .isEqualTo(put);
    assertThat(drainSizes).containsExactly(100);
  }

  /** A task that comes while thousands wait, as what a socket has does, waits for few of them. */
  @Test
  void thousandsAtOnceComeInTurnsAndInOrder() throws Exception {
    List<Exchange> put = exchanges(5_000);
    List<Integer> seenBetween = new ArrayList<>();
    CountDownLatch busy = new CountDownLatch(1);
    loop.execute(() -> awaitQuietly(busy));
    put.subList(0, 4_000).forEach(completions);
    loop.execute(() -> loop.schedule(() -> seenBetween.add(delivered.size()), 0, NANOSECONDS));
    loop.execute(() -> put.subList(4_000, 5_000).forEach(completions));
    busy.countDown();
    assertThat(delivered(5_000))
        .usingElementComparator(CompletionQueueTest::byIdentity)
        .isEqualTo(put);
    assertThat(drainSizes).allMatch(size -> size <= 512).hasSizeLessThanOrEqualTo(11);
    assertThat(seenBetween).hasSize(1).allMatch(size -> size <= 1_024);
  }

  @Test
  void whatIsPutOnTheLoopItselfIsDelivered() throws Exception {
    List<Exchange> put = exchanges(3);
    loop.submit(() -> put.forEach(completions)).sync();
    assertThat(deliveredSoFar())
        .usingElementComparator(CompletionQueueTest::byIdentity)
        .isEqualTo(put);
  }

  @Test
  void aPutAfterADrainIsDelivered() throws Exception {
    List<Exchange> put = exchanges(50);
    for (int i = 0; i < put.size(); i++) {
      completions.accept(put.get(i));
      assertThat(deliveredSoFar()).hasSize(i + 1);
    }
    assertThat(delivered).usingElementComparator(CompletionQueueTest::byIdentity).isEqualTo(put);
    assertThat(drainSizes).hasSize(50).containsOnly(1);
  }

  @Test
  void fromManyThreadsEachIsDeliveredOnceAndInItsThreadsOrder() throws Exception {
    int threadCount = 6;
    int each = 20_000;
    List<List<Exchange>> putByThread = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    for (int t = 0; t < threadCount; t++) {
      List<Exchange> put = exchanges(each);
      putByThread.add(put);
      Thread thread =
          new Thread(
              () -> {
                awaitQuietly(start);
                put.forEach(completions);
              });
      threads.add(thread);
      thread.start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    List<Exchange> all = delivered(threadCount * each);
    assertThat(all).hasSize(threadCount * each);
    Set<Exchange> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
    distinct.addAll(all);
    assertThat(distinct).hasSize(threadCount * each);
    for (List<Exchange> put : putByThread) {
      Set<Exchange> mine = Collections.newSetFromMap(new IdentityHashMap<>());
      mine.addAll(put);
      List<Exchange> inOrder = all.stream().filter(mine::contains).toList();
      for (int i = 0; i < each; i++) {
        assertThat(inOrder.get(i) == put.get(i)).as("exchange %d", i).isTrue();
      }
    }
  }

  /** A fault of the receiver's must not silence the queue for good. */
  @Test
  void aReceiverThatThrowsIsCalledAgain() throws Exception {
    List<Exchange> seen = new ArrayList<>();
    CompletionQueue<Exchange> failing =
        new CompletionQueue<>(
            loop,
            oldest -> {
              seen.add(oldest);
              throw new IllegalStateException("thrown by the test");
            });
    for (Exchange exchange : exchanges(2)) {
      failing.accept(exchange);
      loop.submit(() -> {}).sync();
    }
    assertThat(seen).hasSize(2);
  }

  /** The sink may complete events after a stop that could not wait for them. */
  @Test
  void aLoopThatHasEndedIsNoFaultOfTheSinks() throws Exception {
    endTheLoop();
    exchanges(2).forEach(completions);
    assertThat(delivered).isEmpty();
  }

  private List<Exchange> exchanges(int count) {
    List<Exchange> exchanges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      exchanges.add(
          new Exchange(
              null,
              null,
              ledger,
              RequestMetrics.NONE,
              new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/"),
              false));
    }
    return exchanges;
  }

  /** Waits until so many are there. */
  private List<Exchange> delivered(int count) throws Exception {
    while (loop.submit(delivered::size).get() < count) {
      Thread.onSpinWait();
    }
    return deliveredSoFar();
  }

  /** Waits until the loop has done everything that it was given, and hands its list over. */
  private List<Exchange> deliveredSoFar() throws InterruptedException {
    loop.submit(() -> {}).sync();
    return delivered;
  }

  private static int byIdentity(Exchange a, Exchange b) {
    return a == b ? 0 : 1;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
