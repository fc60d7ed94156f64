package com.reactive.platform.kafka.benchmark.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writers that start together. Writer 0 is the calling thread, so that no core is taken by a thread
 * that only waits; the others have threads of their own for as long as the team lives.
 */
final class WriterTeam implements AutoCloseable {
  /** The work of one writer; returns when it has submitted everything. */
  @FunctionalInterface
  interface Work {
    void write(int writer);
  }

  private final List<ExecutorService> others = new ArrayList<>();

  WriterTeam(int writers) {
    for (int i = 1; i < writers; i++) {
      others.add(Executors.newSingleThreadExecutor());
    }
  }

  int size() {
    return others.size() + 1;
  }

  /** Runs the work once per writer; returns each writer's time in nanoseconds. */
  long[] run(Work work) {
    List<Future<Long>> times = new ArrayList<>();
    for (ExecutorService other : others) {
      int writer = times.size() + 1;
      times.add(other.submit(() -> timed(work, writer)));
    }
    long[] nanos = new long[size()];
    nanos[0] = timed(work, 0);
    for (int i = 1; i < nanos.length; i++) {
      nanos[i] = result(times.get(i - 1));
    }
    return nanos;
  }

  @Override
  public void close() {
    others.forEach(ExecutorService::shutdownNow);
  }

  private static long timed(Work work, int writer) {
    long start = System.nanoTime();
    work.write(writer);
    return System.nanoTime() - start;
  }

  private static long result(Future<Long> time) {
    try {
      return time.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof WrongDeliveryException wrong) {
        throw wrong;
      }
      throw new IllegalStateException("a writer failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the writers wrote", e);
    }
  }
}
