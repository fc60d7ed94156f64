package com.reactive.platform.kafka.wire;

import io.netty.channel.EventLoop;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One alarm on an event loop. It is set far more often than it rings, and mostly for later: the
 * entry in the loop's schedule stays as long as it is early enough, and finds out then.
 */
final class WakeTimer {
  private final EventLoop loop;
  private final LongSupplier nanoClock;
  private final Runnable alarm;
  private ScheduledFuture<?> entry;
  private long entryNanos;
  private long wantedNanos;
  private boolean wanted;

  WakeTimer(EventLoop loop, LongSupplier nanoClock, Runnable alarm) {
    this.loop = loop;
    this.nanoClock = nanoClock;
    this.alarm = alarm;
  }

  /** Replaces the time that was set before. */
  void wakeAt(long nanos) {
    wantedNanos = nanos;
    wanted = true;
    if (entry == null || nanos - entryNanos < 0) {
      cancelEntry();
      schedule(nanos);
    }
  }

  private void schedule(long nanos) {
    entryNanos = nanos;
    long delay = Math.max(0, nanos - nanoClock.getAsLong());
    entry = loop.schedule(this::ring, delay, TimeUnit.NANOSECONDS);
  }

  private void ring() {
    entry = null;
    if (!wanted) {
      return;
    }
    if (wantedNanos - nanoClock.getAsLong() > 0) {
      schedule(wantedNanos);
    } else {
      wanted = false;
      alarm.run();
    }
  }

  void cancel() {
    wanted = false;
    cancelEntry();
  }

  private void cancelEntry() {
    if (entry != null) {
      entry.cancel(false);
      entry = null;
    }
  }
}
