package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AncestorBatcherTest {
  private static final int STRIPE_MESSAGES = (32 << 20) / Messages.BYTES;

  @Test
  void whatIsFlushedWhileNobodyWritesArrives() {
    MessageReader reader = new MessageReader(1);
    Feed feed;
    try (AncestorBatcher batcher = new AncestorBatcher(reader::readPacked)) {
      feed = Feed.stamped(0, message -> batcher.submit(message, message.length));
      for (int i = 0; i < 100; i++) {
        assertThat(feed.offer()).isTrue();
        batcher.flush();
      }
    }
    reader.requireExactly(100);
  }

  @Test
  void whatComesWhileTheSinkIsBusyWaitsForTheNextFlush() throws InterruptedException {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    MessageReader reader = new MessageReader(1);
    AncestorBatcher.Sink sink =
        (buffer, length) -> {
          busy.countDown();
          await(release);
          reader.readPacked(buffer, length);
        };
    try (AncestorBatcher batcher = new AncestorBatcher(sink)) {
      Feed feed = Feed.stamped(0, message -> batcher.submit(message, message.length));
      // A quarter of the stripe is several times what starts a flush. What of it comes while the
      // flush thread copies is lost, so nothing is said of how much arrives.
      DeliveryCheck.write(feed, STRIPE_MESSAGES / 4);
      await(busy);
      int more = 0;
      while (feed.offer()) {
        more++;
      }
      assertThat(more).isBetween(STRIPE_MESSAGES * 3 / 4 - 1, STRIPE_MESSAGES);
      release.countDown();
      batcher.flush();
      assertThat(reader.arrived()).isBetween((long) more, (long) more + STRIPE_MESSAGES / 4);
    }
  }

  @Test
  void acceptedAndArrivedAreCountedApart() {
    AncestorBenchmark benchmark = new AncestorBenchmark();
    benchmark.writers = 2;
    benchmark.form = "message";
    AncestorBenchmark.Arrived arrived = new AncestorBenchmark.Arrived();
    benchmark.start();
    try {
      benchmark.messages(arrived);
    } finally {
      benchmark.stop();
    }
    assertThat(arrived.intact).isBetween(1L, (long) Messages.PER_INVOCATION);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
