package com.reactive.platform.gateway.microbatch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Does what a sink may do: completes inline, later, from other threads, out of order, twice; throws
 * in the middle; blocks for a while. Looks at a message's bytes again just before it completes it.
 */
final class ChaoticSink implements BatchSender, AutoCloseable {
  private final StressLedger ledger;
  private final Random random; // the dispatcher's
  private final ExecutorService completers = Executors.newFixedThreadPool(2);
  private boolean alwaysAsynchronous;

  ChaoticSink(StressLedger ledger, long seed) {
    this.ledger = ledger;
    this.random = new Random(seed);
  }

  /** No tricks: every batch is completed by another thread. To be set before the first batch. */
  ChaoticSink completingAsynchronously() {
    alwaysAsynchronous = true;
    return this;
  }

  @Override
  public void send(Batch batch) throws InterruptedException {
    ledger.delivered(batch);
    List<Integer> order = shuffled(batch.size());
    int trick = alwaysAsynchronous ? 0 : random.nextInt(100);
    if (trick < 50) {
      completers.execute(() -> complete(batch, order));
    } else if (trick < 70) {
      complete(batch, order);
    } else if (trick < 80) {
      int split = random.nextInt(order.size() + 1);
      completers.execute(() -> complete(batch, order.subList(split, order.size())));
      complete(batch, order.subList(0, split));
    } else if (trick < 90) {
      complete(batch, order.subList(0, random.nextInt(order.size() + 1)));
      throw new IllegalStateException("thrown by the test's sink");
    } else if (trick < 98) {
      int delayMicros = random.nextInt(1_500);
      CompletableFuture.delayedExecutor(delayMicros, TimeUnit.MICROSECONDS, completers)
          .execute(() -> complete(batch, order));
    } else {
      TimeUnit.MICROSECONDS.sleep(random.nextInt(1_000));
      complete(batch, order);
    }
  }

  @Override
  public void close() {
    completers.shutdownNow();
  }

  private void complete(Batch batch, List<Integer> messages) {
    for (int i : messages) {
      boolean intact = ledger.isIntact(batch, i);
      boolean first =
          switch (i % 3) {
            case 0 -> batch.acked(i, 0, i);
            case 1 -> batch.unknown(i, null);
            default -> batch.notWritten(i, null);
          };
      if (intact && !first) {
        ledger.fault("message " + i + " had been completed already");
      }
      if (batch.acked(i, 0, 0)) {
        ledger.fault("message " + i + " was completed twice");
      }
    }
  }

  private List<Integer> shuffled(int size) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    return order;
  }
}
