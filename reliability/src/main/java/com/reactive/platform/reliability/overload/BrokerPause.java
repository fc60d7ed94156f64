package com.reactive.platform.reliability.overload;

import com.reactive.platform.kafka.embedded.BrokerNode;
import java.util.concurrent.TimeUnit;

/** Stops a broker's process at a set time and lets it go on later, on a thread of its own. */
final class BrokerPause implements AutoCloseable {
  private final BrokerNode broker;
  private final long fromNanos;
  private final int seconds;
  private final Thread thread;
  private volatile long pausedNanos;
  private volatile long resumedNanos;

  private BrokerPause(BrokerNode broker, long fromNanos, int seconds) {
    this.broker = broker;
    this.fromNanos = fromNanos;
    this.seconds = seconds;
    pausedNanos = fromNanos;
    resumedNanos = fromNanos + TimeUnit.SECONDS.toNanos(seconds);
    thread = new Thread(this::pause, "broker-pause");
    thread.setDaemon(true);
  }

  /**
   * Waits for its time.
   *
   * @param fromNanos when, as {@link System#nanoTime}
   */
  static BrokerPause begin(BrokerNode broker, long fromNanos, int seconds) {
    BrokerPause pause = new BrokerPause(broker, fromNanos, seconds);
    pause.thread.start();
    return pause;
  }

  private void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(fromNanos - System.nanoTime());
      pausedNanos = System.nanoTime();
      broker.pause();
      try {
        TimeUnit.SECONDS.sleep(seconds);
      } finally {
        broker.resume();
        resumedNanos = System.nanoTime();
      }
    } catch (InterruptedException e) {
      // The run is over; the broker goes on.
    }
  }

  /** Time of the pause, also before it began. */
  long pausedNanos() {
    return pausedNanos;
  }

  /** Time of the end of the pause, also before it. */
  long resumedNanos() {
    return resumedNanos;
  }

  /** Lets it go on, if it stands still. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
