package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that complete the same batch at once, message by message and as a whole. */
@Timeout(300)
class BatchRaceTest {
  private static final int ROUNDS = 5_000;
  private static final int SIZE = 70; // more than one word of bits
  private static final int RACERS = 2;

  private enum How {
    ALL,
    ALL_TOO,
    FORWARD,
    BACKWARD
  }

  private final SpinBarrier together = new SpinBarrier();
  private final AtomicIntegerArray told = new AtomicIntegerArray(SIZE);
  private final AtomicInteger ownerTold = new AtomicInteger();
  private final AtomicInteger won = new AtomicInteger();
  private final AtomicInteger toldOfWinners = new AtomicInteger();
  private final MessageSlots slots = new MessageSlots(new byte[SIZE], 128);
  private volatile Batch batch;

  @Test
  void twoThatCompleteAll() throws Exception {
    race(How.ALL, How.ALL_TOO);
  }

  @Test
  void oneThatCompletesAllAndOneThatCompletesEach() throws Exception {
    race(How.ALL, How.FORWARD);
  }

  @Test
  void twoThatCompleteEach() throws Exception {
    race(How.BACKWARD, How.FORWARD);
  }

  private void race(How... racers) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(RACERS);
    try {
      nextBatch();
      List<Future<?>> running = new ArrayList<>();
      for (How how : racers) {
        running.add(executor.submit(() -> run(how)));
      }
      for (Future<?> racer : running) {
        racer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private void run(How how) {
    for (int round = 0; round < ROUNDS; round++) {
      together.await();
      complete(how);
      together.await();
      if (how != How.FORWARD && how != How.ALL_TOO) {
        assertEachToldOnce(round);
        nextBatch();
      }
    }
  }

  private void complete(How how) {
    switch (how) {
      case ALL -> batch.unknown(null);
      case ALL_TOO -> batch.notWritten(null);
      case FORWARD -> {
        for (int i = 0; i < SIZE; i++) {
          won.addAndGet(batch.acked(i, 0, 0) ? 1 : 0);
        }
      }
      case BACKWARD -> {
        for (int i = SIZE - 1; i >= 0; i--) {
          won.addAndGet(batch.acked(i, 0, 0) ? 1 : 0);
        }
      }
    }
  }

  private void assertEachToldOnce(int round) {
    for (int i = 0; i < SIZE; i++) {
      assertThat(told.getAndSet(i, 0)).as("message %d, round %d", i, round).isEqualTo(1);
    }
    assertThat(ownerTold.getAndSet(0)).as("owner, round %d", round).isEqualTo(1);
    assertThat(won.getAndSet(0))
        .as("calls that say they were first, round %d", round)
        .isEqualTo(toldOfWinners.getAndSet(0));
    assertThat(batch.openMessages()).isZero();
  }

  private void nextBatch() {
    for (int i = 0; i < SIZE; i++) {
      slots.put(i, i, 1, new Counting(i));
    }
    Batch.Owner owner = done -> ownerTold.incrementAndGet();
    batch = new Batch(owner, slots, FlushReason.SIZE, 0, SIZE, SIZE, 0);
  }

  private final class Counting implements Completion {
    private final int message;

    Counting(int message) {
      this.message = message;
    }

    @Override
    public void acked(int partition, long offset) {
      told.incrementAndGet(message);
      toldOfWinners.incrementAndGet();
    }

    @Override
    public void notWritten(Throwable reason) {
      told.incrementAndGet(message);
    }

    @Override
    public void unknown(Throwable reason) {
      told.incrementAndGet(message);
    }
  }
}
