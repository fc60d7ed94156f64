package com.reactive.platform.gateway.microbatch;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An event loop in virtual time; its tasks take none. */
class VirtualLoop extends AbstractExecutorService implements ScheduledExecutorService {
  private final VirtualTime time;

  VirtualLoop(VirtualTime time) {
    this.time = time;
  }

  @Override
  public void execute(Runnable task) {
    time.after(0, task);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    Timer timer = new Timer(task);
    time.after(unit.toNanos(delay), timer);
    return timer;
  }

  /** A cancelled one does nothing when its time comes. */
  private static final class Timer extends FutureTask<Void> implements ScheduledFuture<Void> {
    Timer(Runnable task) {
      super(task, null);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      throw new IllegalStateException("nobody asks");
    }

    @Override
    public int compareTo(Delayed other) {
      throw new IllegalStateException("nobody asks");
    }
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    throw new IllegalStateException("nobody asks");
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    throw new IllegalStateException("nobody asks");
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    throw new IllegalStateException("nobody asks");
  }

  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }
}
